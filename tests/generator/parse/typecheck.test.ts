/**
 * Tests of type errors in the user's schema, and of the limits of the type
 * check.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { parseSchema } from "../../../generator/parse/index.js";
import { getErrors, expectErrors } from "../../harness/models/parsing.js";

const test = suite("parse: type check");

const UNSOUND = `
interface Tool {} type A = Tol;
  MCP108 28 TS2552: Cannot find name 'Tol'. Did you mean 'Tool'?
type B = String[] | Promise<Nope>;
  MCP111 10 Unsupported type: String
  MCP111 21 Unsupported type: Promise
  MCP108 29 TS2304: Cannot find name 'Nope'.
type F = Array | Record<string> | Partial<1, 2>;
  MCP108 10 TS2314: Generic type 'Array<T>' requires 1 type argument(s).
  MCP108 18 TS2314: Generic type 'Record' requires 2 type argument(s).
  MCP108 35 TS2314: Generic type 'Partial' requires 1 type argument(s).
const I = 1; const I = 2;
  MCP108 7 TS2451: Cannot redeclare block-scoped variable 'I'.
  MCP108 20 TS2451: Cannot redeclare block-scoped variable 'I'.
interface K { a: string } interface K { a?: string }
  MCP108 15 TS2687: All declarations of 'a' must have identical modifiers.
  MCP108 41 TS2687: All declarations of 'a' must have identical modifiers.
  MCP108 41 TS2717: Subsequent property declarations must have the same type. Property 'a' must be of type 'string', but here has type 'string | undefined'.
interface U { x: number } interface V extends U { x: string }
  MCP108 37 TS2430: Interface 'V' incorrectly extends interface 'U'. Types of property 'x' are incompatible. Type 'string' is not assignable to type 'number'.
`;
test("`parseSchema` reports all type errors at once", () =>
  expectErrors(UNSOUND));

/** Declarations that look invalid but are valid TypeScript. */
const SOUND: readonly string[] = [
  "type X = { x: X } | X[] | Record<string, { x: X } | X[]>;",
  'interface A { a: string; b?: 1 }\ninterface X extends A { a: "a"; b: 1 }',
  'interface Y {}\ntype A = Y;\ntype B = A & { b: string };\ninterface X extends A, B, Partial<Y>, Omit<Y, "z"> {}',
  "interface Array { a: 1 }\ntype Partial = Array;\ntype X = Partial[];",
  // `Omit` of a type with an index signature keeps only the index signature.
  'interface Y { [k: string]: unknown; a: string }\ninterface X extends Omit<Y, "b"> { a: number }',
  // A naive comparison of `x` would double the intersection at every level and
  // not end.
  "type A = { x: A } & { x: A };",
  "type A = { a: 1 } | { b: 1 };\ntype B = A | { c: 1 };\ntype C = B & { d: 1 };\ntype X = C & { e: 1 };",
];
for (const lines of SOUND)
  test(`\`parseSchema\` accepts ${lines.replaceAll("\n", " ")}`, () =>
    assert.equal(getErrors(lines), []));

const times = (count: number, line: (n: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index + 1)).join("\n");

/**
 * Schemas that would take the type check too long, each with the expected
 * error, or null if the schema is accepted.
 */
const RUNAWAYS: readonly [string, string, RegExp | null][] = [
  [
    "10,000 unions that double in size",
    `type X0 = 1;\n${times(10_000, (n) => `type X${n} = X${n - 1} | X${n - 1};`)}`,
    /^MCP106 \d+:1 `X\d+` has more than 200000 parts after its aliases and bases are expanded$/,
  ],
  [
    "interfaces whose number of bases doubles",
    `interface A0 {} interface B0 {}\n${times(
      60,
      (n) =>
        `interface A${n} extends A${n - 1}, B${n - 1} {} interface B${n} extends A${n - 1}, B${n - 1} {}`,
    )}`,
    /^MCP106 /,
  ],
  [
    "an intersection of large unions",
    `type A = ${times(400, (n) => `| { a${n}: 1 }`)};\ntype B = ${times(400, (n) => `| { b${n}: 1 }`)};\ntype X = A & B;`,
    /^MCP108 \d+:10 TS2590: Expression produces a union type that is too complex to represent\.$/,
  ],
  [
    "300 interfaces with nested narrowed members",
    `${times(300, (n) => `interface A${n} { a: A${n + 1} } interface B${n} extends A${n} { a: B${n + 1} }`)}\ninterface A301 {} interface B301 {}`,
    /^MCP108 \d+:\d+ TS2321: Excessive stack depth comparing types/,
  ],
  [
    "a union of 100,000 members",
    `type X = ${times(100_000, (n) => `| "v${n}"`)};`,
    null,
  ],
  [
    "240 unions, each of which uses the previous one",
    `type X0 = 1;\n${times(240, (n) => `type X${n} = X${n - 1} | X${n - 1}[];`)}`,
    null,
  ],
];
for (const [name, lines, want] of RUNAWAYS)
  test(`\`parseSchema\` ${want ? "rejects" : "accepts"} ${name}`, () => {
    const errors = getErrors(lines);
    if (want) assert.match(errors[0] ?? "", want);
    else assert.equal(errors, []);
  });

test("`parseSchema` skips the type check for published revisions", () => {
  const text =
    "type X = 1; type X = 2;\nexport const LATEST_PROTOCOL_VERSION = '1';\ntype ClientRequest = never;";
  const read = (revision: string | null): readonly unknown[] => {
    try {
      return parseSchema(text, { file: "schema.ts", revision }).warnings;
    } catch (error) {
      return String(error).split("\n");
    }
  };
  assert.equal(read("2026-07-28"), []);
  assert.is(read(null).length, 2);
});

test("errors of the type checker and of the parser in one line are sorted by column", () => {
  const errors = getErrors("interface X { a: Nope; b: Map }");
  assert.equal(
    errors.map((error) => error.slice(0, 11)),
    ["MCP108 1:18", "MCP111 1:27"],
  );
});

test.run();
