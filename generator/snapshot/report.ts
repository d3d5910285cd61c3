/** Formats the result of `mcp-codegen check`. */
import { MARKDOWN, PLAIN } from "../model/diff/page.js";
import type { Place } from "../support/errors.js";
import { toolVersion } from "../support/package.js";
import type { FileCheck } from "./check.js";
import { VERDICT_NAMES, VERDICTS } from "./compare.js";

/**
 * Formats the checks as plain text or Markdown. Files that could not be compared
 * are left out, because the command prints their errors to stderr.
 */
export function checkText(
  checks: readonly FileCheck[],
  markdown: boolean,
): string {
  const style = markdown ? MARKDOWN : PLAIN;
  // A text from a server becomes one line, so that the text cannot imitate
  // further lines of the report.
  const code = (text: string): string => style.code(text.replace(/\s+/g, " "));
  const toItem = (change: FileCheck["changes"][number]): string => {
    const { verdict, subject, path, kind, before, after, why } = change;
    const lines = [
      `- ${VERDICTS[verdict].label}: ${subject} ${code(path)} ${kind}`,
      before === null ? "" : `  - before: ${code(before)}`,
      after === null ? "" : `  - after: ${code(after)}`,
      `  - ${why}`,
    ];
    return lines.filter(Boolean).join("\n");
  };
  return checks
    .filter(({ errors, changes }) => errors.length === 0 || changes.length > 0)
    .flatMap(({ file, server, changes, isUpdated }) => {
      const end = isUpdated ? "; the file was updated." : ".";
      const title = `${file}: ${code(server)}, ${summarize(changes)}${end}`;
      const items = changes.map(toItem).join("\n");
      return [style.heading(2, title), items].filter(Boolean);
    })
    .map((block) => `${block}\n`)
    .join(markdown ? "\n" : "");
}

/** Returns a text such as `breaks callers: 1, compatible: 2`. */
function summarize(changes: FileCheck["changes"]): string {
  const counts = VERDICT_NAMES.map((name) => {
    const { length } = changes.filter(({ verdict }) => verdict === name);
    return length === 0 ? "" : `${VERDICTS[name].label}: ${length}`;
  });
  return counts.filter(Boolean).join(", ") || "no change";
}

/** Formats the checks as SARIF 2.1.0, which code hosts show as annotations. */
export function checkSarif(checks: readonly FileCheck[]): object {
  const rules = VERDICT_NAMES.map((id) => ({
    id,
    shortDescription: { text: VERDICTS[id].label },
  }));
  const results = checks.flatMap(({ file, changes, errors }) => [
    ...changes.map(({ verdict, subject, path, kind, why, place }) => {
      const text = `${subject} ${path} ${kind}. ${why}`;
      return toResult(verdict, VERDICTS[verdict].level, text, place);
    }),
    ...errors.map(({ code, message, cause, fix, place }) => {
      const text = `${message} ${cause} ${fix}`;
      const start = place ?? { file, line: 1, column: 1 };
      return toResult(code, "error", text, start);
    }),
  ]);
  const driver = { name: "mcp-codegen", version: toolVersion(), rules };
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [{ tool: { driver }, results }],
  };
}

function toResult(
  ruleId: string,
  level: string,
  text: string,
  { file, line, column }: Omit<Place, "frame">,
): object {
  const artifactLocation = { uri: file.replaceAll("\\", "/") };
  const region = { startLine: line, startColumn: column };
  const locations = [{ physicalLocation: { artifactLocation, region } }];
  return { ruleId, level, message: { text }, locations };
}
