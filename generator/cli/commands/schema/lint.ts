import { codeFrame } from "../../../support/errors.js";
import type { Finding } from "../../../model/lint/lint.js";
import type { SchemaSource } from "../../../source/read.js";
import { readSources } from "../../../source/select.js";
import { defineCommand, SHARED_OPTIONS, text } from "../../command.js";
import { EXIT } from "../../terminal/io.js";
import {
  counted,
  findingText,
  formatDiagnostics,
  jsonText,
} from "../../terminal/report.js";
import { singleRevision, usage } from "../../usage-errors.js";

/**
 * Command `schema lint`: reports problems in a schema.ts, for reviewers of the
 * specification.
 */
export const schemaLintCommand = defineCommand({
  words: ["schema", "lint"],
  describe: "Report problems in a schema.ts, for its reviewers",
  operands: { file: text("Path of a schema.ts") },
  options: {
    rev: text("Revision to lint instead of a file: 2025-06-18, draft, latest"),
    extension: text(
      "Extension to lint: tasks, apps, skills, or the path of its schema.ts [default of --rev: latest]",
    ),
    json: SHARED_OPTIONS.json,
  },
  examples: [
    ["$0 schema lint ./schema.ts", "Lint a file; exit with 1 if it has errors"],
    ["$0 schema lint --rev draft --json", "Lint the draft"],
  ],
  async run({ file, rev, extension, json }, io) {
    const revision =
      rev ?? (extension && file === undefined ? "latest" : undefined);
    if ((file === undefined) === (revision === undefined))
      throw usage(
        "`schema lint` needs either a file or --rev, and not both.",
        "Run `mcp-codegen schema lint ./schema.ts` or `mcp-codegen schema lint --rev latest`.",
      );
    const extensions = extension === undefined ? [] : [extension];
    const revisions = revision === undefined ? [] : [revision];
    const sources = readSources({ revisions, schema: file, extensions });
    const core = singleRevision("`schema lint`", sources);
    const source = core.extensions?.[0] ?? core;
    const [{ parseSchema }, { lint }] = await Promise.all([
      import("../../../parse/index.js"),
      import("../../../model/lint/lint.js"),
    ]);
    const { model, warnings } = parseSchema(core.text, core);
    const findings = lint(model);
    io.err(formatDiagnostics(warnings, io.colour));
    const ok = findings.every(({ severity }) => severity !== "error");
    io.out(
      json
        ? jsonText({ ok, file: source.file, findings })
        : formatFindings(findings, source, io.outColour),
    );
    return ok ? EXIT.done : EXIT.failed;
  },
});

/** Formats findings with code frames, followed by a summary. */
function formatFindings(
  findings: readonly Finding[],
  { text, file }: Pick<SchemaSource, "text" | "file">,
  colour: boolean,
): string {
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  const blocks = findings.map(({ position, explanation, ...found }) => {
    const frame = codeFrame(lines, position.line, position.column);
    const place = { file, ...position, frame };
    return findingText(
      { ...found, place, notes: { why: explanation } },
      colour,
    );
  });
  const counts = (["error", "warning", "note"] as const).flatMap((severity) => {
    const count = findings.filter(
      (finding) => finding.severity === severity,
    ).length;
    return count === 0 ? [] : [counted(count, severity)];
  });
  const summary = counts.join(", ") || "no findings";
  return [...blocks, `${file}: ${summary}.\n`].join("\n");
}
