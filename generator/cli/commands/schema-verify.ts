import { readSchemaFile } from "../../source/read.js";
import { resolveRevisions } from "../../source/revisions.js";
import type { Verdict } from "../../pipeline/verify.js";
import { requireBundled } from "../../source/extensions.js";
import { defineCommand, required, SHARED_OPTIONS, text } from "../command.js";
import { EXIT } from "../terminal/io.js";
import { formatDiagnostics, jsonText } from "../terminal/report.js";
import { onlyOne, usage } from "../usage-errors.js";

/** Says whether a file declares exactly a revision's protocol. */
export const schemaVerifyCommand = defineCommand({
  words: ["schema", "verify"],
  describe: "Is the file structurally a revision's schema.ts?",
  operands: { file: required("Path of a schema.ts") },
  options: {
    rev: text("The revision that it should be: 2025-06-18, draft, ..."),
    extension: text("An extension in place of a revision: tasks"),
    json: SHARED_OPTIONS.json,
  },
  examples: [
    [
      "$0 schema verify ./schema.ts --rev 2025-06-18",
      "Prose and formatting may differ; declarations, types and tags not",
    ],
  ],
  async run({ file, rev, extension, json }, io) {
    if ((rev === undefined) === (extension === undefined))
      throw usage("schema verify: name one --rev or one --extension.");
    const { verdict, warnings } =
      extension === undefined
        ? await verifyRevision(file, rev ?? "")
        : await verifyNamed(file, extension);
    io.err(formatDiagnostics(warnings, io.colour));
    io.out(json ? jsonText(verdict) : textOf(verdict));
    return verdict.ok ? EXIT.done : EXIT.failed;
  },
});

async function verifyRevision(file: string, rev: string) {
  const revision = onlyOne("schema verify takes", resolveRevisions([rev]));
  const source = readSchemaFile(file);
  const { verifySchema } = await import("../../pipeline/verify.js");
  return verifySchema(source, revision);
}

async function verifyNamed(file: string, extension: string) {
  requireBundled(extension);
  const source = readSchemaFile(file);
  const { verifyExtension } =
    await import("../../pipeline/verify-extension.js");
  return verifyExtension(source, extension);
}

function textOf(verdict: Verdict): string {
  const { file, revision, fingerprint, diff } = verdict;
  if (diff === null)
    return `${file} is ${revision}: structural fingerprint ${fingerprint}.\n`;
  const other =
    verdict.is.length > 0 ? ` It is ${verdict.is.join(" and ")}.` : "";
  return `${file} is not ${revision}.${other}\n\n${diff}`;
}
