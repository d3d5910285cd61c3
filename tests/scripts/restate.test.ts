/**
 * Tests of `restate`, which gives a new schema the comments of earlier schemas.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { fingerprint } from "../../generator/model/identity/fingerprint.js";
import { restate } from "../../scripts/revision/restate.js";
import {
  bundledModel,
  parseModel,
  REVISIONS,
} from "../harness/models/models.js";
import { parseLines } from "../harness/models/parsing.js";

const test = suite("scripts: restate");

const OURS = parseLines(`
/** Our text. */ interface Tool {
  /** Our name. @minimum 1 */ name: string;
  /** Our size. */ size: number;
  inner: { /** Our flag. */ flag: boolean }[]; }
/** Our list. @deprecated Use Tool. */ type List = Tool[];`);

const THEIRS = `
/** Their text. */ interface Tool {
  /** Their name. */ name: string;
  /** Their size. @minimum 2 */ size: string;
  inner: { /** Their flag. */ flag: boolean }[];
  /** Their new member. */ added: 1;
  plain: 2; }
/** Their list. @deprecated Their reason. */ type List = Tool[];`;

test("`restate` writes the new schema with the comments of the older schema", () => {
  const { text, missing, changed } = restate(parseLines(THEIRS), [OURS]);
  const body = text.slice(text.indexOf("/**"), text.indexOf("export const"));
  assert.is(
    body.replace(/\s+/g, " "),
    "/** Our text. */ interface Tool { /** Our name. */ name: string; " +
      "/** * Our size. * * TODO: check this comment. * * @minimum 2 */ size: string; " +
      "inner: { /** Our flag. */ flag: boolean; }[]; " +
      "/** TODO: describe. */ added: 1; plain: 2; } " +
      "/** * Our list. * * @deprecated Use Tool. */ type List = Tool[]; ",
  );
  assert.equal([missing, changed], [["Tool.added"], ["Tool.size"]]);
});

test("`restate` uses the first of several older comments for a declaration", () => {
  const first = parseLines("/** First. */ type List = 1;");
  const { text } = restate(parseLines(THEIRS), [first, OURS]);
  assert.match(text, "First.");
  assert.not.match(text, "Our list.");
});

for (const revision of REVISIONS)
  test(`\`restate\` does not change the structural fingerprint of the schema of ${revision}`, () => {
    const model = bundledModel(revision);
    const { text } = restate(model, [OURS]);
    assert.is(fingerprint(parseModel(text)), fingerprint(model));
  });

test.run();
