/** How changes are shown. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { diffModels } from "../../generator/model/diff/diff.js";
import { diffPage } from "../../generator/model/diff/page.js";
import { parse, TELL } from "../support/diffs.js";

const diffs = suite("diff: formats");

const SAMPLE = diffModels(
  parse("interface Down { a: 1 | 2 } interface Gone {} const A = 1;"),
  parse(
    `interface Down { a: 1 | 2 | 3; b?: string } ${TELL} type ServerNotification = TellNotification;`,
  ),
);

diffs("as Markdown is a page", () => {
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

diffs("of equals is one sentence", () => {
  assert.is(
    diffPage([], { from: "A", to: "B" }),
    "# From A to B\n\nThere is no difference on the wire.\n",
  );
});

diffs.run();
