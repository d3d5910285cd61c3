/** What revisions of the same text share, and what is each one's own. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { parseSchema } from "../../generator/parse/index.js";
import { readBundledSchema } from "../../generator/source/read.js";
import { bundledSince } from "../../generator/source/revisions.js";

const reading = suite("reading once");

const TEXT = readBundledSchema("2026-07-28").text;
const since = bundledSince();

reading("the same text is read once, whichever revision it is", () => {
  const dated = { file: "dated.ts", revision: "2026-07-28", since };
  const draft = { file: "draft.ts", revision: "draft", since };
  const first = parseSchema(TEXT, dated);
  const alone = parseSchema(TEXT, draft);
  const second = parseSchema(`\uFEFF${TEXT}`, {
    ...draft,
    before: first.reading,
  });
  assert.is(second.model.declarations, first.model.declarations);
  assert.is.not(alone.model.declarations, first.model.declarations);
  assert.equal(second.model, alone.model);
  assert.is(second.model.source.revision, "draft");
});

reading("another text is read, however little differs", () => {
  const first = parseSchema(TEXT, { file: "schema.ts", since });
  const other = `${TEXT}export type Extra = string;\n`;
  const { model } = parseSchema(other, {
    file: "schema.ts",
    since,
    before: first.reading,
  });
  assert.is(model.declarations.at(-1)?.name, "Extra");
});

reading("what was found in a text is said of each file that has it", () => {
  const text = `${TEXT}/** @unheard of */\nexport type Extra = string;\n`;
  const first = parseSchema(text, { file: "a.ts" });
  assert.is(first.reading, null);
  const second = parseSchema(text, { file: "b.ts", before: first.reading });
  assert.equal(
    second.warnings.map(({ code, place }) => `${code} ${place?.file}`),
    first.warnings.map(({ code }) => `${code} b.ts`),
  );
  assert.ok(second.warnings.length > 0);
});

reading.run();
