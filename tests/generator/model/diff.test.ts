/** Revisions compared; docs/changes/ has what is found, step by step. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { diffModels } from "../../../generator/model/diff/diff.js";
import {
  bundledModel,
  modelOf,
  REVISIONS,
} from "../../harness/models/models.js";
import {
  bundledSchema,
  reverseDeclarations,
} from "../../harness/models/sources.js";

const diffs = suite("diff: revisions");

for (const revision of REVISIONS)
  diffs(`of ${revision} and itself in another order is none`, () => {
    const shuffled = modelOf(reverseDeclarations(bundledSchema(revision)));
    assert.equal(diffModels(bundledModel(revision), shuffled), []);
  });

diffs.run();
