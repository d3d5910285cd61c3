/** Tests of the parser for the frontmatter of skills. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { parse as parseYaml } from "yaml";
import { random } from "../../harness/models/mutations.js";
import { parseSkillFile } from "../../../runtime/skills/frontmatter.js";

const test = suite("skills: frontmatter");

const parseText = (text: string) =>
  parseSkillFile(new TextEncoder().encode(text));
const parse = (yaml: string) => parseText(`---\n${yaml}\n---\n# Body\n`);

test("parseSkillFile refuses a file that is not UTF-8 text", () => {
  assert.throws(
    () => parseSkillFile(Buffer.from("---\na: é\n---\n", "latin1")),
    ({ message }: Error) =>
      message === "The file is not text; save it in the encoding UTF-8",
  );
});

const ACCEPTED: readonly (readonly [yaml: string, value: object])[] = [
  ["", {}],
  ["a: b c # comment", { a: "b c" }],
  ["# comment\n\na: http://x/y", { a: "http://x/y" }],
  ["a: one\n  two\n\n  three\nb: 1", { a: "one two\nthree", b: 1 }],
  [`a: "x: \\"y\\" \\u00e9"\nb: 'it''s'`, { a: 'x: "y" é', b: "it's" }],
  ["a: true\nb: ~\nc: -1.5e3\nd: 0x1F", { a: true, b: null, c: -1500, d: 31 }],
  ["a: 2024-01-01\nb: v1.2", { a: "2024-01-01", b: "v1.2" }],
  ["a:\n  b: 1\n  c:\n    d: x\ne: y", { a: { b: 1, c: { d: "x" } }, e: "y" }],
  ["a:\n- x\n- y\nb:\n  - 1\n  -", { a: ["x", "y"], b: [1, null] }],
  [`a: [x, "y, z", 1]`, { a: ["x", "y, z", 1] }],
  [
    "hooks:\n  PreToolUse:\n  - matcher: Bash\n    hooks:\n      - type: x\n  - b: |\n      c",
    {
      hooks: {
        PreToolUse: [{ matcher: "Bash", hooks: [{ type: "x" }] }, { b: "c\n" }],
      },
    },
  ],
  ["a: |\n  x\n    y\n\n  z\n\nb: 1", { a: "x\n  y\n\nz\n", b: 1 }],
  ["a: >-\n  x\n  y\n\n  z\n    w\n  v", { a: "x y\nz\n  w\nv" }],
  ["a: |\n\n  x\nb: 1", { a: "\nx\n", b: 1 }],
  ["a: |-\n  x # y\n\nb: >\n", { a: "x # y", b: "" }],
  ["a: >\n  x\n   y\n  z\n\n\n  w", { a: "x\n y\nz\n\nw\n" }],
  ["a: > # comment\n  x", { a: "x\n" }],
  ["a: one\n\n\n  two # comment\nb: 1", { a: "one\n\ntwo", b: 1 }],
  ["a: one\n# comment\nb: 1", { a: "one", b: 1 }],
  [
    "a: # comment\n  b: 1\nc:\nd:\n  # comment",
    { a: { b: 1 }, c: null, d: null },
  ],
  [
    "a:\n  - # comment\n    b: 1\n    c: 2\n  - x",
    { a: [{ b: 1, c: 2 }, "x"] },
  ],
  ["  a: 1\n  b: 2", { a: 1, b: 2 }],
  ["'a': 1\nb.c/d-e : 2", { a: 1, "b.c/d-e": 2 }],
  [`a: [ ]\nb: ['x' , "y" ] # comment`, { a: [], b: ["x", "y"] }],
  ["a: [~, true, 1.5]", { a: [null, true, 1.5] }],
  ["a: '' # comment\nb: \"\\t\ty\"", { a: "", b: "\t\ty" }],
  [
    "a: TRUE\nb: false\nc: 0o17\nd: +1\ne: .5\nf: 1.",
    { a: true, b: false, c: 15, d: 1, e: 0.5, f: 1 },
  ],
  ["a: x:y\nb: x#y\nc: -x", { a: "x:y", b: "x#y", c: "-x" }],
  [
    `a: ${"[".repeat(8)}${"]".repeat(8)}`,
    { a: JSON.parse("[".repeat(8) + "]".repeat(8)) as object },
  ],
  [`a: ${"x".repeat(65_529)}`, { a: "x".repeat(65_529) }],
  ["a: >\n  x\n  y\nb: |-\n  y\nc: |", { a: "x y\n", b: "y", c: "" }],
  [`a: "b\n  c"\nd:\n  - 'x\n    y'`, { a: "b c", d: ["x y"] }],
  [
    `a: {"b": {"c": [], "d": ["x{"]}, e: no} # f`,
    { a: { b: { c: [], d: ["x{"] }, e: "no" } },
  ],
  [
    `a: [Bash(git add:*), 'it''s', http://x/y]`,
    { a: ["Bash(git add:*)", "it's", "http://x/y"] },
  ],
  ['"a b": 1\n__proto__: 2', JSON.parse('{"a b":1,"__proto__":2}') as object],
];
for (const [yaml, value] of ACCEPTED)
  test(`the frontmatter ${JSON.stringify(yaml.slice(0, 60))} is parsed`, () => {
    assert.is(JSON.stringify(parse(yaml).frontmatter), JSON.stringify(value));
    assert.is(parse(yaml).body, "# Body\n");
  });

const BOMB = `&a ["x", "x"]\nb: &b [*a, *a]\nc: [*b, *b]`;
const REFUSED: readonly (readonly [yaml: string, message: RegExp])[] = [
  ["a: &x 1\nb: *x", /^Line 2 of SKILL\.md: the value &x 1 must be in quotes/],
  ["b: 1\na: *x", /^Line 3 of SKILL\.md: the value \*x must/],
  ["a: !!js/function x", /the value !!js/],
  ["a: {b: c: 1}", /not a valid text, list or map/],
  ["a: [b, [c]", /not a valid text, list or map/],
  [`a: ${"[".repeat(9)}${"]".repeat(9)}`, /more than 8 nested values/],
  [
    `a: ${BOMB}`,
    /Line 2 of SKILL\.md: the value &a .* aliases and tags are not/,
  ],
  ["a: [*b]", /the value \*b must be in quotes/],
  ["<<: x", /expected `name: value`/],
  ["a: b: c", /the value b: c must be in quotes/],
  ["a: 1\na: 2", /the name a occurs twice/],
  ['a: "b # c', /^Line 2 of SKILL\.md: the value "b # c has no closing quote$/],
  ["a: 'b''", /the value 'b'' has no closing quote$/],
  ["a: 'b' c", /the value 'b' c must/],
  ['a: "\\x41"', /not a valid text/],
  ["a: [b", /not a valid text, list or map/],
  ["a: |2\n  x", /the value \|2 x must/],
  ["a: |\n    x\n  y", /unexpected indentation/],
  ["a:\n\tb: 1", /tabs/],
  ["a: 1\n  - b: c", /must be in quotes/],
  ["a:\n  - b: c\n   d: e", /unexpected indentation/],
  ["a:\n  b: 1\n c: 2", /unexpected indentation/],
  ["# comment\n\na:\n b: 1\n b: 2", /^Line 6 of SKILL\.md: the name b/],
  ["a: [b] c", /^Line 2 of SKILL\.md: \["b"\] "c" is not a valid/],
  ["a:\n- x\n y: 1", /the value x y: 1 must be in quotes/],
  ["a: |\n  x\n y", /^Line 4 of SKILL\.md: unexpected indentation/],
  ["a: - b", /the value - b must/],
  ["a: -.INF", /not a JSON value/],
  [`a: ${"x".repeat(65_530)}`, /more than 65536 characters/],
  ["a: .nan", /not a JSON value/],
];
for (const [yaml, message] of REFUSED)
  test(`the frontmatter ${JSON.stringify(yaml.slice(0, 40))} is refused`, () => {
    assert.throws(
      () => parse(yaml),
      (error: Error) => message.test(error.message),
    );
  });

/** Parts from which the property test composes frontmatter. */
const PARTS = [
  ..."a|b: |b:|- |-|\n|\n|\n  |\n    |\n |\"|'|x|1|[|]|{|}|,|, |: | #c|#|>|>-".split(
    "|",
  ),
  ..." y/true/~/\\/0x1/-1/k: v/\nk: /\n- /\n  - /\n  m: /*a/&a/!t/?/%/|/|-".split(
    "/",
  ),
];

