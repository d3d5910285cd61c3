/** Tests of the reports of `check` as text, Markdown and SARIF. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { FileCheck } from "../../../generator/snapshot/check.js";
import { checkSarif, checkText } from "../../../generator/snapshot/report.js";
import type { Diagnostic } from "../../../generator/support/errors.js";
import { toolVersion } from "../../../generator/support/package.js";

const test = suite("snapshot: report");

const place = { file: "a\\b.ts", line: 3, column: 5, frame: "" };
const change = {
  subject: "tool",
  of: "t",
  path: "t",
  kind: "changed",
  before: null,
  after: null,
  why: "Why.",
  place,
} as const;
const checked = {
  file: "a\\b.ts",
  server: "weather 1",
  changes: [],
  errors: [],
  warnings: [],
  isUpdated: false,
} satisfies FileCheck;
const error: Diagnostic = {
  severity: "error",
  code: "MCP660",
  message: "Message.",
  place: null,
  cause: "Cause.",
  fix: "Fix.",
};

const CHECKS: readonly FileCheck[] = [
  {
    ...checked,
    isUpdated: true,
    changes: [
      { ...change, verdict: "callers", before: null, after: '"y"' },
      { ...change, verdict: "models", before: '"x`"', after: null },
      { ...change, verdict: "models", subject: "server" },
      { ...change, verdict: "compatible", path: "`a`\n- b" },
    ],
  },
  { ...checked, file: "failed.ts", errors: [error, { ...error, place }] },
  { ...checked, changes: [{ ...change, verdict: "models" }] },
  checked,
];

test("the text report lists the changes of each checked file", () => {
  assert.is(
    checkText(CHECKS, false),
    `a\\b.ts: weather 1, breaks callers: 1, changes what models read: 2, compatible: 1; the file was updated.
- breaks callers: tool t changed
  - after: "y"
  - Why.
- changes what models read: tool t changed
  - before: "x\`"
  - Why.
- changes what models read: server t changed
  - Why.
- compatible: tool \`a\` - b changed
  - Why.
a\\b.ts: weather 1, changes what models read: 1.
- changes what models read: tool t changed
  - Why.
a\\b.ts: weather 1, no change.
`,
  );
});

test("the Markdown report has a heading for each checked file", () => {
  assert.is(
    checkText(CHECKS.slice(2), true),
    `## a\\b.ts: \`weather 1\`, changes what models read: 1.

- changes what models read: tool \`t\` changed
  - Why.

## a\\b.ts: \`weather 1\`, no change.
`,
  );
  assert.match(
    checkText(CHECKS, true),
    'tool `t` changed\n  - before: ``"x`"``\n  - Why.\n',
  );
});

test("the SARIF report has a result with a position for each change and error", () => {
  const result = (
    ruleId: string,
    level: string,
    text: string,
    uri: string,
    [startLine, startColumn]: readonly [number, number],
  ) => ({
    ruleId,
    level,
    message: { text },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri },
          region: { startLine, startColumn },
        },
      },
    ],
  });
  const changed = (ruleId: string, level: string, path = "tool t") =>
    result(ruleId, level, `${path} changed. Why.`, "a/b.ts", [3, 5]);
  const rule = (id: string, text: string) => ({
    id,
    shortDescription: { text },
  });
  assert.equal(checkSarif(CHECKS), {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "mcp-codegen",
            version: toolVersion(),
            rules: [
              rule("callers", "breaks callers"),
              rule("models", "changes what models read"),
              rule("compatible", "compatible"),
            ],
          },
        },
        results: [
          changed("callers", "error"),
          changed("models", "warning"),
          changed("models", "warning", "server t"),
          changed("compatible", "note", "tool `a`\n- b"),
          result(
            "MCP660",
            "error",
            "Message. Cause. Fix.",
            "failed.ts",
            [1, 1],
          ),
          result("MCP660", "error", "Message. Cause. Fix.", "a/b.ts", [3, 5]),
          changed("models", "warning"),
        ],
      },
    ],
  });
});

test.run();
