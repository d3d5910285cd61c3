import type { Transport } from "../new/server-project.js";
import { SHARED_OPTIONS, type Command } from "./command.js";
import { addressOf, FROM_OPTIONS } from "./from-options.js";
import { EXIT, startProgress, type ExitCode, type Io } from "./io.js";
import {
  askForProject,
  isQuiet,
  PROJECT_FOLDER,
  PROJECT_OPTIONS,
  refuseLone,
  reportProject,
  type ProjectArgs,
} from "./new-project.js";
import { valueOf } from "./questions.js";
import { usage } from "./usage.js";

interface NewServerArgs extends ProjectArgs {
  transport: Transport | undefined;
  tools: string | undefined;
  watch: boolean;
}

const TRANSPORTS = ["stdio", "http", "both"] as const;

/** Writes a server project that runs. */
export const newServerCommand: Command<NewServerArgs> = {
  name: "server <dir>",
  describe: "A server that runs, with tests",
  build: (yargs) =>
    yargs
      .positional("dir", PROJECT_FOLDER)
      .option("rev", PROJECT_OPTIONS.rev)
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
      .option("from", FROM_OPTIONS.from)
      .option("header", FROM_OPTIONS.header)
      .option("env", FROM_OPTIONS.env)
      .option("inherit-env", FROM_OPTIONS["inherit-env"])
      .option("timeout", FROM_OPTIONS.timeout)
      .option("name", {
        type: "string",
        requiresArg: true,
        describe: "Name of package and server [default: the folder's]",
      })
      .option("yes", PROJECT_OPTIONS.yes)
      .option("update", {
        type: "boolean",
        default: false,
        describe: "Regenerate src/generated/ of a project; stubs for new tools",
      })
      .option("check", PROJECT_OPTIONS.check)
      .option("force", PROJECT_OPTIONS.force)
      .option("watch", {
        type: "boolean",
        default: false,
        describe: "With --update: again whenever the manifest changes",
      })
      .option("json", SHARED_OPTIONS.json)
      .example("$0 new server weather", "Asks, then writes weather/")
      .example(
        "$0 new server weather --tools tools.json --yes",
        "A typed stub for each tool",
      )
      .example(
        "$0 new server weather --update --watch",
        "Regenerates whenever weather/tools.json changes",
      )
      .example(
        '$0 new server mock --from "node server.js" --yes',
        "A mock of a server that runs",
      ),
  run,
};

async function run(args: NewServerArgs, io: Io): Promise<ExitCode> {
  if (args.tools !== undefined && args.from !== undefined)
    throw usage("--tools and --from do not go together.");
  refuseLone(args);
  if (args.watch) return watch(args, io);
  if (args.update || args.check) return updateOnce(args, io);
  // Loaded here so that --help does not wait.
  const { newServer } = await import("../new/new-server.js");
  const { name, revisions } = await askForProject(args, io);
  const transport = await valueOf(
    args.transport,
    { text: "Transport", fallback: "stdio", choices: TRANSPORTS },
    io,
    isQuiet(args),
  );
  const progress = startProgress(io);
  try {
    const made = await newServer({
      folder: args.dir,
      name,
      revisions,
      transport,
      tools: args.tools,
      from: addressOf(args, io),
      signal: io.signal,
      onProgress: (text) => progress.say(text),
    });
    progress.end();
    reportProject(made, args, io);
    return EXIT.done;
  } finally {
    progress.end();
  }
}

async function updateOnce(args: NewServerArgs, io: Io): Promise<ExitCode> {
  const [{ updateServer }, { reportGeneration }] = await Promise.all([
    import("../new/update-server.js"),
    import("./generate-report.js"),
  ]);
  const progress = startProgress(io);
  try {
    const outcome = await updateServer({
      folder: args.dir,
      revisions: args.rev,
      tools: args.tools,
      from: addressOf(args, io),
      mode: args.check ? "check" : "write",
      force: args.force,
      signal: io.signal,
      onProgress: (text) => progress.say(text),
    });
    progress.end();
    return reportGeneration(outcome, args.json, io);
  } finally {
    progress.end();
  }
}

/** Updates whenever the manifest changes; mistakes in it are printed. */
async function watch(args: NewServerArgs, io: Io): Promise<ExitCode> {
  if (args.check) throw usage("--watch writes; it does not go with --check.");
  if (args.from !== undefined)
    throw usage("--watch waits for a manifest; a server is asked only once.");
  const [{ ownManifest }, { reportMistake, runWatching }] = await Promise.all([
    import("../new/update-server.js"),
    import("./watching.js"),
  ]);
  const tools = args.tools ?? ownManifest(args.dir);
  const run = (): Promise<void> =>
    updateOnce({ ...args, tools }, io).then(
      () => {},
      (error: unknown) => reportMistake(error, args.json, io),
    );
  return runWatching(
    { prepare: () => Promise.resolve(run), inputs: () => [tools] },
    io,
  );
}
