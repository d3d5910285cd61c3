import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  docComment,
  docLayout,
  prose,
} from "../../generator/emit/print/doc-comment.js";
import { NO_DOC } from "../../generator/model/build.js";
import { indent, print, hardline } from "../../generator/emit/print/layout.js";
import type { Doc } from "../../generator/model/types.js";

const test = suite("doc comments");

interface Case {
  readonly given: Doc;
  readonly want: readonly string[] | null;
}

function tagged(...tags: readonly (readonly [string, string])[]): Doc {
  return { ...NO_DOC, tags: tags.map(([name, text]) => ({ name, text })) };
}

const CASES: readonly [string, Case][] = [
  ["nothing", { given: NO_DOC, want: null }],
  ["only blanks", { given: prose(" \n\n"), want: null }],
  ["one line", { given: prose("A tool."), want: ["/** A tool. */"] }],
  [
    "one line of 73 characters",
    { given: prose("x".repeat(73)), want: [`/** ${"x".repeat(73)} */`] },
  ],
  [
    "one line that is too long",
    {
      given: prose("x".repeat(74)),
      want: ["/**", ` * ${"x".repeat(74)}`, " */"],
    },
  ],
  [
    "paragraphs, indented code and trailing blanks",
    {
      given: prose("One.  \n\n  code\t\nTwo.\n"),
      want: ["/**", " * One.", " *", " *   code", " * Two.", " */"],
    },
  ],
  [
    "line ends of other systems",
    { given: prose("a\r\nb\rc"), want: ["/**", " * a", " * b", " * c", " */"] },
  ],
  [
    "the end of a comment",
    {
      given: prose("Accepts */* and **/ */"),
      want: ["/** Accepts *\\/* and **\\/ *\\/ */"],
    },
  ],
  [
    "an end that is escaped already",
    { given: prose("Accepts *\\/"), want: ["/** Accepts *\\/ */"] },
  ],
  [
    "a slash at the start and a star at the end",
    { given: prose("/ and *"), want: ["/** / and * */"] },
  ],
  [
    "braces of templates and links",
    {
      given: prose("{{header}} ${x} {@link Tool}"),
      want: ["/** {{header}} ${x} {@link Tool} */"],
    },
  ],
  ["one tag", { given: tagged(["internal", ""]), want: ["/** @internal */"] }],
  [
    "text and tags in source order",
    {
      given: {
        ...tagged(["minimum", "0"], ["deprecated", "Use b.\nSoon."]),
        text: "A.",
        deprecated: "Use b.\nSoon.",
      },
      want: [
        "/**",
        " * A.",
        " *",
        " * @minimum 0",
        " * @deprecated Use b.",
        " * Soon.",
        " */",
      ],
    },
  ],
  [
    "a code fence below its tag",
    {
      given: tagged(["example", "```json\n{}\n```"]),
      want: ["/**", " * @example", " * ```json", " * {}", " * ```", " */"],
    },
  ],
  [
    "a deprecation without its tag",
    {
      given: { ...NO_DOC, deprecated: "" },
      want: ["/** @deprecated */"],
    },
  ],
  [
    "a since that a tag says already",
    {
      given: { ...tagged(["since", "1"]), since: "2" },
      want: ["/** @since 1 */"],
    },
  ],
];

for (const [name, { given, want }] of CASES) {
  test(name, () => {
    assert.is(docComment(given), want === null ? null : want.join("\n"));
  });
}

test("the width counts from where the comment stands", () => {
  const layout = docLayout(prose("x".repeat(73)));
  assert.is(
    print(indent([hardline, layout ?? ""])),
    `\n  /**\n   * ${"x".repeat(73)}\n   */`,
  );
});

test.run();
