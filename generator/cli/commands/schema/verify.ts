import { readSchemaFile } from "../../../source/read.js";
import { resolveRevisions } from "../../../source/revisions.js";
import type { Verification } from "../../../pipeline/verify.js";
import { requireBundled } from "../../../source/extensions.js";
import {
  defineCommand,
  requiredText,
  SHARED_OPTIONS,
  text,
} from "../../command.js";
import { EXIT } from "../../terminal/io.js";
import { formatDiagnostics, jsonText } from "../../terminal/report.js";
import { singleRevision, usage } from "../../usage-errors.js";

/**
 * Command `schema verify`: checks whether a file declares exactly the protocol
 * of a revision.
 */
export const schemaVerifyCommand = defineCommand({
  words: ["schema", "verify"],
  describe: "Check whether a file declares exactly the protocol of a revision",
  operands: { file: requiredText("Path of a schema.ts") },
  options: {
    rev: text("Revision that the file must declare: 2025-06-18, draft, latest"),
    extension: text(
      "Extension that the file must declare, instead of a revision: tasks, apps, skills",
    ),
    json: SHARED_OPTIONS.json,
  },
  examples: [
    [
      "$0 schema verify ./schema.ts --rev 2025-06-18",
      "Compare declarations, types and tags; ignore prose",
    ],
  ],
  async run({ file, rev, extension, json }, io) {
    if ((rev === undefined) === (extension === undefined))
      throw usage(
        "`schema verify` needs either --rev or --extension, and not both.",
        "Pass one of the two options, such as --rev latest or --extension tasks.",
      );
    const { verdict, warnings } =
      extension === undefined
        ? await verifyRevision(file, rev ?? "")
        : await verifyNamedExtension(file, extension);
    io.err(formatDiagnostics(warnings, io.colour));
    io.out(json ? jsonText(verdict) : formatVerdict(verdict));
    return verdict.ok ? EXIT.done : EXIT.failed;
  },
});

async function verifyRevision(file: string, rev: string) {
  const revision = singleRevision("`schema verify`", resolveRevisions([rev]));
  const source = readSchemaFile(file);
  const { verifySchema } = await import("../../../pipeline/verify.js");
  return verifySchema(source, revision);
}

async function verifyNamedExtension(file: string, extension: string) {
  requireBundled(extension);
  const source = readSchemaFile(file);
  const { verifyExtension } =
    await import("../../../pipeline/verify-extension.js");
  return verifyExtension(source, extension);
}

function formatVerdict(verdict: Verification): string {
  const { file, revision, fingerprint, diff } = verdict;
  if (diff === null)
    return `${file} is ${revision}: structural fingerprint ${fingerprint}.\n`;
  const other =
    verdict.is.length > 0 ? ` It is ${verdict.is.join(" and ")}.` : "";
  return `${file} is not ${revision}.${other}\n\n${diff}`;
}
