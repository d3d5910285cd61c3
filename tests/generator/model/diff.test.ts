/** Compares each revision with itself; see docs/changes/ for differences. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { diffModels } from "../../../generator/model/diff/diff.js";
import {
  bundledModel,
  parseModel,
  REVISIONS,
} from "../../harness/models/models.js";
import {
  bundledSchema,
  reverseDeclarations,
} from "../../harness/models/sources.js";

const test = suite("model: diff of revisions");

for (const revision of REVISIONS)
  test(`diffModels finds no change between ${revision} and its declarations in reverse`, () => {
    const shuffled = parseModel(reverseDeclarations(bundledSchema(revision)));
    assert.equal(diffModels(bundledModel(revision), shuffled), []);
  });

test.run();
