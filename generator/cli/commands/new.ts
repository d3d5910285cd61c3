/** `new server` and `new client`: projects that run, and their updates. */
import {
  newClient,
  newServer,
  updateClient,
  updateServer,
} from "../../starter/api.js";
import type { GenerateOutcome } from "../../jobs/generate.js";
import type { UpdateOptions } from "../../starter/project.js";
import { TRANSPORTS as WAYS } from "../../emit/context.js";
import {
  defineCommand,
  flag,
  list,
  listOf,
  oneOf,
  text,
  type ArgsOf,
} from "../command.js";
import { EXIT, withProgress, type ExitCode, type Io } from "../terminal/io.js";
import { valueOf } from "../terminal/prompt.js";
import { runWatching } from "../terminal/watching.js";
import { usage } from "../usage-errors.js";
import { addressOf } from "./from-options.js";
import {
  askForProject,
  isQuiet,
  PROJECT_FOLDER,
  PROJECT_OPTIONS,
  refuseLone,
  reportProject,
  type ProjectArgs,
} from "./new-project.js";

const TRANSPORTS = ["stdio", "http", "both"] as const;

const SERVER_OPTIONS = {
  ...PROJECT_OPTIONS,
  update: flag("Regenerate src/generated/ of a project; stubs for new tools"),
  transport: oneOf(TRANSPORTS, "How clients reach it [default: stdio]"),
  transports: list(
    `More ways than that: ${WAYS.join(", ")}; with --update, all of them`,
  ),
  tools: text("Tool definitions: JSON or YAML, as tools/list answers them"),
  watch: flag("With --update: again whenever the manifest changes"),
};

type ServerArgs = ProjectArgs & ArgsOf<typeof SERVER_OPTIONS>;

/** Writes a server project that runs. */
export const newServerCommand = defineCommand({
  words: ["new", "server"],
  describe: "A server that runs, with tests",
  operands: { dir: PROJECT_FOLDER },
  options: SERVER_OPTIONS,
  examples: [
    ["$0 new server weather", "Asks, then writes weather/"],
    [
      "$0 new server weather --tools tools.json --yes",
      "A typed stub for each tool",
    ],
    [
      "$0 new server weather --update --watch",
      "Regenerates whenever weather/tools.json changes",
    ],
    [
      '$0 new server mock --from "node server.js" --yes',
      "A mock of a server that runs",
    ],
  ],
  async run(args, io) {
    if (args.tools !== undefined && args.from !== undefined)
      throw usage("--tools and --from do not go together.");
    refuseLone(args);
    const options = serverOptionsOf(args, io);
    if (args.watch) return watch(args, io);
    if (args.update || args.check)
      return update(updateServer, options, args, io);
    const chosen = await askForProject(args, io);
    const transport = await askForTransport(args, io);
    const made = await withProgress(io, (onProgress) =>
      newServer({ ...options, ...chosen, transport, onProgress }),
    );
    reportProject(made, args, io);
    return EXIT.done;
  },
});

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
  async run(args, io) {
    refuseLone(args);
    const options = optionsOf(args, io);
    if (args.update || args.check)
      return update(updateClient, options, args, io);
    const chosen = await askForProject(args, io);
    const made = await withProgress(io, (onProgress) =>
      newClient({ ...options, ...chosen, onProgress }),
    );
    reportProject(made, args, io);
    return EXIT.done;
  },
});

function optionsOf(args: ProjectArgs, io: Io) {
  return {
    folder: args.dir,
    revisions: args.rev,
    features: args.features && listOf(args.features),
    from: addressOf(args, io),
    signal: io.signal,
  };
}

function serverOptionsOf(args: ServerArgs, io: Io) {
  const { tools, transports } = args;
  return {
    ...optionsOf(args, io),
    tools,
    transports: transports && listOf(transports),
  };
}

async function update(
  run: (options: UpdateOptions) => Promise<GenerateOutcome>,
  options: Omit<UpdateOptions, "mode">,
  args: ProjectArgs,
  io: Io,
): Promise<ExitCode> {
  const { reportGeneration } = await import("./generate/report.js");
  const mode = args.check ? "check" : "write";
  const outcome = await withProgress(io, (onProgress) =>
    run({ ...options, mode, force: args.force, onProgress }),
  );
  return reportGeneration(outcome, args, io);
}

async function askForTransport(args: ServerArgs, io: Io) {
  const choices = TRANSPORTS.join(", ");
  const question = {
    text: `Transport (${choices})`,
    fallback: "stdio",
    problem: (answer: string) =>
      TRANSPORTS.some((one) => one === answer) ? null : `It can be ${choices}.`,
  };
  return valueOf(args.transport, question, io, isQuiet(args));
}

/** Updates whenever the manifest changes; mistakes in it are printed. */
async function watch(args: ServerArgs, io: Io): Promise<ExitCode> {
  if (args.check) throw usage("--watch writes; it does not go with --check.");
  if (args.from !== undefined)
    throw usage("--watch waits for a manifest; a server is asked only once.");
  const { ownManifest } = await import("../../starter/server/project.js");
  const tools = args.tools ?? ownManifest(args.dir);
  const options = { ...serverOptionsOf(args, io), tools };
  const run = () => update(updateServer, options, args, io);
  return runWatching(
    () => Promise.resolve({ inputs: [tools], run }),
    args.json,
    io,
  );
}
