/** Nothing is written that nothing reaches. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { outputOf } from "../support/made.js";
import { REVISIONS } from "../support/models.js";
import { modulesOf, unreached } from "../support/reached.js";

const reached = suite("reached");

for (const revision of REVISIONS)
  reached(`${revision}: nothing is written that nothing reaches`, async () => {
    const { folder, files } = modulesOf(await outputOf(revision));
    assert.equal(unreached(folder, files), []);
  });

reached.run();
