/**
 * Tests of invalid JSON Schemas, and of the work limits of validators for valid
 * schemas.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { compileSchema } from "../../../runtime/json-schema/compile.js";
import { LinearPattern } from "../../../runtime/json-schema/linear/match.js";
import { compileUntrustedSchema } from "../../../runtime/json-schema/untrusted-schema.js";
import { requirement } from "../../harness/run/requirement.js";

const test = suite("JSON Schema: limits");

const DRAFT_4 = "http://json-schema.org/draft-04/schema#";
const NOWHERE = "is not a part of the schema";

requirement("ef6df2d32eb5 37ffcabb66e4 0653d422318b d382f0e86812");
for (const [schema, problem] of [
  [
    { $schema: DRAFT_4 },
    `The dialect ${DRAFT_4} is not supported; use 2020-12 or draft-07`,
  ],
  [
    {
      $schema: "https://a.b/c",
      $defs: {
        c: { $id: "https://a.b/c", $vocabulary: { "https://a.b/v": true } },
      },
    },
    "The vocabulary https://a.b/v is not supported",
  ],
  [{ $ref: "https://a.b/c" }, `The reference https://a.b/c ${NOWHERE}`],
  [{ $ref: "#/$defs/none" }, `The reference #/$defs/none ${NOWHERE}`],
  [{ $ref: "#/constructor" }, `The reference #/constructor ${NOWHERE}`],
  [{ $ref: 1 }, "A $ref must be a string"],
  [{ $ref: "http://[" }, "Invalid URI: http://["],
  [{ type: "text" }, "Unknown type: text"],
  [{ type: "toString" }, "Unknown type: toString"],
  [{ pattern: "(" }, "Invalid pattern: ("],
  [{ properties: { a: 1 } }, "A schema must be an object or boolean"],
  [{ required: "a" }, "required must be an array of strings"],
  [{ minLength: -1 }, "minLength must be an integer, at least 0"],
  [{ minimum: "1" }, "minimum must be a number"],
  [{ allOf: [] }, "allOf must be an array of schemas"],
  [{ enum: 1 }, "enum must be an array"],
  [{ prefixItems: {} }, "prefixItems must be an array of schemas"],
] as const)
  test(`the invalid JSON Schema ${JSON.stringify(schema)} is refused`, () => {
    assert.throws(
      () => compileSchema(schema),
      (error: Error) =>
        error.name === "SchemaError" && error.message === problem,
    );
  });

const LIST = {
  $ref: "#/$defs/a",
  $defs: { a: { items: { $ref: "#/$defs/a" } } },
};

requirement("989dfc4660d6");
test("a JSON Schema validator limits the nesting depth of values", () => {
  const validate = compileSchema(LIST);
  let deep: unknown = [];
  for (let level = 0; level < 10_000; level++) deep = [deep];
  const [issue] = validate(deep);
  assert.is(issue?.message, "is nested too deeply");
});

let DEEP: object = {};
for (let level = 0; level < 300; level += 1) DEEP = { items: DEEP };
const nested = (levels: number): unknown =>
  levels === 0 ? [] : [nested(levels - 1)];
const many =
  (item: unknown) =>
  (count: number): unknown =>
    Array(count).fill(item);

/**
 * Test cases: title, compiler, schema, a function that creates a value of a
 * given size, and the largest size that the validator accepts.
 */
for (const [title, compile, schema, value, most] of [
  ["nested references", compileSchema, LIST, nested, 127],
  ["levels", compileSchema, DEEP, nested, 255],
  ["items", compileSchema, { items: {} }, many(1), 999_999],
  [
    "objects with two members",
    compileUntrustedSchema,
    { items: { properties: {} } },
    many({ a: 1, b: 2 }),
    333_333,
  ],
  [
    "strings with a checked length",
    compileUntrustedSchema,
    { items: { minLength: 16 } },
    many("x".repeat(16)),
    499_999,
  ],
  [
    "objects with a required name",
    compileUntrustedSchema,
    { items: { required: ["a".repeat(11)] } },
    many({ a: 1 }),
    499_999,
  ],
  [
    "strings compared with a constant",
    compileUntrustedSchema,
    { items: { const: 1 } },
    many("x".repeat(16)),
    499_999,
  ],
  [
    "items that uniqueItems compares",
    compileUntrustedSchema,
    { uniqueItems: true },
    (count: number) => Array.from({ length: count }, (_, at) => at % 10),
    999_999,
  ],
  [
    "items with a dynamic reference",
    compileUntrustedSchema,
    { $dynamicAnchor: "a", items: { $dynamicRef: "#a" } },
    many(1),
    333_333,
  ],
] as const)
  test(`a JSON Schema validator accepts a value with at most ${most} ${title}`, () => {
    const validate = compile(schema);
    const isDone = (count: number): boolean =>
      validate(value(count)).every(({ message }) => !/too/.test(message));
    assert.is(isDone(most), true);
    assert.is(isDone(most + 1), false);
  });

