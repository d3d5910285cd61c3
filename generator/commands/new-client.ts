import { SHARED_OPTIONS, type Command } from "./command.js";
import { addressOf, FROM_OPTIONS } from "./from-options.js";
import { EXIT, startProgress, type ExitCode, type Io } from "./io.js";
import {
  askForProject,
  PROJECT_FOLDER,
  PROJECT_OPTIONS,
  refuseLone,
  reportProject,
  type ProjectArgs,
} from "./new-project.js";

/** Writes a client project that runs. */
export const newClientCommand: Command<ProjectArgs> = {
  name: "client <dir>",
  describe: "A client that lists and calls what it finds, with tests",
  build: (yargs) =>
    yargs
      .positional("dir", PROJECT_FOLDER)
      .option("rev", PROJECT_OPTIONS.rev)
      .option("from", {
        ...FROM_OPTIONS.from,
        describe: "A running server to get types of: a command line, or a URL",
      })
      .option("header", FROM_OPTIONS.header)
      .option("env", FROM_OPTIONS.env)
      .option("inherit-env", FROM_OPTIONS["inherit-env"])
      .option("timeout", FROM_OPTIONS.timeout)
      .option("name", {
        type: "string",
        requiresArg: true,
        describe: "Name of package and client [default: the folder's]",
      })
      .option("yes", PROJECT_OPTIONS.yes)
      .option("update", {
        type: "boolean",
        default: false,
        describe: "Regenerate src/generated/ of a project",
      })
      .option("check", PROJECT_OPTIONS.check)
      .option("force", PROJECT_OPTIONS.force)
      .option("json", SHARED_OPTIONS.json)
      .example("$0 new client host --yes", "Reads mcp.json")
      .example(
        '$0 new client weather --from "node server.js"',
        "client.tools.get_weather({ location }), with types",
      ),
  run,
};

async function run(args: ProjectArgs, io: Io): Promise<ExitCode> {
  refuseLone(args);
  // Loaded here so that --help does not wait.
  const [{ newClient, updateClient }, { reportGeneration }] = await Promise.all(
    [import("../new/client-project.js"), import("./generate-report.js")],
  );
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
    const made = await newClient({
      ...options,
      ...(await askForProject(args, io)),
    });
    progress.end();
    reportProject(made, args, io);
    return EXIT.done;
  } finally {
    progress.end();
  }
}
