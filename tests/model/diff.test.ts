/** Revisions compared; docs/changes/ has what is found, step by step. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { diffModels } from "../../generator/model/diff/diff.js";
import { diffPage } from "../../generator/model/diff/page.js";
import { parse, TELL } from "../support/diffs.js";
import { bundledModel, modelOf, REVISIONS } from "../support/models.js";
import { bundledSchema, reverseDeclarations } from "../support/sources.js";

const diffs = suite("diff: revisions");

for (const revision of REVISIONS)
  diffs(`of ${revision} and itself in another order is none`, () => {
    const shuffled = modelOf(reverseDeclarations(bundledSchema(revision)));
    assert.equal(diffModels(bundledModel(revision), shuffled), []);
  });

diffs("says why, whatever the change", () => {
  for (const [at, revision] of REVISIONS.slice(1).entries()) {
    const older = bundledModel(REVISIONS[at] ?? revision);
    for (const change of diffModels(older, bundledModel(revision)))
      assert.match(change.why, /^[A-Z].*\.$/);
  }
});

const SAMPLE = diffModels(
  parse("interface Down { a: 1 | 2 } interface Gone {} const A = 1;"),
  parse(
    `interface Down { a: 1 | 2 | 3; b?: string } ${TELL} type ServerNotification = TellNotification;`,
  ),
);

diffs("are a page of Markdown", () => {
  assert.is(
    diffPage(SAMPLE, { from: "A", to: "B" }),
    `# From A to B

6 changes: 1 breaks an older client, 0 an older server.

## Methods

- \`tell\` added
  - is \`notification from the server\`

## Members

- \`Down.a\` widened (**breaks an older client**)
  - was \`1 | 2\`
  - is \`1 | 2 | 3\`
  - A newer server may send what an older client does not take.
- \`Down.b\` added
  - is \`b?: string\`

## Constants

- \`A\` removed
  - was \`A = 1\`

## Types

- added: \`TellNotification\`
- removed: \`Gone\`
`,
  );
});

diffs.run();
