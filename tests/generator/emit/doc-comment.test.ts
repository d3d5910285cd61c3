/**
 * Tests of printed doc comments. Those of published revisions are in
 * snapshots/.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  printDocComment,
  createDoc,
} from "../../../generator/emit/print/doc-comment.js";
import { NO_DOC } from "../../../generator/model/build.js";

const test = suite("emit: doc comments");

/** Texts that no revision contains, and their comments. */
const TEXTS: Readonly<Record<string, string>> = {
  "a\r\nb\rc": "/**\n * a\n * b\n * c\n */",
  "Accepts */* and **/ */": "/** Accepts *\\/* and **\\/ *\\/ */",
  "Accepts *\\/": "/** Accepts *\\/ */",
  "/ and *": "/** / and * */",
  "{{header}} ${x} {@link Tool}": "/** {{header}} ${x} {@link Tool} */",
};
for (const [given, want] of Object.entries(TEXTS))
  test(`docComment prints the text ${JSON.stringify(given)}`, () =>
    assert.is(printDocComment(createDoc(given)), want));

test("docComment prints @deprecated, and @since only once", () => {
  const deprecated = { ...NO_DOC, deprecated: "" };
  assert.is(printDocComment(deprecated), "/** @deprecated */");
  const tags = [{ name: "since", text: "1" }];
  const since = { ...NO_DOC, tags, since: "2" };
  assert.is(printDocComment(since), "/** @since 1 */");
});

test.run();
