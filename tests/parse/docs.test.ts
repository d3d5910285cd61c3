import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Doc } from "../../generator/model/types.js";
import { casesOf, cellsOf } from "../support/cases.js";
import { declarationOf, expectErrors, warningsOf } from "../support/parsing.js";

const docs = suite("doc comments");

function docOf(comment: string): Doc {
  return declarationOf(`${comment}\nexport type X = string;`).doc;
}

const CASES: readonly [string, string, Partial<Doc>][] = [
  ["one line", "/** Text. */", { text: "Text." }],
  [
    "paragraphs and lists",
    "/**\n * One\n *\n *  - a\n *    * b\n */",
    { text: "One\n\n - a\n   * b" },
  ],
  ["no stars", "  /**\n   One\n     two\n  */", { text: "One\n  two" }],
  [
    "blanks at line ends",
    "/**\n * One  \n * two\t\n **/",
    { text: "One\ntwo" },
  ],
  ["nothing", "/** */", { text: "" }],
  ["the last of two", "/** One. */\n/** Two. */", { text: "Two." }],
  [
    "an inline link",
    "/** See {@link X | it} and {@deprecated not}. */",
    { text: "See {@link X | it} and {@deprecated not}.", tags: [] },
  ],
  [
    "an escaped end and braces",
    "/** {{x}} `*\\/` ${y} */",
    { text: "{{x}} `*\\/` ${y}" },
  ],
  [
    "tags in order, with their text",
    "/**\n * T.\n * @minimum 0\n *\n * @example One\n * ```json\n * {}\n * ```\n * @internal\n */",
    {
      text: "T.",
      tags: [
        { name: "minimum", text: "0" },
        { name: "example", text: "One\n```json\n{}\n```" },
        { name: "internal", text: "" },
      ],
    },
  ],
  [
    "tags on one line",
    "/** @internal @deprecated Use Y. */",
    {
      text: "",
      tags: [
        { name: "internal", text: "" },
        { name: "deprecated", text: "Use Y." },
      ],
      deprecated: "Use Y.",
    },
  ],
  [
    "a tag with hyphen, and a backslash",
    "/** @TJS-pattern ^[\\x21-\\x7E]+$ */",
    { tags: [{ name: "TJS-pattern", text: "^[\\x21-\\x7E]+$" }] },
  ],
  [
    "a tag with its value after a dot",
    "/** @items.minimum 0 */",
    { tags: [{ name: "items", text: ".minimum 0" }] },
  ],
  [
    "what is no tag",
    "/**\n * Ask me@example.com, @someone or @{x}.\n * @scope/package\n * `@deprecated` and ``a ` @internal``\n * ```\n * @deprecated\n * ```\n */",
    {
      text: "Ask me@example.com, @someone or @{x}.\n@scope/package\n`@deprecated` and ``a ` @internal``\n```\n@deprecated\n```",
      tags: [],
      deprecated: null,
      since: null,
    },
  ],
];
for (const [name, comment, want] of CASES)
  docs(name, () =>
    assert.equal({ ...docOf(comment), ...want }, docOf(comment)),
  );

docs("on one line belong to what follows, at its end to nothing", () => {
  const found = declarationOf(
    "interface X { /** A. */ a: string; /** B. */ b: string; /** Of b. */\nc: string }",
  );
  if (found.kind !== "interface") throw new Error("X is an interface");
  assert.equal(
    found.members.map((member) => member.doc.text),
    ["A.", "B.", ""],
  );
});

const WARNINGS = casesOf(`
# an unknown tag
/**
 * T.
 * @frobnicate it
 */
type X = string;
/** @returns x
 @security Y */ type Y = string;
=> MCP140 3:4 Unknown tag @frobnicate
=> MCP140 7:2 Unknown tag @security
# tags that belong to nothing
/** @internal */
/** T. */
type X = "/** @deprecated */" | /** @deprecated */ "b";
/** @see nothing */
=> MCP141 1:1 The doc comment with @internal stands before no declaration or member
=> MCP141 3:33 The doc comment with @deprecated stands before no declaration or member
`);
for (const [what, lines, want] of WARNINGS)
  docs(`with ${what} are a warning`, () =>
    assert.equal(warningsOf(lines), want),
  );

docs("with a value that nothing can be checked against are an error", () =>
  expectErrors(`
/** @minimum x
  MCP142 5 @minimum takes a number, not \`x\`
 * @maximum 1 or so
  MCP142 4 @maximum takes a number, not \`1 or so\`
 */ type X = number;
/** @pattern [ */ type Y = string;
  MCP142 5 @pattern takes a regular expression, not \`[\`
interface Z { /** @minLength -1 */ a: string }
  MCP142 19 @minLength takes a count, not \`-1\`
`),
);

// Code in comments: of each the first tag that is one is `@internal`.
for (const [what = "", ...lines] of cellsOf(`
  backquotes | \`\`\` | @deprecated | \`\`\`
  tildes | ~~~ | @deprecated | ~~~
  a fence of the other kind within | \`\`\` | ~~~ | @deprecated | \`\`\`
  a shorter one within | \`\`\`\` | \`\`\` | @deprecated | \`\`\`\`
  a longer one at the end | \`\`\` | @deprecated | \`\`\`\`
  a line within that opens none | ~~~ | \`\`\` | @deprecated | ~~~
`))
  docs(`in fences: ${what}`, () => {
    const doc = docOf(["/**", ...lines, "@internal", "*/"].join("\n"));
    assert.equal(doc.tags, [{ name: "internal", text: "" }]);
    assert.is(doc.text, lines.join("\n"));
  });

docs.run();
