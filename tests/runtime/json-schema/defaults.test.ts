/** Tests of the default values that a JSON Schema adds to a valid value. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { compileDefaults } from "../../../runtime/json-schema/defaults.js";
import { evaluateExpression, parseCases } from "../../harness/run/cases.js";

const test = suite("json-schema: defaults");

/**
 * Test cases: title, schema and value, and the value with the defaults added.
 */
const CASES = parseCases(`
# absent members receive their default, and present members keep their value
({ properties: { a: { default: 1 }, b: { default: 2 } } })
=> { b: 3 }
=> { b: 3, a: 1 }
# an undefined member is absent, and null is a value
({ properties: { a: { default: 1 }, b: { default: 1 } } })
=> { a: undefined, b: null }
=> { a: 1, b: null }
# falsy defaults and null are added
({ properties: { a: { default: false }, b: { default: null }, c: { default: "" } } })
=> {}
=> { a: false, b: null, c: "" }
# nested objects are filled only if they are present
({ properties: { o: { properties: { a: { default: 1 } } }, p: { properties: { a: { default: 1 } } } } })
=> { o: {} }
=> { o: { a: 1 } }
# array items
({ properties: { l: { items: { properties: { a: { default: 1 } } } } } })
=> { l: [{}, { a: 0 }, 5] }
=> { l: [{ a: 1 }, { a: 0 }, 5] }
# the default of an object is filled, too
({ properties: { o: { default: { b: 1 }, properties: { a: { default: 2 } } } } })
=> {}
=> { o: { b: 1, a: 2 } }
# allOf and $ref apply to every value
({ allOf: [{ properties: { a: { default: 1 } } }, { $ref: "#/$defs/b" }],
  properties: { c: { $ref: "#/$defs/c" }, d: { $ref: "#/$defs/c", default: 4 } },
  $defs: { b: { properties: { b: { default: 2 } } }, c: { default: 3 } } })
=> {}
=> { a: 1, b: 2, c: 3, d: 4 }
# a default next to anyOf is added, and a default inside is not
({ properties: { a: { anyOf: [{ type: "string" }, { type: "null" }], default: null } },
  anyOf: [{ properties: { b: { default: 1 } } }],
  oneOf: [{ properties: { c: { default: 1 } } }],
  if: {}, then: { properties: { d: { default: 1 } } },
  patternProperties: { "^e": { properties: { f: { default: 1 } } } } })
=> { e: {} }
=> { e: {}, a: null }
# a recursive schema adds its own default only once
({ $ref: "#/$defs/node", $defs: { node: { properties: { next: { $ref: "#/$defs/node", default: {} } } } } })
=> {}
=> { next: {} }
# a reference to itself ends
({ properties: { a: { $ref: "#/$defs/loop" }, b: { default: 1 } }, $defs: { loop: { $ref: "#/$defs/loop" } } })
=> {}
=> { b: 1 }
# a reference is resolved against the $id of the schema that contains it
({ properties: { l: { $id: "https://e.com/l", items: { properties: { a: { $ref: "#/$defs/a" } } }, $defs: { a: { default: 1 } } } } })
=> { l: [{}] }
=> { l: [{ a: 1 }] }
# names of inherited members
({ properties: { constructor: { default: 1 }, ["__proto__"]: { default: 2 } } })
=> {}
=> JSON.parse('{ "constructor": 1, "__proto__": 2 }')
`);

for (const [title, schema, [value = "", expected = ""]] of CASES)
  test(`compileDefaults adds the expected defaults: ${title}`, () => {
    const given = evaluateExpression(`(${value})`);
    const before = JSON.stringify(given);
    const add = compileDefaults(evaluateExpression(schema));
    assert.equal(add?.(given), evaluateExpression(`(${expected})`));
    assert.is(JSON.stringify(given), before, "the value was changed");
  });

test("compileDefaults returns undefined for a schema without defaults", () => {
  assert.is(compileDefaults({ properties: { a: {} } }), undefined);
});

test("compileDefaults adds a separate copy of the default to each value", () => {
  const add = compileDefaults({ properties: { a: { default: { b: [1] } } } });
  const first = add?.({}) as { a: { b: number[] } };
  first.a.b.push(2);
  assert.equal(add?.({}), { a: { b: [1] } });
});

test.run();
