import { codeFrame } from "../../support/errors.js";
import type { Finding } from "../../model/lint/lint.js";
import type { SchemaSource } from "../../source/read.js";
import { readSources } from "../../source/select.js";
import { defineCommand, SHARED_OPTIONS, text } from "../command.js";
import { EXIT } from "../terminal/io.js";
import {
  counted,
  findingText,
  formatDiagnostics,
  jsonText,
} from "../terminal/report.js";
import { onlyOne, usage } from "../usage-errors.js";

/** Says what a reviewer of the specification would want to know of a schema. */
export const schemaLintCommand = defineCommand({
  words: ["schema", "lint"],
  describe: "What a reviewer of a schema.ts would want to know",
  operands: { file: text("Path of a schema.ts") },
  options: {
    rev: text("A revision in place of a file: 2025-06-18, draft, ..."),
    extension: text("An extension of that revision [default: of the latest]"),
    json: SHARED_OPTIONS.json,
  },
  examples: [
    ["$0 schema lint ./schema.ts", "Exits with 1 for an error"],
    ["$0 schema lint --rev draft --json", "Of upstream's draft"],
  ],
  async run({ file, rev, extension, json }, io) {
    const of = rev ?? (extension && file === undefined ? "latest" : undefined);
    if ((file === undefined) === (of === undefined))
      throw usage("schema lint: name either a file or one --rev.");
    const extensions = extension === undefined ? [] : [extension];
    const revisions = of === undefined ? [] : [of];
    const sources = readSources({ revisions, schema: file, extensions });
    const core = onlyOne("schema lint takes", sources);
    const source = core.extensions?.[0] ?? core;
    const [{ parseSchema }, { lint }] = await Promise.all([
      import("../../parse/index.js"),
      import("../../model/lint/lint.js"),
    ]);
    const { model, warnings } = parseSchema(core.text, core);
    const findings = lint(model);
    io.err(formatDiagnostics(warnings, io.colour));
    const ok = findings.every(({ severity }) => severity !== "error");
    io.out(
      json
        ? jsonText({ ok, file: source.file, findings })
        : textOf(findings, source, io.outColour),
    );
    return ok ? EXIT.done : EXIT.failed;
  },
});

function textOf(
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
    const count = findings.filter((one) => one.severity === severity).length;
    return count === 0 ? [] : [counted(count, severity)];
  });
  const summary = counts.join(", ") || "nothing to say";
  return [...blocks, `${file}: ${summary}.\n`].join("\n");
}
