/** Values in a schema of JSON Schema that look like schemas, and are none. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { compileSchema } from "../../templates/runtime/schema/compile.js";

const test = suite("JSON Schema: data in schemas");

const ID = "https://a.example/name";

for (const keyword of ["const", "default"])
  test(`what ${keyword} holds has no $id`, () => {
    const validate = compileSchema({
      $defs: { name: { $id: ID, type: "string" } },
      properties: {
        a: { $ref: ID },
        b: { [keyword]: { $id: ID, type: "number" } },
        c: { [keyword]: { $id: "http://[", $anchor: "x" } },
      },
    });
    assert.is(validate({ a: "text" }).length, 0);
    assert.is(validate({ a: 1 }).length, 1);
  });

for (const keyword of ["enum", "examples"])
  test(`what ${keyword} lists has no $id`, () => {
    const validate = compileSchema({
      $defs: { name: { $id: ID, $anchor: "n", type: "string" } },
      properties: {
        a: { $ref: `${ID}#n` },
        b: { [keyword]: [{ $id: ID, $anchor: "n", type: "number" }] },
      },
    });
    assert.is(validate({ a: "text" }).length, 0);
    assert.is(validate({ a: 1 }).length, 1);
  });

test("in draft-07 an $id that is a fragment names a place, and is no base", () => {
  const validate = compileSchema({
    $schema: "http://json-schema.org/draft-07/schema#",
    $id: "https://a.example/root",
    definitions: {
      name: { $id: "#name", type: "string" },
      inner: { $id: "#inner", properties: { b: { $ref: "#name" } } },
    },
    properties: { a: { $ref: "#name" }, c: { $ref: "root#inner" } },
  });
  assert.is(validate({ a: "text", c: { b: "text" } }).length, 0);
  assert.is(validate({ a: 1 }).length, 1);
  assert.is(validate({ c: { b: 1 } }).length, 1);
});

test("a property may have the name of any of them", () => {
  for (const name of ["const", "enum", "default", "examples", "$id"]) {
    const validate = compileSchema({
      properties: {
        [name]: { $id: ID, type: "string" },
        other: { $ref: ID },
      },
    });
    assert.is(validate({ other: "text" }).length, 0, name);
    assert.is(validate({ other: 1 }).length, 1, name);
  }
});

test.run();
