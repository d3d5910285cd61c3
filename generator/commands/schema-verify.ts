import { readSchemaFile } from "../source/read.js";
import { resolveRevisions } from "../source/revisions.js";
import type { Verdict } from "../verify.js";
import { SHARED_OPTIONS, type Command } from "./command.js";
import { EXIT } from "./io.js";
import { formatDiagnostics } from "./report.js";
import { usage } from "./usage.js";

interface VerifyArgs {
  file: string;
  rev: string;
  json: boolean;
}

/** Says whether a file declares exactly a revision's protocol. */
export const schemaVerifyCommand: Command<VerifyArgs> = {
  name: "verify <file>",
  describe: "Is the file structurally a revision's schema.ts?",
  build: (yargs) =>
    yargs
      .positional("file", {
        type: "string",
        demandOption: true,
        describe: "Path of a schema.ts",
      })
      .option("rev", {
        type: "string",
        requiresArg: true,
        demandOption: true,
        describe: "The revision that it should be: 2025-06-18, draft, ...",
      })
      .option("json", SHARED_OPTIONS.json)
      .example(
        "$0 schema verify ./schema.ts --rev 2025-06-18",
        "Prose and formatting may differ; declarations, types and tags not",
      ),
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
};

function textOf(verdict: Verdict): string {
  const { file, revision, fingerprint, diff } = verdict;
  if (diff === null)
    return `${file} is ${revision}: structural fingerprint ${fingerprint}.\n`;
  const other =
    verdict.is.length > 0 ? ` It is ${verdict.is.join(" and ")}.` : "";
  return `${file} is not ${revision}.${other}\n\n${diff}`;
}
