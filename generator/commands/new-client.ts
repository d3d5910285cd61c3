import { basename, resolve } from "node:path";
import { SHARED_OPTIONS, type Command } from "./command.js";
import { addressOf, FROM_OPTIONS } from "./from-options.js";
import { EXIT, startProgress, type ExitCode, type Io } from "./io.js";
import { valueOf } from "./questions.js";
import { formatDiagnostics } from "./report.js";

interface NewClientArgs {
  dir: string;
  rev: string[] | undefined;
  from: string | undefined;
  header: string[] | undefined;
  timeout: number;
  name: string | undefined;
  yes: boolean;
  update: boolean;
  check: boolean;
  force: boolean;
  json: boolean;
}

/** Writes a client project that runs. */
export const newClientCommand: Command<NewClientArgs> = {
  name: "client <dir>",
  describe: "A client that lists and calls what it finds, with tests",
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
      .option("from", {
        ...FROM_OPTIONS.from,
        describe: "A running server to get types of: a command line, or a URL",
      })
      .option("header", FROM_OPTIONS.header)
      .option("timeout", FROM_OPTIONS.timeout)
      .option("name", {
        type: "string",
        requiresArg: true,
        describe: "Name of package and client [default: the folder's]",
      })
      .option("yes", {
        alias: "y",
        type: "boolean",
        default: false,
        describe: "Ask nothing; take the defaults",
      })
      .option("update", {
        type: "boolean",
        default: false,
        describe: "Regenerate src/generated/ of a project",
      })
      .option("check", {
        type: "boolean",
        default: false,
        describe: "Like --update, but write nothing; say what is stale",
      })
      .option("force", {
        type: "boolean",
        default: false,
        describe: "With --update: overwrite edits in src/generated/",
      })
      .option("json", SHARED_OPTIONS.json)
      .example("$0 new client host --yes", "Reads mcp.json")
      .example(
        '$0 new client weather --from "node server.js"',
        "client.tools.get_weather({ location }), with types",
      ),
  run,
};

async function run(args: NewClientArgs, io: Io): Promise<ExitCode> {
  // Loaded here so that --help does not wait.
  const [
    { newClient, updateClient },
    { DEFAULT_REVISION },
    { reportGeneration },
  ] = await Promise.all([
    import("../new/client-project.js"),
    import("../new/new-server.js"),
    import("./generate-report.js"),
  ]);
  const progress = startProgress(io);
  const options = {
    folder: args.dir,
    revisions: args.rev,
    from: addressOf(args, io),
    signal: io.signal,
    onProgress: (text: string) => progress.say(text),
  };
  try {
    if (args.update || args.check) {
      const mode = args.check ? "check" : "write";
      const outcome = await updateClient({
        ...options,
        mode,
        force: args.force,
      });
      progress.end();
      return reportGeneration(outcome, args.json, io);
    }
    const quiet = args.yes || args.json;
    const name = await valueOf(
      args.name,
      { text: "Name", fallback: basename(resolve(args.dir)) },
      io,
      quiet,
    );
    const revisions = args.rev ?? [
      await valueOf(
        undefined,
        { text: "Revisions of the protocol", fallback: DEFAULT_REVISION },
        io,
        quiet,
      ),
    ];
    const { files, warnings } = await newClient({
      ...options,
      name,
      revisions,
    });
    progress.end();
    io.err(formatDiagnostics(warnings, io.colour));
    const created = files.map(({ path }) => path);
    io.out(
      args.json
        ? `${JSON.stringify({ ok: true, out: args.dir, created, warnings }, null, 2)}\n`
        : `Wrote ${args.dir}: ${files.length} files.\n\n  cd ${args.dir}\n  npm install\n  npm test\n  npm start\n`,
    );
    return EXIT.done;
  } finally {
    progress.end();
  }
}
