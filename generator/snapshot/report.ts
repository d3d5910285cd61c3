/** Formats the result of `mcp-codegen check`. */
import type { Diagnostic } from "../support/errors.js";
import type { FileCheck, PlacedChange } from "./check.js";
import type { Verdict } from "./compare.js";

/**
 * Texts of each verdict, most severe first: its label, the words after a number
 * of changes (`summary`), its SARIF level and its description.
 */
const VERDICTS = {
  callers: {
    label: "breaks callers",
    summary: (one: boolean) => `that ${one ? "breaks" : "break"} callers`,
    level: "error",
    rule: "Calls that were valid for the snapshot fail now.",
  },
  models: {
    label: "changes what models read",
    summary: (one: boolean) =>
      `that ${one ? "changes" : "change"} what models read`,
    level: "warning",
    rule: "The text or the annotations of a definition have changed.",
  },
  compatible: {
    label: "compatible",
    summary: () => "compatible",
    level: "note",
    rule: "Existing calls remain valid.",
  },
} as const;

const ORDER = Object.keys(VERDICTS) as Verdict[];

/** Returns the changes of a file, with the most severe changes first. */
function inOrder({ changes }: FileCheck): PlacedChange[] {
  return ORDER.flatMap((verdict) =>
    changes.filter((change) => change.verdict === verdict),
  );
}

/**
 * Returns a text from a server as one line, so that the text cannot imitate
 * further lines of the report. In Markdown, the text becomes a code span.
 */
function quoteLine(text: string, markdown: boolean): string {
  const line = text.replace(/\s+/g, " ");
  return markdown ? `\`${line.replaceAll("`", "'")}\`` : line;
}

/**
 * Returns a summary such as `2 changes: 1 that breaks callers, 1 compatible`.
 */
function summarize(
  { file, server, changes, isUpdated }: FileCheck,
  markdown: boolean,
): string {
  const counts = ORDER.flatMap((verdict) => {
    const { length } = changes.filter((change) => change.verdict === verdict);
    const text = VERDICTS[verdict].summary(length === 1);
    return length > 0 ? [`${length} ${text}`] : [];
  });
  const noun = changes.length === 1 ? "change" : "changes";
  const text =
    changes.length === 0
      ? "no change"
      : `${changes.length} ${noun}: ${counts.join(", ")}`;
  return `${file}: ${quoteLine(server, markdown)}, ${text}${isUpdated ? "; the file was updated" : ""}.`;
}

/**
 * Formats the checks as plain text or Markdown. Files that could not be checked
 * are left out, because the command prints their errors to stderr.
 */
export function checkText(
  checks: readonly FileCheck[],
  markdown: boolean,
): string {
  const code = (text: string): string => quoteLine(text, markdown);
  return checks
    .filter(({ errors }) => errors.length === 0)
    .map((check) => {
      const lines = inOrder(check).flatMap(
        ({ verdict, subject, path, kind, before, after, why }) => [
          `- ${VERDICTS[verdict].label}: ${subject} ${code(path)} ${kind}`,
          ...(before === null ? [] : [`  - before: ${code(before)}`]),
          ...(after === null ? [] : [`  - after: ${code(after)}`]),
          `  - ${why}`,
        ],
      );
      const title = `${markdown ? "## " : ""}${summarize(check, markdown)}`;
      return [title, ...(markdown && lines.length > 0 ? [""] : []), ...lines]
        .map((line) => `${line}\n`)
        .join("");
    })
    .join(markdown ? "\n" : "");
}

/** Formats the checks as SARIF 2.1.0, which code hosts show as annotations. */
export function checkSarif(
  checks: readonly FileCheck[],
  version: string,
): object {
  const results = checks.flatMap((check) => [
    ...inOrder(check).map(({ verdict, subject, path, kind, why, place }) => ({
      ruleId: verdict,
      level: VERDICTS[verdict].level,
      message: { text: `${subject} ${path} ${kind}. ${why}` },
      locations: [location(place.file, place.line, place.column)],
    })),
    ...check.errors.map(({ code, message, cause, fix }: Diagnostic) => ({
      ruleId: code,
      level: "error",
      message: { text: `${message} ${cause} ${fix}` },
      locations: [location(check.file, 1, 1)],
    })),
  ]);
  const rules = ORDER.map((id) => ({
    id,
    shortDescription: { text: VERDICTS[id].rule },
  }));
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      { tool: { driver: { name: "mcp-codegen", version, rules } }, results },
    ],
  };
}

function location(
  file: string,
  startLine: number,
  startColumn: number,
): object {
  return {
    physicalLocation: {
      artifactLocation: { uri: file.replaceAll("\\", "/") },
      region: { startLine, startColumn },
    },
  };
}