test("the frontmatter parser returns the same values as the package yaml", () => {
  const below = random(1);
  let accepted = 0;
  for (let at = 0; at < 5_000; at += 1) {
    const count = 1 + below(9);
    const parts = Array.from(
      { length: count },
      () => PARTS[below(PARTS.length)],
    );
    const yaml = `k: ${parts.join("")}`;
    let value: unknown;
    try {
      value = parse(yaml).frontmatter;
    } catch {
      continue;
    }
    // Skip block scalars that start with a deeply indented blank line: the
    // tested parser accepts them, but the npm package yaml rejects them.
    if (/[|>]-?\n +\n/.test(yaml)) continue;
    accepted += 1;
    assert.equal(value, parseYaml(yaml), JSON.stringify(yaml));
  }
  assert.ok(accepted > 500);
});

test("the frontmatter parser reads a value on the line after its key", () => {
  assert.equal(parse("a:\n  b c\n  d\ne: 1").frontmatter, { a: "b c d", e: 1 });
});

test("a file without frontmatter is refused", () => {
  for (const text of ["", "# Title", "\n---\na: 1\n---\n"])
    assert.throws(() => parseText(text), /must start with frontmatter/);
});

test("frontmatter without the closing line --- is refused", () => {
  assert.throws(
    () => parseText("---\na: 1\n"),
    /^The frontmatter has no closing line ---$/,
  );
});

test("a file with a byte order mark and CRLF line ends is parsed", () => {
  const text = "\uFEFF---\r\na: 1\r\n---\r\nBody\r\n";
  assert.equal(parseText(text), { frontmatter: { a: 1 }, body: "Body\n" });
});

test.run();
