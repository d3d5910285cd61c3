/** Schemas that are refused, and what bounds the work on the others. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { compileSchema } from "../../templates/runtime/schema/compile.js";

const test = suite("JSON Schema: limits");

const DRAFT_4 = "http://json-schema.org/draft-04/schema#";
const NOWHERE = "leads to nothing within the schema";

for (const [schema, problem] of [
  [
    { $schema: DRAFT_4 },
    `The dialect ${DRAFT_4} is not supported; 2020-12 and draft-07 are`,
  ],
  [{ $ref: "https://a.b/c" }, `The reference https://a.b/c ${NOWHERE}`],
  [{ $ref: "#/$defs/none" }, `The reference #/$defs/none ${NOWHERE}`],
  [{ $ref: "#/constructor" }, `The reference #/constructor ${NOWHERE}`],
  [{ type: "text" }, "Not a type: text"],
  [{ type: "toString" }, "Not a type: toString"],
  [{ pattern: "(" }, "Not a pattern: ("],
  [{ properties: { a: 1 } }, "A schema must be an object or boolean"],
  [{ required: "a" }, "required must be an array of strings"],
  [{ minLength: -1 }, "minLength must be an integer, at least 0"],
  [{ minimum: "1" }, "minimum must be a number"],
  [{ allOf: [] }, "allOf must be an array of schemas"],
] as const)
  test(`refused: ${JSON.stringify(schema)}`, () => {
    assert.throws(
      () => compileSchema(schema),
      (error: Error) =>
        error.name === "SchemaError" && error.message === problem,
    );
  });

test("depth is bounded", () => {
  const validate = compileSchema({
    $ref: "#/$defs/a",
    $defs: { a: { items: { $ref: "#/$defs/a" } } },
  });
  let deep: unknown = [];
  for (let level = 0; level < 10_000; level++) deep = [deep];
  const [issue] = validate(deep);
  assert.is(issue?.message, "is nested too deeply");
});

test("what is too deep to be compared, or cannot be, is refused", () => {
  let deep: unknown = [];
  for (let level = 0; level < 100_000; level++) deep = [deep];
  for (const schema of [{ uniqueItems: true }, { enum: [1] }, { const: [] }])
    for (const value of [[deep], [{ n: 1n }]])
      assert.is(compileSchema(schema)(value).length, 1);
});

/** Schemas that a value must not pass when `part`, which fits it, is cut off. */
const REFUSING: Record<string, (part: object) => object> = {
  not: (part) => ({ items: { not: part } }),
  if: (part) => ({ items: { if: part, then: false } }),
  oneOf: (part) => ({ items: { oneOf: [true, part] } }),
  maxContains: (part) => ({ contains: part, minContains: 0, maxContains: 0 }),
};

const BAD = { $ref: "#/$defs/bad" };
const DEEPER = { required: ["n"], properties: { n: BAD } };

for (const [keyword, refusing] of Object.entries(REFUSING))
  test(`a bound that is reached refuses the value, under ${keyword} too`, () => {
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

test("what takes too much work is refused, under not too", () => {
  const validate = compileSchema({ not: { contains: { const: "rm" } } });
  assert.equal(validate(["ls"]), []);
  const message = "takes too much work";
  assert.equal(validate([...Array(1_000_000).fill("ls"), "rm"]), [
    { path: [], message },
  ]);
});

test("a reference that leads to itself is not followed for ever", () => {
  const validate = compileSchema({ $ref: "#" });
  assert.is(validate(1)[0]?.message, "is nested too deeply");
});

test("work is bounded", () => {
  const doubled = (name: string): object => ({
    anyOf: [{ $ref: `#/$defs/${name}` }, { $ref: `#/$defs/${name}` }],
  });
  const $defs: Record<string, object> = { a0: { const: "never" } };
  for (let level = 1; level <= 40; level++)
    $defs[`a${level}`] = doubled(`a${level - 1}`);
  assert.ok(compileSchema({ $ref: "#/$defs/a40", $defs })(1).length > 0);
});

test("a schema of too many parts is refused", () => {
  const schemaOf = (parts: number) => ({
    allOf: Array.from({ length: parts }, (_, minimum) => ({ minimum })),
  });
  assert.throws(() => compileSchema(schemaOf(10_001)), "at most 10000 parts");
  assert.is(compileSchema(schemaOf(10_000))(10_000).length, 0);
});

test.run();
