import { UserError } from "../errors.js";
import { cacheFolder } from "../source/cache-folder.js";
import type { PulledSchema } from "../source/pull.js";
import {
  knownRevisions,
  resolveRevisions,
  revisionTable,
} from "../source/revisions.js";
import { SHARED_OPTIONS, type Command } from "./command.js";
import { EXIT, startProgress } from "./io.js";
import { usage } from "./usage.js";

interface PullArgs {
  revision: string[] | undefined;
  all: boolean;
  mirror: string | undefined;
  json: boolean;
}

/** Fetches upstream's own files into the cache folder. */
export const schemaPullCommand: Command<PullArgs> = {
  name: "pull [revision..]",
  describe: "Fetch upstream's schema.ts at the pinned commit, for --source",
  build: (yargs) =>
    yargs
      .positional("revision", {
        type: "string",
        array: true,
        describe: "2025-06-18, draft, latest, ...",
      })
      .option("all", {
        type: "boolean",
        default: false,
        describe: "Every revision",
      })
      .option("mirror", {
        type: "string",
        requiresArg: true,
        describe: "Base URL to which <commit>/<path> is appended",
      })
      .option("json", SHARED_OPTIONS.json)
      .example("$0 schema pull 2025-06-18", "Then: --source pulled")
      .example(
        "$0 schema pull --all --mirror https://mirror.example/mcp/",
        "From a mirror; the files are proven by their sha256",
      ),
  async run({ revision = [], all, mirror, json }, io) {
    if (all && revision.length > 0)
      throw usage("schema pull: revisions and --all were both given.");
    if (!all && revision.length === 0)
      throw usage("schema pull: name a revision, or pass --all.");
    const revisions = all ? knownRevisions() : resolveRevisions(revision);
    // Loaded here: no other command opens connections.
    const { pullSchemas } = await import("../source/pull.js");
    const progress = startProgress(io);
    const shown = setInterval(() => progress.say("Waiting ..."), 500);
    try {
      const { schemas, problems } = await pullSchemas(revisions, {
        table: revisionTable(),
        cache: cacheFolder(),
        mirror,
        signal: io.signal,
      });
      progress.end();
      if (json && problems.length === 0)
        io.out(`${JSON.stringify({ ok: true, schemas }, null, 2)}\n`);
      if (!json) io.out(schemas.map(lineOf).join(""));
      if (problems.length > 0) throw new UserError(problems);
      return EXIT.done;
    } finally {
      clearInterval(shown);
      progress.end();
    }
  },
};

function lineOf({ revision, status, bytes, file }: PulledSchema): string {
  const what = status === "pulled" ? "pulled" : "is there already";
  return `${revision} ${what}: ${bytes} bytes, ${file}\n`;
}
