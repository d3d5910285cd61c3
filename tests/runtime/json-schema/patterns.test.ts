/**
 * Tests of regular expressions from untrusted peers. The linear matcher must
 * match the same texts as RegExp, but in linear time.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { elicitationHandlers } from "../../../runtime/features/client/elicitation.js";
import { LinearPattern } from "../../../runtime/json-schema/linear/match.js";
import {
  compileUntrustedSchema,
  LinearPatterns,
} from "../../../runtime/json-schema/untrusted-schema.js";
import { compilePattern } from "../../../runtime/validation/formats.js";
import { random } from "../../harness/models/mutations.js";
import {
  failure,
  createScriptedHost,
} from "../../harness/host/scripted-servers.js";

const test = suite("JSON Schema: hostile patterns");

const EVIL = "^(a+)+$";
const MANY = `${"a".repeat(100_000)}!`;

const LISTED = {
  name: "t",
  inputSchema: { type: "object" },
  outputSchema: {
    type: "object",
    properties: {
      a: { type: "string", pattern: EVIL },
      b: { pattern: "^(?=x)" },
    },
  },
};
const STRUCTURED = { a: MANY.slice(-1_000), b: "x" };

/**
 * Returns the result of a hostile server for a method. With RegExp, the tool
 * result would cause exponential backtracking in the pattern of the tool's
 * output schema.
 */
const answers = (method: string): object =>
  method === "tools/list"
    ? { tools: [LISTED] }
    : { content: [], structuredContent: STRUCTURED };

test("a host validates tool results against output schemas with hostile patterns", async () => {
  const { host, errors } = createScriptedHost(answers);
  await host.connect();
  const call = (): Promise<string> =>
    failure(host.callTool({ name: "s__t", arguments: {} }));
  const problem =
    "ConnectionError: The tool t of s returned a result that does not match its output schema: a must match ^(a+)+$";
  assert.equal([await call(), await call()], [problem, problem]);
  // The host reports the pattern only once, because it compiles the schema once
  // for all calls.
  assert.equal(errors, [
    "The tool t of s, output schema: The pattern ^(?=x) is not checked: it contains (?=",
  ]);
  await host.close();
});

test("a client validates the user's answer even if the form schema contains a hostile pattern", async () => {
  const told: string[] = [];
  const ctx = {
    connection: { report: (error: Error) => told.push(error.message) },
  };
  const fill = (pattern: string, a: string): Promise<string> => {
    const form = () => ({ action: "accept" as const, content: { a } });
    const handlers = elicitationHandlers({ form }, false);
    const properties = { a: { type: "string", pattern } };
    const params = { message: "", requestedSchema: { properties } };
    return failure(handlers["elicitation/create"](params, ctx as never));
  };
  assert.match(await fill(EVIL, MANY.slice(-1_000)), "content.a: ");
  assert.is(await fill(EVIL, "aaa"), "none");
  assert.is(await fill("(?<!b)a", "ba"), "none");
  assert.equal(told, [
    "The elicitation form is invalid: The pattern (?<!b)a is not checked: it contains (?<!",
  ]);
});

for (const [pattern, text] of [
  [EVIL, MANY],
  ["^(a|a)*$", MANY],
  ["(a*)*b", MANY],
  ["^(([a-z])+.)+[A-Z]([a-z])+$", MANY],
  ["(.*)*(.*)*(.*)*=", MANY],
  ["^(\\w+\\s?)*$", MANY],
  ["^(.{1,100}){1,90}b$", MANY.slice(-1_000)],
] as const)
  test(`matching the pattern ${pattern} takes linear time or stops with an error`, () => {
    const linear = new LinearPattern(pattern);
    let found: unknown;
    try {
      found = linear.test(text);
    } catch (error) {
      found = (error as Error).message;
    }
    assert.ok([false, "is too complex to validate"].includes(found as string));
  });

for (const [pattern, why] of [
  ["(?=a)", "it contains (?="],
  ["(?<!a)b", "it contains (?<!"],
  ["(a)\\1", "it contains \\1"],
  ["(?<n>a)\\k<n>", "it contains \\k"],
  ["a{20001}", "it needs too many states"],
  ["((a{100}){100}){100}", "it needs too many states"],
  ["((){1000000}){1000000}", "it needs too many states"],
  [`(a{${"9".repeat(320)}}){0}(b{999}){999}`, "it needs too many states"],
  ["\\d".repeat(200_000), "it is too long"],
  ["(".repeat(201) + ")".repeat(201), "it is nested too deeply"],
  ["(", "Invalid regular expression"],
] as const)
  test(`the pattern ${pattern.slice(0, 40)} is refused by the linear matcher`, () => {
    assert.throws(
      () => new LinearPattern(pattern),
      ({ message }: Error) => message.startsWith(why),
    );
  });

const ATOMS = [
  // `split("")` splits the emoji into its two surrogates. The lone surrogates
  // are also test data.
  ..."ab1 _-é\n.{]😀".split(""),
  "😀",
  ...(
    "\\d \\w \\S \\x61 \\u0061 \\u{1f600} \\ud83d\\ude00 \\p{L} \\P{Lu} " +
    "\\. \\- \\cA [ab] [^a] [] [^] [\\]a-c\\-] [\\w-] [😀b]"
  ).split(" "),
];
const ASSERTIONS = ["^", "$", "\\b", "\\B"];
const TIMES = ["*", "+", "?", "*?", "+?", "??", "{2}", "{1,}", "{0,2}", "{0}?"];
const LETTERS = ["a", "b", "1", " ", "_", "-", "é", "\n", "😀", "\ud83d", "{"];

