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

function tagged(...tags: readonly (readonly [string, string])[]): Doc {
  return { ...NO_DOC, tags: tags.map(([name, text]) => ({ name, text })) };
}

const CASES: readonly [
  name: string,
  given: Doc,
  want: readonly string[] | null,
][] = [
  ["nothing", NO_DOC, null],
  ["only blanks", prose(" \n\n"), null],
  ["one line", prose("A tool."), ["/** A tool. */"]],
  [
    "one line of 73 characters",
    prose("x".repeat(73)),
    [`/** ${"x".repeat(73)} */`],
  ],
  [
    "one line that is too long",
    prose("x".repeat(74)),
    ["/**", ` * ${"x".repeat(74)}`, " */"],
  ],
  [
    "paragraphs, indented code and trailing blanks",
    prose("One.  \n\n  code\t\nTwo.\n"),
    ["/**", " * One.", " *", " *   code", " * Two.", " */"],
  ],
  [
    "line ends of other systems",
    prose("a\r\nb\rc"),
    ["/**", " * a", " * b", " * c", " */"],
  ],
  [
    "the end of a comment",
    prose("Accepts */* and **/ */"),
    ["/** Accepts *\\/* and **\\/ *\\/ */"],
  ],
  [
    "an end that is escaped already",
    prose("Accepts *\\/"),
    ["/** Accepts *\\/ */"],
  ],
  [
    "a slash at the start and a star at the end",
    prose("/ and *"),
    ["/** / and * */"],
  ],
  [
    "braces of templates and links",
    prose("{{header}} ${x} {@link Tool}"),
    ["/** {{header}} ${x} {@link Tool} */"],
  ],
  ["one tag", tagged(["internal", ""]), ["/** @internal */"]],
  [
    "text and tags in source order",
    {
      ...tagged(["minimum", "0"], ["deprecated", "Use b.\nSoon."]),
      text: "A.",
      deprecated: "Use b.\nSoon.",
    },
    [
      "/**",
      " * A.",
      " *",
      " * @minimum 0",
      " * @deprecated Use b.",
      " * Soon.",
      " */",
    ],
  ],
  [
    "a code fence below its tag",
    tagged(["example", "```json\n{}\n```"]),
    ["/**", " * @example", " * ```json", " * {}", " * ```", " */"],
  ],
  [
    "a deprecation without its tag",
    { ...NO_DOC, deprecated: "" },
    ["/** @deprecated */"],
  ],
  [
    "a since that a tag says already",
    { ...tagged(["since", "1"]), since: "2" },
    ["/** @since 1 */"],
  ],
];

for (const [name, given, want] of CASES) {
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
