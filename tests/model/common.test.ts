/** What models have in common, and what a corpus makes of that. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { corpusOf } from "../../generator/emit/corpus/emit.js";
import { typesInCommon } from "../../generator/model/members/common.js";
import { normalsOf } from "../../generator/model/normal/normal.js";
import { parse } from "../support/diffs.js";
import { bundledModel, REVISIONS } from "../support/models.js";

const common = suite("what models have in common");

const BEFORE = `
interface Same { /** Said so. */ text: string; in?: Inner }
interface Inner { again?: Inner; n: number }
interface Other { a: string }
interface Through { other: Other }
interface Gone { gone: true }
type Round = Round2 | string;
type Round2 = Round[] | Other;
`;
const NOW = BEFORE.replace("Said so.", "Said anew.")
  .replace("a: string", "a: number")
  .replace("Gone", "New");

common("a type is the same when all that is in it is", () => {
  const [a, b] = [normalsOf(parse(BEFORE)), normalsOf(parse(NOW))];
  const names = [...typesInCommon(a, b)].filter((name) =>
    BEFORE.includes(name),
  );
  assert.equal(names.sort(), ["Inner", "Same"]);
});

for (const [at, revision] of REVISIONS.entries())
  common(`the corpus of ${revision} is its own after any other`, () => {
    const model = bundledModel(revision);
    const before = bundledModel(REVISIONS[at - 1] ?? "draft");
    const alone = corpusOf({ ...model });
    const first = corpusOf(before);
    const after = corpusOf({ ...model }, before);
    // As texts: some values have keys that confuse a comparison.
    assert.is(JSON.stringify(after), JSON.stringify(alone));
    const [shared] = typesInCommon(normalsOf(before), normalsOf(model));
    const values = (corpus: typeof after): unknown =>
      corpus.types.find(({ type }) => type === shared)?.valid;
    assert.ok(values(after));
    assert.is(values(after), values(first));
  });

common.run();