/**
 * Returns whether a RegExp matches a text. Tests each position separately: with
 * the flag `u`, V8 also finds empty matches between two surrogates, which
 * ECMAScript treats as one character.
 */
function finds({ source, flags, unicode }: RegExp, text: string): boolean {
  const sticky = new RegExp(source, `${flags}y`);
  let at = 0;
  for (const char of ["", ...(unicode ? text : text.split(""))]) {
    at += char.length;
    sticky.lastIndex = at;
    if (sticky.test(text)) return true;
  }
  return false;
}

test("unsupported patterns count towards the length limit for all patterns of a schema", () => {
  const patterns = new LinearPatterns();
  const long = `${"a".repeat(199_990)}(?=`;
  for (const sign of "bcd") patterns.get(`${long}${sign})`);
  assert.equal(
    [...patterns.unsupported.values()].map(({ message }) => message),
    ["it contains (?=", "it is too long", "it is too long"],
  );
});

test("`LinearPattern` and `RegExp` match the same random texts", () => {
  const below = random(20);
  const pick = <T>(from: readonly T[]): T => from[below(from.length)] as T;
  const several = <T>(most: number, make: () => T): T[] =>
    Array.from({ length: below(most + 1) }, make);
  const term = (depth: number): string => {
    const kind = below(100);
    if (kind < 15) return pick(ASSERTIONS);
    const atom =
      depth > 0 && kind < 45
        ? `${pick(["(", "(?:", "(?<n>"])}${either(depth - 1)})`
        : pick(ATOMS);
    return below(10) < 4 ? atom + pick(TIMES) : atom;
  };
  const either = (depth: number): string =>
    [0, ...several(1, () => 0)]
      .map(() => several(4, () => term(depth)).join(""))
      .join("|");
  let compared = 0;
  let found = 0;
  while (compared < 4_000) {
    const pattern = either(3);
    let expression: RegExp;
    try {
      expression = compilePattern(pattern);
    } catch {
      continue;
    }
    compared += 1;
    const linear = new LinearPattern(pattern);
    for (let times = 0; times < 5; times += 1) {
      const text = several(7, () => pick(LETTERS)).join("");
      const expected = finds(expression, text);
      if (expected) found += 1;
      const same = linear.test(text) === expected;
      if (!same) assert.unreachable(JSON.stringify([pattern, text, expected]));
    }
  }
  assert.ok(found > 2_000 && found < 18_000, String(found));
});

const AHEAD = "(?=a)";
const NUMBER = { type: "number" };
const CLOSED = { additionalProperties: false };
const EVALUATED = { unevaluatedProperties: false, required: ["a"] };
const LEFT_OUT = [{ type: "string", pattern: AHEAD }, { type: "string" }];

/**
 * Test cases: title, schema with an unsupported pattern, and two values. The
 * first value is accepted, because the pattern is not checked. The second
 * value, if any, is rejected because of another keyword.
 */
for (const [title, schema, fits, fails] of [
  ["not", { not: { pattern: AHEAD } }, "x", undefined],
  ["oneOf", { oneOf: LEFT_OUT }, "x", 1],
  [
    "oneOf next to allOf",
    { allOf: [{ maxLength: 1 }], oneOf: LEFT_OUT },
    "x",
    "xy",
  ],
  ["if", { if: { pattern: AHEAD }, then: false }, "x", undefined],
  [
    "maxContains",
    { contains: { pattern: AHEAD }, maxContains: 1 },
    ["x", "y"],
    [],
  ],
  [
    "patternProperties",
    { patternProperties: { [AHEAD]: NUMBER, b: NUMBER }, ...CLOSED },
    { a: 1, b: 2 },
    { b: "2" },
  ],
  [
    "a recursive schema",
    { pattern: AHEAD, items: { $ref: "#" }, maxItems: 1 },
    [["x"]],
    [[], []],
  ],
  [
    "a declared property",
    { properties: { a: { pattern: AHEAD } }, ...CLOSED },
    { a: "1" },
    { b: 2 },
  ],
  [
    "if and unevaluatedItems",
    { if: { items: { pattern: AHEAD } }, unevaluatedItems: false, maxItems: 1 },
    ["a"],
    ["a", "b"],
  ],
  [
    "unevaluatedProperties",
    { allOf: [{ patternProperties: { [AHEAD]: true } }], ...EVALUATED },
    { a: 1 },
    {},
  ],
] as const)
  test(`an unsupported pattern inside ${title} is not checked`, () => {
    const told: string[] = [];
    const validate = compileUntrustedSchema(schema, (problem) =>
      told.push(problem),
    );
    assert.equal(validate(fits), []);
    if (fails !== undefined) assert.is(validate(fails).length, 1);
    assert.equal(told, ["The pattern (?=a) is not checked: it contains (?="]);
  });

test.run();
