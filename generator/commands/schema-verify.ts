import type { StructuralDifference } from "../model/structural-diff.js";
import { readSchemaFile } from "../source/read.js";
import { resolveRevisions } from "../source/revisions.js";
import type { Verdict } from "../verify.js";
import { defineCommand, required, SHARED_OPTIONS } from "./command.js";
import { EXIT } from "./io.js";
import { formatDiagnostics } from "./report.js";
import { usage } from "./usage.js";

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
    const [revision, ...more] = resolveRevisions([rev]);
    if (revision === undefined || more.length > 0)
      throw usage("schema verify: --rev takes one revision.");
    const source = readSchemaFile(file);
    const { verifySchema } = await import("../verify.js");
    const { verdict, warnings } = verifySchema(source, revision);
    io.err(formatDiagnostics(warnings, io.colour));
    io.out(json ? `${JSON.stringify(verdict, null, 2)}\n` : textOf(verdict));
    return verdict.ok ? EXIT.done : EXIT.failed;
  },
});

function textOf(verdict: Verdict): string {
  const { file, revision, fingerprint, differences } = verdict;
  if (verdict.ok)
    return `${file} is ${revision}: structural fingerprint ${fingerprint}.\n`;
  const count = `${differences.length} difference${differences.length === 1 ? "" : "s"}`;
  const other =
    verdict.is.length > 0 ? ` It is ${verdict.is.join(" and ")}.` : "";
  const width = Math.max(revision.length, "file".length);
  return [
    `${file} is not ${revision}: ${count}.${other}\n`,
    ...differences.map((difference) => blockOf(difference, revision, width)),
  ].join("\n");
}

/** Where, what of it, and both sides under one another. */
function blockOf(
  { path, aspect, expected, found }: StructuralDifference,
  revision: string,
  width: number,
): string {
  const side = (label: string, text: string | null): string =>
    `  ${`${label}:`.padEnd(width + 1)} ${text === null ? "(absent)" : shortened(text)}\n`;
  return `${path}: ${aspect}\n${side(revision, expected)}${side("file", found)}`;
}

function shortened(text: string): string {
  return text.length > 300 ? `${text.slice(0, 300)} ...` : text;
}
