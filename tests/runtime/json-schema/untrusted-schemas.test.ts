/**
 * Tests of hostile schemas and values, whose validation would take too long or
 * overflow the stack.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { compileUntrustedSchema } from "../../../runtime/json-schema/untrusted-schema.js";

const test = suite("JSON Schema: hostile schemas");

const NAMES = Array.from({ length: 20_000 }, (_, index) => `name${index}`);
const MEMBERS = Object.fromEntries(NAMES.map((name) => [name, 1]));
const KNOWN = Object.fromEntries(NAMES.map((name) => [name, true]));
const LONG = "x".repeat(400_000);

/** Returns a schema that applies the subschema `part` 4,000 times. */
const often = (part: object): object => ({
  $defs: { part },
  allOf: Array.from({ length: 4_000 }, () => ({ $ref: "#/$defs/part" })),
});
const each = (part: object): object => ({ items: part });
const all = (value: unknown): unknown[] => Array(50_000).fill(value);

/** Nests a schema the given number of levels deep. */
function deep(
  levels: number,
  wrap: (inner: object) => object,
  innermost = {},
): object {
  let schema = innermost;
  for (let level = 0; level < levels; level += 1) schema = wrap(schema);
  return schema;
}

const ones = all({ a: 1 });
const RULES = Object.fromEntries(NAMES.map((name) => [name, []]));

/**
 * Test cases: title, schema and value. A complete validation of the value would
 * take too much work.
 */
const TAKES_TOO_LONG: readonly (readonly [string, object, unknown])[] = [
  ["required", each({ required: NAMES }), all({})],
  ["long names in required", each({ required: [LONG] }), all({})],
  ["uniqueItems of objects", often({ uniqueItems: true }), [MEMBERS]],
  ["const", often({ const: NAMES }), NAMES],
  ["enum", often({ enum: [1] }), MEMBERS],
  ["enum of a text", often({ enum: [1] }), LONG],
  ["dependentRequired", each({ dependentRequired: { a: NAMES } }), ones],
  ["rules in dependentRequired", each({ dependentRequired: RULES }), ones],
  ["properties", often({ properties: {} }), MEMBERS],
  ["minProperties", often({ minProperties: 1 }), MEMBERS],
  ["minLength", often({ minLength: LONG.length }), LONG],
  ["propertyNames", often({ propertyNames: true }), { [LONG]: 1 }],
  ["type", each({ type: Array(50_000).fill("string") }), all(1)],
  ["pattern", often({ pattern: "^(x+)+$" }), LONG],
  [
    "patternProperties",
    often({ patternProperties: { "^(.+)+!$": true } }),
    MEMBERS,
  ],
  [
    "unevaluatedProperties",
    { ...often({ properties: KNOWN }), unevaluatedProperties: false },
    MEMBERS,
  ],
  [
    "unevaluatedItems after contains",
    {
      ...deep(60, (inner) => ({ anyOf: [inner] }), { contains: true }),
      unevaluatedItems: false,
    },
    all(1),
  ],
];

for (const [title, schema, value] of TAKES_TOO_LONG)
  test(`a JSON Schema validator limits the work for a schema with ${title}`, () => {
    const [issue] = compileUntrustedSchema(schema)(value);
    assert.match(issue?.message ?? "", "is too complex to validate");
  });

test("a very long anchor name in an untrusted schema does not count towards the work limit", () => {
  const $defs = { a: { $dynamicAnchor: LONG } };
  const items = { $dynamicRef: `#${LONG}` };
  assert.equal(compileUntrustedSchema({ $defs, items })(all(1)), []);
});

test("a value is rejected as too deep if its schema has a chain of 9,000 references", () => {
  const names = Array.from({ length: 9_000 }, (_, index) => `a${index}`);
  const to = (name = "a0") => ({ $ref: `#/$defs/${name}` });
  const all = names.map((name, index) => [name, to(names[index + 1])]);
  const schema = { ...to(), $defs: Object.fromEntries(all) };
  const [issue] = compileUntrustedSchema(schema)(1);
  assert.match(issue?.message ?? "", "is nested too deeply");
});

