import { UserError } from "../../../support/errors.js";
import { cacheFolder } from "../../../source/pull/cache-folder.js";
import type { PulledSchema } from "../../../source/pull/pull.js";
import {
  knownRevisions,
  resolveRevisions,
  revisionTable,
} from "../../../source/revisions.js";
import {
  defineCommand,
  flag,
  list,
  SHARED_OPTIONS,
  text,
} from "../../command.js";
import { withProgress } from "../../terminal/io.js";
import { jsonText } from "../../terminal/report.js";
import { usage } from "../../usage-errors.js";

/**
 * Command `schema pull`: downloads the original schema.ts files into the cache
 * folder.
 */
export const schemaPullCommand = defineCommand({
  words: ["schema", "pull"],
  describe:
    "Download the original schema.ts of a revision, for --source pulled",
  operands: {
    revision: list("Revisions to download: 2025-06-18, draft, latest"),
  },
  options: {
    all: flag("Download every revision"),
    mirror: text("Base URL of a mirror; <commit>/<path> is appended"),
    json: SHARED_OPTIONS.json,
  },
  examples: [
    ["$0 schema pull 2025-06-18", "Then generate with --source pulled"],
    [
      "$0 schema pull --all --mirror https://mirror.example/mcp/",
      "Use a mirror; the sha256 of each file is checked",
    ],
  ],
  async run({ revision = [], all, mirror, json }, io) {
    if (all && revision.length > 0)
      throw usage(
        "`schema pull` accepts either revisions or --all, but both were given.",
        "Pass either revisions or --all, not both.",
      );
    if (!all && revision.length === 0)
      throw usage(
        "`schema pull` needs a revision.",
        "Name revisions, such as `mcp-codegen schema pull latest`, or pass --all.",
      );
    const revisions = all ? knownRevisions() : resolveRevisions(revision);
    // Import dynamically: other commands do not need an HTTP client.
    const { pullSchemas } = await import("../../../source/pull/pull.js");
    const { schemas, problems } = await withProgress(io, (say) => {
      const waiting = setInterval(() => say("Waiting ..."), 500);
      return pullSchemas(revisions, {
        table: revisionTable(),
        cache: cacheFolder(),
        mirror,
        signal: io.signal,
      }).finally(() => clearInterval(waiting));
    });
    if (json && problems.length === 0) io.out(jsonText({ ok: true, schemas }));
    if (!json) io.out(schemas.map(formatSchema).join(""));
    if (problems.length > 0) throw new UserError(problems);
  },
});

function formatSchema({ revision, status, bytes, file }: PulledSchema): string {
  const outcome = status === "pulled" ? "pulled" : "already present";
  return `${revision} ${outcome}: ${bytes} bytes, ${file}\n`;
}
