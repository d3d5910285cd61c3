import { revisionTable } from "../source/revisions.js";
import { SHARED_OPTIONS, type Command } from "./command.js";
import { EXIT } from "./io.js";

interface RevisionsArgs {
  json: boolean;
}

/** Lists what is known of each bundled revision. */
export const revisionsCommand: Command<RevisionsArgs> = {
  name: "revisions",
  describe: "List the revisions that are known",
  build: (yargs) => yargs.option("json", SHARED_OPTIONS.json),
  async run(args, io) {
    const { latest, revisions } = revisionTable();
    if (args.json) {
      io.out(`${JSON.stringify({ latest, revisions }, null, 2)}\n`);
      return EXIT.done;
    }
    for (const [revision, pin] of Object.entries(revisions))
      io.out(
        `${revision.padEnd(11)} ${pin.commit.slice(0, 12)} ${String(pin.bytes).padStart(7)} bytes${revision === latest ? "  latest" : ""}\n`,
      );
    return EXIT.done;
  },
};
