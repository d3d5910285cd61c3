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

/** As long as a comment of one line may be. */
const LONG = "x".repeat(73);

function tagged(...tags: readonly (readonly [string, string])[]): Doc {
  return { ...NO_DOC, tags: tags.map(([name, text]) => ({ name, text })) };
}

/** A line of text, and the comment; `null` when there is none. */
const TEXTS: Readonly<Record<string, string | null>> = {
  " \n\n": null,
  "A tool.": "/** A tool. */",
  [LONG]: `/** ${LONG} */`,
  [`${LONG}x`]: `/**\n * ${LONG}x\n */`,
  // Paragraphs, indented code and trailing blanks.
  "One.  \n\n  code\t\nTwo.\n": "/**\n * One.\n *\n *   code\n * Two.\n */",
  "a\r\nb\rc": "/**\n * a\n * b\n * c\n */",
  "Accepts */* and **/ */": "/** Accepts *\\/* and **\\/ *\\/ */",
  "Accepts *\\/": "/** Accepts *\\/ */",
  "/ and *": "/** / and * */",
  "{{header}} ${x} {@link Tool}": "/** {{header}} ${x} {@link Tool} */",
};
for (const [given, want] of Object.entries(TEXTS))
  test(JSON.stringify(given), () => assert.is(docComment(prose(given)), want));

const TAGGED: readonly [name: string, given: Doc, want: string | null][] = [
  ["nothing", NO_DOC, null],
  ["one tag", tagged(["internal", ""]), "/** @internal */"],
  [
    "text and tags in source order",
    {
      ...tagged(["minimum", "0"], ["deprecated", "Use b.\nSoon."]),
      text: "A.",
      deprecated: "Use b.\nSoon.",
    },
    "/**\n * A.\n *\n * @minimum 0\n * @deprecated Use b.\n * Soon.\n */",
  ],
  [
    "a code fence below its tag",
    tagged(["example", "```json\n{}\n```"]),
    "/**\n * @example\n * ```json\n * {}\n * ```\n */",
  ],
  [
    "a deprecation without its tag",
    { ...NO_DOC, deprecated: "" },
    "/** @deprecated */",
  ],
  [
    "a since that a tag says already",
    { ...tagged(["since", "1"]), since: "2" },
    "/** @since 1 */",
  ],
];
for (const [name, given, want] of TAGGED)
  test(name, () => assert.is(docComment(given), want));

test("the width counts from where the comment stands", () => {
  const layout = docLayout(prose(LONG));
  const want = `\n  /**\n   * ${LONG}\n   */`;
  assert.is(print(indent([hardline, layout ?? ""])), want);
});

test.run();
