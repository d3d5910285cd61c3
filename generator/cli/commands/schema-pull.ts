import { UserError } from "../../support/errors.js";
import { cacheFolder } from "../../source/pull/cache-folder.js";
import type { PulledSchema } from "../../source/pull/pull.js";
import {
  knownRevisions,
  resolveRevisions,
  revisionTable,
} from "../../source/revisions.js";
import { defineCommand, flag, list, SHARED_OPTIONS, text } from "../command.js";
import { withProgress } from "../terminal/io.js";
import { jsonText } from "../terminal/report.js";
import { usage } from "../usage-errors.js";

/** Fetches upstream's own files into the cache folder. */
export const schemaPullCommand = defineCommand({
  words: ["schema", "pull"],
  describe: "Fetch upstream's schema.ts at the pinned commit, for --source",
  operands: { revision: list("2025-06-18, draft, latest, ...") },
  options: {
    all: flag("Every revision"),
    mirror: text("Base URL to which <commit>/<path> is appended"),
    json: SHARED_OPTIONS.json,
  },
  examples: [
    ["$0 schema pull 2025-06-18", "Then: --source pulled"],
    [
      "$0 schema pull --all --mirror https://mirror.example/mcp/",
      "From a mirror; the files are proven by their sha256",
    ],
  ],
  async run({ revision = [], all, mirror, json }, io) {
    if (all && revision.length > 0)
      throw usage("schema pull: revisions and --all were both given.");
    if (!all && revision.length === 0)
      throw usage("schema pull: name a revision, or pass --all.");
    const revisions = all ? knownRevisions() : resolveRevisions(revision);
    // Loaded here: no other command opens connections.
    const { pullSchemas } = await import("../../source/pull/pull.js");
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
    if (!json) io.out(schemas.map(lineOf).join(""));
    if (problems.length > 0) throw new UserError(problems);
  },
});

function lineOf({ revision, status, bytes, file }: PulledSchema): string {
  const what = status === "pulled" ? "pulled" : "is there already";
  return `${revision} ${what}: ${bytes} bytes, ${file}\n`;
}
