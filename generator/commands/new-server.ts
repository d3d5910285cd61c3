import { basename, resolve } from "node:path";
import type { Transport } from "../new/server-project.js";
import { SHARED_OPTIONS, type Command } from "./command.js";
import { EXIT, startProgress, type ExitCode, type Io } from "./io.js";
import { formatDiagnostics } from "./report.js";

interface NewServerArgs {
  dir: string;
  rev: string[] | undefined;
  transport: Transport | undefined;
  tools: string | undefined;
  name: string | undefined;
  yes: boolean;
  json: boolean;
}

const TRANSPORTS = ["stdio", "http", "both"] as const;

/** Writes a server project that runs. */
export const newServerCommand: Command<NewServerArgs> = {
  name: "server <dir>",
  describe: "A server that runs, with tests",
  build: (yargs) =>
    yargs
      .positional("dir", {
        type: "string",
        demandOption: true,
        describe: "Folder of the project; empty, or not there yet",
      })
      .option("rev", {
        type: "string",
        array: true,
        nargs: 1,
        describe: "Revisions that it speaks [default: 2025-11-25]",
      })
      .option("transport", {
        choices: TRANSPORTS,
        requiresArg: true,
        describe: "How clients reach it [default: stdio]",
      })
      .option("tools", {
        type: "string",
        requiresArg: true,
        describe: "Tool definitions: JSON or YAML, as tools/list answers them",
      })
      .option("name", {
        type: "string",
        requiresArg: true,
        describe: "Name of package and server [default: the folder's]",
      })
      .option("yes", {
        alias: "y",
        type: "boolean",
        default: false,
        describe: "Ask nothing; take the defaults",
      })
      .option("json", SHARED_OPTIONS.json)
      .example("$0 new server weather", "Asks, then writes weather/")
      .example(
        "$0 new server weather --tools tools.json --yes",
        "A typed stub for each tool",
      ),
  run,
};

async function run(args: NewServerArgs, io: Io): Promise<ExitCode> {
  // Loaded here so that --help does not wait.
  const { newServer } = await import("../new/new-server.js");
  const progress = startProgress(io);
  try {
    const made = await newServer({
      folder: args.dir,
      name: args.name ?? basename(resolve(args.dir)),
      revisions: args.rev,
      transport: args.transport,
      tools: args.tools,
      signal: io.signal,
      onProgress: (text) => progress.say(text),
    });
    progress.end();
    io.err(formatDiagnostics(made.warnings, io.colour));
    if (args.json) {
      const { warnings, files } = made;
      const paths = files.map(({ path }) => path);
      io.out(
        `${JSON.stringify({ ok: true, out: args.dir, created: paths, warnings }, null, 2)}\n`,
      );
    } else
      io.out(
        `Wrote ${args.dir}: ${made.files.length} files.\n\n  cd ${args.dir}\n  npm install\n  npm test\n  npm start\n`,
      );
    return EXIT.done;
  } finally {
    progress.end();
  }
}
