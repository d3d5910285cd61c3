/** Schemas and values whose check would take for ever, or a whole stack. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { compilePeerSchema } from "../../templates/runtime/schema/peer.js";

const test = suite("hostile: schemas");

const NAMES = Array.from({ length: 20_000 }, (_, index) => `name${index}`);
const MEMBERS = Object.fromEntries(NAMES.map((name) => [name, 1]));
const KNOWN = Object.fromEntries(NAMES.map((name) => [name, true]));
const LONG = "x".repeat(400_000);
const TOO_MUCH = "takes too much work";

/** A part that is applied 4,000 times, and is written once. */
const often = (part: object): object => ({
  $defs: { part },
  allOf: Array.from({ length: 4_000 }, () => ({ $ref: "#/$defs/part" })),
});
const each = (part: object): object => ({ items: part });
const all = (value: unknown): unknown[] => Array(50_000).fill(value);

/** A schema in a schema in a schema. */
function deep(levels: number, wrap: (inner: object) => object): object {
  let schema = {};
  for (let level = 0; level < levels; level += 1) schema = wrap(schema);
  return schema;
}

for (const [title, schema, value, problem] of [
  ["required", each({ required: NAMES }), all({}), TOO_MUCH],
  ["long names in required", each({ required: [LONG] }), all({}), TOO_MUCH],
  ["uniqueItems of objects", often({ uniqueItems: true }), [MEMBERS], TOO_MUCH],
  ["const", often({ const: NAMES }), NAMES, TOO_MUCH],
  ["enum", often({ enum: [1] }), MEMBERS, TOO_MUCH],
  ["enum of a text", often({ enum: [1] }), LONG, TOO_MUCH],
  [
    "dependentRequired",
    each({ dependentRequired: { a: NAMES } }),
    all({ a: 1 }),
    TOO_MUCH,
  ],
  [
    "many rules in dependentRequired",
    each({ dependentRequired: Object.fromEntries(NAMES.map((n) => [n, []])) }),
    all({ a: 1 }),
    TOO_MUCH,
  ],
  ["properties", often({ properties: {} }), MEMBERS, TOO_MUCH],
  ["minProperties", often({ minProperties: 1 }), MEMBERS, TOO_MUCH],
  ["minLength", often({ minLength: 1 }), LONG, TOO_MUCH],
  ["propertyNames", often({ propertyNames: true }), { [LONG]: 1 }, TOO_MUCH],
  ["type", each({ type: Array(50_000).fill("string") }), all(1), TOO_MUCH],
  ["pattern", often({ pattern: "^(x+)+$" }), LONG, TOO_MUCH],
  [
    "patternProperties",
    often({ patternProperties: { "^(.+)+!$": true } }),
    MEMBERS,
    TOO_MUCH,
  ],
  [
    "unevaluatedProperties",
    { ...often({ properties: KNOWN }), unevaluatedProperties: false },
    MEMBERS,
    TOO_MUCH,
  ],
  [
    "$dynamicRef to a long name",
    {
      $defs: { a: { $dynamicAnchor: LONG } },
      items: { $dynamicRef: `#${LONG}` },
    },
    all(1),
    undefined,
  ],
  [
    "9,000 references in a row",
    {
      $ref: "#/$defs/a0",
      $defs: Object.fromEntries(
        Array.from({ length: 9_000 }, (_, index) => [
          `a${index}`,
          { $ref: `#/$defs/a${(index + 1) % 9_000}` },
        ]),
      ),
    },
    1,
    "is nested too deeply",
  ],
] as const)
  test(`bounded: ${title}`, () => {
    const [issue] = compilePeerSchema(schema)(value);
    if (problem === undefined) assert.is(issue, undefined);
    else assert.ok(issue?.message.startsWith(problem), issue?.message);
  });

for (const [title, schema, problem] of [
  ["not in not", deep(100_000, (not) => ({ not })), "is nested too deeply"],
  [
    "items in items",
    deep(5_000, (items) => ({ items })),
    "is nested too deeply",
  ],
  [
    "arrays in arrays",
    { x: deep(5_000, (inner) => [inner]) },
    "is nested too deeply",
  ],
  [
    "references under a long $id",
    {
      $id: `http://a/${LONG}`,
      allOf: Array.from({ length: 9_000 }, () => ({ $ref: "#x" })),
      $defs: { x: { $anchor: "x" } },
    },
    "An $id is too long",
  ],
] as const)
  test(`refused: ${title}`, () => {
    assert.throws(
      () => compilePeerSchema(schema),
      (error: Error) =>
        error.name === "SchemaError" && error.message.includes(problem),
    );
  });

test("512 levels of a schema are compiled", () => {
  const validate = compilePeerSchema(deep(500, (items) => ({ items })));
  assert.equal(validate([[[1]]]), []);
});

test("what a list of 10,000 things needs is no hostile work", () => {
  const validate = compilePeerSchema({
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
