/** Tests of the parser for the frontmatter of skills. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { parseSkillFile } from "../../../runtime/skills/frontmatter.js";

const test = suite("skills: frontmatter");

const parse = (yaml: string) => parseSkillFile(`---\n${yaml}\n---\n# Body\n`);

/** Returns maps within maps. The innermost value is null. */
const nest = (depth: number): string =>
  Array.from({ length: depth + 1 }, (_, at) => `${" ".repeat(at)}a:`).join(
    "\n",
  );

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
  ["a: |\n  x\n    y\n\n  z\n\nb: 1", { a: "x\n  y\n\nz\n", b: 1 }],
  ["a: >-\n  x\n  y\n\n  z\n    w\n  v", { a: "x y\nz\n  w\nv" }],
  ["a: |+\n  x\n\nb: |-\n  y\n", { a: "x\n\n", b: "y" }],
  ["a: |\n\n  x\nb: 1", { a: "\nx\n", b: 1 }],
  ["a: |+\n\n\nb: 1", { a: "\n\n", b: 1 }],
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
  [nest(7), JSON.parse(`${'{"a":'.repeat(8)}null${"}".repeat(8)}`) as object],
  [`a: ${"x".repeat(65_529)}`, { a: "x".repeat(65_529) }],
  ['"a b": 1\n__proto__: 2', JSON.parse('{"a b":1,"__proto__":2}') as object],
];
for (const [yaml, value] of ACCEPTED)
  test(`the frontmatter ${JSON.stringify(yaml.slice(0, 60))} is parsed`, () => {
    assert.is(JSON.stringify(parse(yaml).frontmatter), JSON.stringify(value));
    assert.is(parse(yaml).body, "# Body\n");
  });

const REFUSED: readonly (readonly [yaml: string, message: RegExp])[] = [
  ["a: &x 1\nb: *x", /^Line 2 of SKILL\.md: a value that starts with &/],
  ["b: 1\na: *x", /^Line 3 of SKILL\.md: a value that starts with \*/],
  ["a: !!js/function x", /starts with !/],
  ["a: {b: {c: 1}}", /starts with \{/],
  ["a: [b, [c]]", /starts with|no lists and maps/],
  ["<<: x", /expected `name: value`/],
  ["a: b: c", /contains ": "/],
  ["a: 1\na: 2", /the name a occurs twice/],
  ['a: "b', /must end on the same line/],
  ["a: 'b' c", /unexpected text/],
  ["a: [b", /must end on the same line/],
  ["a: |2\n  x", /block header/],
  ["a:\n\tb: 1", /tabs/],
  ["a: 1\n  - b: c", /contains ": "/],
  ["a:\n  b: 1\n c: 2", /unexpected indentation/],
  [nest(8), /more than 8 nested values/],
  ["# comment\n\na:\n b: 1\n b: 2", /^Line 6 of SKILL\.md: the name b/],
  ["a: [b] c", /^Line 2 of SKILL\.md: unexpected text after a list/],
  ["a: [b c: d]", /contains ": "/],
  ["a: ['b' c]", /no lists and maps/],
  ["a:\n- x\n y: 1", /contains ": "/],
  ["a: |\n  x\n y", /^Line 4 of SKILL\.md: unexpected indentation/],
  ["a: - b", /starts with -/],
  ["a: -.INF", /not a JSON value/],
  ['a: "\\x41"', /JSON/],
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

test("a file without frontmatter is refused", () => {
  for (const text of ["", "# Title", "---\na: 1\n", "\n---\na: 1\n---\n"])
    assert.throws(
      () => parseSkillFile(text),
      /does not start with frontmatter/,
    );
});

test("a file with a byte order mark and CRLF line ends is parsed", () => {
  const text = "\uFEFF---\r\na: 1\r\n---\r\nBody\r\n";
  assert.equal(parseSkillFile(text), { frontmatter: { a: 1 }, body: "Body\n" });
});

test.run();