for (const [fits, fails] of [
  ["ba{9998}", "bba{9998}"],
  ["ba{9997,}", "bba{9997,}"],
  ["a".repeat(19_998), "a".repeat(19_999)],
  [
    `${"(".repeat(199)}a${")".repeat(199)}`,
    `${"(".repeat(200)}a${")".repeat(200)}`,
  ],
] as const)
  test(`LinearPattern limits the size of a pattern that starts with ${fits.slice(0, 10)}`, () => {
    assert.ok(new LinearPattern(fits));
    assert.throws(() => new LinearPattern(fails), /^it (needs|is)/);
  });

for (const compile of [compileSchema, compileUntrustedSchema])
  test(`${compile.name}: keywords that compare objects read each object only once`, () => {
    let reads = 0;
    const createItem = (a: number): object =>
      new Proxy(
        { a: { b: a } },
        {
          ownKeys: (target) => ((reads += 1), Reflect.ownKeys(target)),
        },
      );
    const items = Array.from({ length: 50 }, (_, at) => createItem(at));
    const comparing = Array.from({ length: 50 }, (_, at) => ({
      uniqueItems: true,
      not: { enum: [at, [{}]] },
      contains: { enum: [{ a: { b: at } }] },
    }));
    assert.equal(compile({ allOf: comparing })(items), []);
    assert.is(reads, 50);
  });

for (const [title, value] of [
  ["many objects", Array.from({ length: 200_000 }, (_, a) => ({ a, b: a }))],
  [
    "an object with many members",
    [Object.fromEntries(Object.entries([...Array(300_000).keys()]))],
  ],
  ["a deep array", [nested(1_000), Array(1_000_000).fill(nested(0))]],
] as const)
  test(`the keyword uniqueItems stops comparing at the work limit if the array contains ${title}`, () => {
    const [issue] = compileUntrustedSchema({ uniqueItems: true })(value);
    assert.is(issue?.message, "is too complex to validate");
  });

test("uniqueItems compares dates by their JSON text", () => {
  const validate = compileSchema({ uniqueItems: true });
  assert.equal(validate([new Date(0), new Date(1)]), []);
  assert.is(validate([new Date(0), new Date(0)]).length, 1);
});

test("uniqueItems, enum and const reject values that contain a bigint or are nested too deeply", () => {
  let deep: unknown = [];
  for (let level = 0; level < 100_000; level++) deep = [deep];
  for (const schema of [{ uniqueItems: true }, { enum: [1] }, { const: [] }])
    for (const value of [[deep], [{ n: 1n }]])
      assert.is(compileSchema(schema)(value).length, 1);
});

/**
 * Schemas with the subschema `part`. If the evaluation of `part` stops at a
 * limit, the schema must reject the value.
 */
const REFUSING: Record<string, (part: object) => object> = {
  not: (part) => ({ items: { not: part } }),
  if: (part) => ({ items: { if: part, then: false } }),
  oneOf: (part) => ({ items: { oneOf: [true, part] } }),
  maxContains: (part) => ({ contains: part, minContains: 0, maxContains: 0 }),
};

const BAD = { $ref: "#/$defs/bad" };
const DEEPER = { required: ["n"], properties: { n: BAD } };

for (const [keyword, refusing] of Object.entries(REFUSING))
  test(`a deeply nested value does not pass the keyword ${keyword}`, () => {
    const bad = { anyOf: [{ required: ["bad"] }, DEEPER] };
    const validate = compileSchema({ ...refusing(BAD), $defs: { bad } });
    const nested = (levels: number): unknown =>
      levels === 0 ? { bad: true } : { n: nested(levels - 1) };
    assert.equal(validate([{}]), []);
    for (const [levels, deep] of [
      [2, false],
      [300, true],
    ] as const) {
      const issues = validate([nested(levels)]);
      assert.is(issues.length, 1);
      assert.is(issues[0]?.message === "is nested too deeply", deep);
    }
  });

test("a value that is too complex to validate does not pass the keyword `not`", () => {
  const validate = compileSchema({ not: { contains: { const: "rm" } } });
  assert.equal(validate(["ls"]), []);
  const message = "is too complex to validate";
  assert.equal(validate([...Array(1_000_000).fill("ls"), "rm"]), [
    { path: [], message },
  ]);
});

test("a schema that references itself endlessly rejects each value as nested too deeply", () => {
  const validate = compileSchema({ $ref: "#" });
  assert.is(validate(1)[0]?.message, "is nested too deeply");
});

requirement("989dfc4660d6");
test("a JSON Schema validator limits the work for nested anyOf keywords", () => {
  const doubled = (name: string): object => ({
    anyOf: [{ $ref: `#/$defs/${name}` }, { $ref: `#/$defs/${name}` }],
  });
  const $defs: Record<string, object> = { a0: { const: "never" } };
  for (let level = 1; level <= 40; level++)
    $defs[`a${level}`] = doubled(`a${level - 1}`);
  assert.ok(compileSchema({ $ref: "#/$defs/a40", $defs })(1).length > 0);
});

requirement("989dfc4660d6");
test("a JSON Schema with more than 10,000 subschemas is refused", () => {
  const createSchema = (parts: number) => ({
    allOf: Array.from({ length: parts }, (_, minimum) => ({ minimum })),
  });
  // The outer schema counts as the first subschema.
  assert.throws(
    () => compileSchema(createSchema(10_000)),
    /more than 10000 subschemas/,
  );
  assert.is(compileSchema(createSchema(9_999))(10_000).length, 0);
});

test.run();
