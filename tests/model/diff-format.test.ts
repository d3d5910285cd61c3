/** How changes are shown. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { diffModels } from "../../generator/model/diff/diff.js";
import { DIFF_FORMATS, formatDiff } from "../../generator/model/diff/format.js";
import { parse, TELL } from "../support/diffs.js";
import { bundledModel } from "../support/models.js";

const diffs = suite("diff: formats");

diffs("as text fits a terminal", () => {
  const all = diffModels(
    bundledModel("2025-11-25"),
    bundledModel("2026-07-28"),
  );
  const text = formatDiff(all, "text", {
    from: "2025-11-25",
    to: "2026-07-28",
  });
  const lines = text.split("\n");
  assert.equal(
    lines.filter((line) => line.length > 80),
    [],
  );
  assert.is(lines[0], "2025-11-25 -> 2026-07-28");
});

const SAMPLE = diffModels(
  parse("interface Down { a: 1 | 2 } interface Gone {} const A = 1;"),
  parse(
    `interface Down { a: 1 | 2 | 3; b?: string } ${TELL} type ServerNotification = TellNotification;`,
  ),
);

diffs("as text is a picture", () => {
  assert.is(
    formatDiff(SAMPLE, "text", { from: "A", to: "B" }),
    `A -> B
6 changes: 1 breaks an older client, 0 an older server

Methods
  + tell                                 notification from the server

Members
  Down
    ~ a: widened
        - 1 | 2
        + 1 | 2 | 3
        ! older client: A newer server may send what an older client does not
          take.
    + b?: string

Constants
  - A = 1

Types
  + TellNotification
  - Gone

+ added  - removed  > likely renamed  ~ changed  x deprecated
! breaks an older client or server that meets a newer peer
`,
  );
});

diffs("as Markdown is a page", () => {
  assert.is(
    formatDiff(SAMPLE, "md", { from: "A", to: "B" }),
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

diffs("as JSON is all of it", () => {
  assert.equal(JSON.parse(formatDiff(SAMPLE, "json", { from: "A", to: "B" })), {
    from: "A",
    to: "B",
    changes: SAMPLE,
  });
});

diffs("ends in a line end in each format", () => {
  for (const format of DIFF_FORMATS)
    for (const changes of [[], SAMPLE])
      assert.match(formatDiff(changes, format), /[^\n]\n$/);
});

diffs.run();
