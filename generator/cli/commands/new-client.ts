import { defineCommand, listOf, text } from "../command.js";
import { addressOf } from "./from-options.js";
import { EXIT, withProgress, type ExitCode, type Io } from "../terminal/io.js";
import {
  askForProject,
  PROJECT_FOLDER,
  PROJECT_OPTIONS,
  refuseLone,
  reportProject,
  type ProjectArgs,
} from "./new-project.js";

/** Writes a client project that runs. */
export const newClientCommand = defineCommand({
  words: ["new", "client"],
  describe: "A client that lists and calls what it finds, with tests",
  operands: { dir: PROJECT_FOLDER },
  options: {
    ...PROJECT_OPTIONS,
    from: text("A running server to get types of: a command line, or a URL"),
  },
  examples: [
    ["$0 new client host --yes", "Reads mcp.json"],
    [
      '$0 new client weather --from "node server.js"',
      "client.tools.get_weather({ location }), with types",
    ],
  ],
  run,
});

async function run(args: ProjectArgs, io: Io): Promise<ExitCode> {
  refuseLone(args);
  // Loaded here so that --help does not wait.
  const [{ newClient, updateClient }, { reportGeneration }] = await Promise.all(
    [import("../../starter/client/project.js"), import("./generate/report.js")],
  );
  const options = {
    folder: args.dir,
    revisions: args.rev,
    features: args.features && listOf(args.features),
    from: addressOf(args, io),
    signal: io.signal,
  };
  if (args.update || args.check) {
    const mode = args.check ? "check" : "write";
    const outcome = await withProgress(io, (onProgress) =>
      updateClient({ ...options, mode, force: args.force, onProgress }),
    );
    return reportGeneration(outcome, args, io);
  }
  const chosen = await askForProject(args, io);
  const made = await withProgress(io, (onProgress) =>
    newClient({ ...options, ...chosen, onProgress }),
  );
  reportProject(made, args, io);
  return EXIT.done;
}
