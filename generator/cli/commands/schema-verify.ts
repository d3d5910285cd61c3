import { readSchemaFile } from "../../source/read.js";
import { resolveRevisions } from "../../source/revisions.js";
import type { Verdict } from "../../jobs/verify.js";
import { defineCommand, required, SHARED_OPTIONS } from "../command.js";
import { EXIT } from "../terminal/io.js";
import { formatDiagnostics, jsonText } from "../terminal/report.js";
import { onlyOne } from "../usage-errors.js";

/** Says whether a file declares exactly a revision's protocol. */
export const schemaVerifyCommand = defineCommand({
  words: ["schema", "verify"],
  describe: "Is the file structurally a revision's schema.ts?",
  operands: { file: required("Path of a schema.ts") },
  options: {
    rev: required("The revision that it should be: 2025-06-18, draft, ..."),
    json: SHARED_OPTIONS.json,
  },
  examples: [
    [
      "$0 schema verify ./schema.ts --rev 2025-06-18",
      "Prose and formatting may differ; declarations, types and tags not",
    ],
  ],
  async run({ file, rev, json }, io) {
    const revision = onlyOne("schema verify takes", resolveRevisions([rev]));
    const source = readSchemaFile(file);
    const { verifySchema } = await import("../../jobs/verify.js");
    const { verdict, warnings } = verifySchema(source, revision);
    io.err(formatDiagnostics(warnings, io.colour));
    io.out(json ? jsonText(verdict) : textOf(verdict));
    return verdict.ok ? EXIT.done : EXIT.failed;
  },
});

function textOf(verdict: Verdict): string {
  const { file, revision, fingerprint, diff } = verdict;
  if (diff === null)
    return `${file} is ${revision}: structural fingerprint ${fingerprint}.\n`;
  const other =
    verdict.is.length > 0 ? ` It is ${verdict.is.join(" and ")}.` : "";
  return `${file} is not ${revision}.${other}\n\n${diff}`;
}