const TOO_DEEP = "is nested too deeply";
const LONG_BASE = {
  $id: `http://a/${LONG}`,
  allOf: Array.from({ length: 9_000 }, () => ({ $ref: "#x" })),
  $defs: { x: { $anchor: "x" } },
};

const LONG_BASES = deep(10, (x) => ({
  $id: `${LONG.slice(0, 300)}/`,
  properties: { x },
}));
const createParts = (parts: number): object => ({
  allOf: Array.from({ length: parts - 1 }, () => ({})),
});
const DYNAMIC = NAMES.slice(0, 1_000).map(($id) => ({
  $id,
  $dynamicAnchor: "a",
  items: { $dynamicRef: "#a" },
}));

for (const [title, schema, problem] of [
  ["100,000 nested not keywords", deep(100_000, (not) => ({ not })), TOO_DEEP],
  [
    "5,000 nested items keywords",
    deep(5_000, (items) => ({ items })),
    TOO_DEEP,
  ],
  ["5,000 nested arrays", { x: deep(5_000, (inner) => [inner]) }, TOO_DEEP],
  ["references under a long $id", LONG_BASE, "An $id is too long"],
  ["nested relative $id keywords", LONG_BASES, "An $id is too long"],
  [
    "1,000 $dynamicRef keywords with 1,000 targets each",
    { allOf: DYNAMIC },
    "100000 reference targets",
  ],
] as const)
  test(`an untrusted schema with ${title} is refused`, () => {
    assert.throws(
      () => compileUntrustedSchema(schema),
      (error: Error) =>
        error.name === "SchemaError" && error.message.includes(problem),
    );
  });

const deepItems = (levels: number): object =>
  deep(levels, (items) => ({ items }));
const references = (more: number): object => ({
  // Each of the 315 dynamic references has 316 targets: the 315 anchors and the
  // original target.
  allOf: [
    ...DYNAMIC.slice(0, 315),
    ...Array(more)
      .fill({})
      .map(() => ({ $ref: "#" })),
  ],
});

/**
 * Test cases: title, a function that creates a schema of a given size, the
 * maximum size, and the error for a larger schema.
 */
for (const [what, createSchema, most, problem] of [
  ["levels", deepItems, 512, TOO_DEEP],
  ["subschemas", createParts, 10_000, "more than 10000 subschemas"],
  [
    "characters of $id",
    ($id: number) => ({ $id: LONG.slice(0, $id) }),
    2_000,
    "An $id is too long",
  ],
  [
    "references",
    (count: number) => references(count - 99_540),
    100_000,
    "100000 reference targets",
  ],
] as const)
  test(`an untrusted schema may have at most ${most} ${what}`, () => {
    assert.ok(compileUntrustedSchema(createSchema(most)));
    assert.throws(
      () => compileUntrustedSchema(createSchema(most + 1)),
      new RegExp(problem.replace("$", "\\$")),
    );
  });

test("an untrusted schema of the maximum depth validates values", () => {
  assert.equal(compileUntrustedSchema(deepItems(512))([[[1]]]), []);
});

test("validating a list of 10,000 objects stays below the work limit", () => {
  const validate = compileUntrustedSchema({
    type: "array",
    uniqueItems: true,
    items: {
      type: "object",
      properties: {
        id: { type: "string", pattern: "^[a-z]+-\\d{1,8}$", maxLength: 40 },
        kind: { enum: ["one", "two", "three"] },
        tags: { type: "array", items: { type: "string", minLength: 1 } },
        at: { anyOf: [{ type: "string" }, { type: "null" }] },
      },
      required: ["id", "kind"],
      additionalProperties: false,
    },
  });
  const items = Array.from({ length: 10_000 }, (_, index) => ({
    id: `item-${index}`,
    kind: "two",
    tags: ["a", "b"],
    at: null,
  }));
  assert.equal(validate(items), []);
});

test.run();
