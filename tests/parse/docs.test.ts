import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Doc } from "../../generator/model/types.js";
import { declarationOf, errorsOf, warningsOf } from "../support/parsing.js";

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

docs("with an unknown tag are a warning where the tag is", () => {
  assert.equal(
    warningsOf(
      "/**\n * T.\n * @frobnicate it\n */\ntype X = string;\n/** @returns x\n @security Y */ type Y = string;",
    ),
    ["MCP140 3:4 Unknown tag @frobnicate", "MCP140 7:2 Unknown tag @security"],
  );
});

docs("with a value that nothing can be checked against are an error", () => {
  assert.equal(
    errorsOf(
      "/**\n * @minimum x\n * @maximum 1 or so\n */\ntype X = number;\n/** @pattern [ */ type Y = string;\ninterface Z { /** @minLength -1 */ a: string }",
    ),
    [
      "MCP142 2:4 @minimum takes a number, not `x`",
      "MCP142 3:4 @maximum takes a number, not `1 or so`",
      "MCP142 6:5 @pattern takes a regular expression, not `[`",
      "MCP142 7:19 @minLength takes a count, not `-1`",
    ],
  );
});

docs("with tags that belong to nothing are a warning", () => {
  assert.equal(
    warningsOf(
      `/** @internal */\n/** T. */\ntype X = "/** @deprecated */" | /** @deprecated */ "b";\n/** @see nothing */`,
    ),
    [
      "MCP141 1:1 The doc comment with @internal stands before no declaration or member",
      "MCP141 3:33 The doc comment with @deprecated stands before no declaration or member",
    ],
  );
});

docs.run();
