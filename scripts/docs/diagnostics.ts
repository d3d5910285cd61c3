/** `docs/diagnostics.md`: every code that the program can print. */
import { format } from "prettier";
import { usageErrors } from "../../generator/cli/usage-errors.js";
import { configError } from "../../generator/config/diagnostics.js";
import { emitError } from "../../generator/emit/diagnostics.js";
import type { DiagnosticKind } from "../../generator/support/errors.js";
import { LINT_RULES } from "../../generator/model/lint/lint.js";
import { newError } from "../../generator/new/diagnostics.js";
import { PARSE_DIAGNOSTICS } from "../../generator/parse/diagnostics.js";
import { sourceError } from "../../generator/source/diagnostics.js";
import { pullError } from "../../generator/source/pull/pull-errors.js";
import { toolError } from "../../generator/lint-tools/diagnostics.js";
import { trafficError } from "../../generator/validate/diagnostics.js";
import { writeError } from "../../generator/write/diagnostics.js";

/** What goes wrong where, in the order of a run: all errors and warnings. */
const CHAPTERS: readonly (readonly [
  string,
  Readonly<Record<string, DiagnosticKind>>,
])[] = [
  ["The command line", usageErrors.kinds],
  ["The configuration", configError.kinds],
  ["Where a schema comes from", sourceError.kinds],
  ["Upstream's own files", pullError.kinds],
  ["Reading a schema", PARSE_DIAGNOSTICS],
  ["Generating", emitError.kinds],
  ["Writing", writeError.kinds],
  ["New projects", newError.kinds],
  ["Tools, where an error is exit code 1", toolError.kinds],
  ["Recorded traffic", trafficError.kinds],
];

const HEAD = `# Diagnostics

\`\`\`console
$ mcp-codegen --rev 2025-06-17 2>&1 | grep -v cause
error MCP001: There is no revision "2025-06-17". Did you mean "2025-06-18"?
  fix: Pass one of these, or "latest".
\`\`\`

A code is stable once it has been released. Errors end a run with exit code 2 and change
nothing; \`--json\` prints them as JSON on stdout. Cause and fix are those of the registry;
what is printed can say more of the case at hand.

<!-- Made by scripts/docs.ts from the registries of the program. -->
`;

const LINT_HEAD = `## Reviewing a schema

What \`schema lint\` finds. A finding stops nothing; one that is an error makes
the command end with exit code 1.
`;

/**
 * The page.
 *
 * @throws Error when two registries have one code.
 */
export function diagnosticsPage(): Promise<string> {
  const codes = allCodes();
  const twice = codes.filter((code, index) => codes.indexOf(code) !== index);
  if (twice.length > 0) throw new Error(`Two causes for ${twice.join(", ")}`);
  const chapters = CHAPTERS.map(
    ([title, kinds]) =>
      `## ${title}\n\n${Object.entries(kinds).map(entryText).join("\n")}`,
  );
  const findings = Object.entries(LINT_RULES).map(
    ([code, { title, explanation }]) =>
      `### ${code}: ${escaped(title)}\n\n${escaped(explanation)}\n`,
  );
  return format([HEAD, ...chapters, LINT_HEAD, ...findings].join("\n"), {
    parser: "markdown",
  });
}

/** The codes of all registries, of errors and of findings. */
export function allCodes(): string[] {
  return [...CHAPTERS.map(([, kinds]) => kinds), LINT_RULES].flatMap((kinds) =>
    Object.keys(kinds),
  );
}

function entryText([code, { title, cause, fix }]: [
  string,
  DiagnosticKind,
]): string {
  return `### ${code}: ${escaped(title)}\n\n- **Cause**: ${escaped(cause)}\n- **Fix**: ${escaped(fix)}\n`;
}

/** Text of a terminal as Markdown: code stays code, the rest is plain. */
function escaped(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((part, index) =>
      index % 2 === 1 ? part : part.replace(/[\\*_<>[\]]/g, "\\$&"),
    )
    .join("");
}
