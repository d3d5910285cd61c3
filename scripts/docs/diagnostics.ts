/** `docs/diagnostics.md`: every code that the program can print. */
import { format } from "prettier";
import { usageErrors } from "../../generator/commands/usage.js";
import { EMIT_DIAGNOSTICS } from "../../generator/emit/diagnostics.js";
import type { DiagnosticKind } from "../../generator/errors.js";
import { PARSE_DIAGNOSTICS } from "../../generator/parse/diagnostics.js";
import { sourceError } from "../../generator/source/diagnostics.js";
import { pullError } from "../../generator/source/pull-errors.js";
import { writeError } from "../../generator/write/diagnostics.js";

/** What goes wrong where, in the order of a run. */
const CHAPTERS: readonly (readonly [
  string,
  Readonly<Record<string, DiagnosticKind>>,
])[] = [
  ["The command line", usageErrors.kinds],
  ["Where a schema comes from", sourceError.kinds],
  ["Upstream's own files", pullError.kinds],
  ["Reading a schema", PARSE_DIAGNOSTICS],
  ["Generating", EMIT_DIAGNOSTICS],
  ["Writing", writeError.kinds],
];

const HEAD = `# Diagnostics

What mcp-codegen prints when it cannot go on, or would not be silent about
something. A code is stable once it has been released. The cause and the fix are
those of the registry; what is printed can say more of the case at hand.
Errors end a run with exit code 2 and change nothing; \`--json\` prints them as
JSON on stdout.

<!-- Made by scripts/docs.ts from the registries of the program. -->
`;

/**
 * The page.
 *
 * @throws Error when two registries have one code.
 */
export function diagnosticsPage(): Promise<string> {
  const codes = CHAPTERS.flatMap(([, kinds]) => Object.keys(kinds));
  const twice = codes.filter((code, index) => codes.indexOf(code) !== index);
  if (twice.length > 0) throw new Error(`Two causes for ${twice.join(", ")}`);
  const chapters = CHAPTERS.map(
    ([title, kinds]) =>
      `## ${title}\n\n${Object.entries(kinds).map(entryText).join("\n")}`,
  );
  return format([HEAD, ...chapters].join("\n"), { parser: "markdown" });
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
