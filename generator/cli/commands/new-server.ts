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
import { addressOf } from "./from-options.js";
import { EXIT, withProgress, type ExitCode, type Io } from "../terminal/io.js";
import {
  askForProject,
  isQuiet,
  PROJECT_FOLDER,
  PROJECT_OPTIONS,
  refuseLone,
  reportProject,
  type ProjectArgs,
} from "./new-project.js";
import { valueOf } from "../terminal/prompt.js";
import { usage } from "../usage-errors.js";

const TRANSPORTS = ["stdio", "http", "both"] as const;

const OPTIONS = {
  ...PROJECT_OPTIONS,
  update: flag("Regenerate src/generated/ of a project; stubs for new tools"),
  transport: oneOf(TRANSPORTS, "How clients reach it [default: stdio]"),
  transports: list(
    `More ways than that: ${WAYS.join(", ")}; with --update, all of them`,
  ),
  tools: text("Tool definitions: JSON or YAML, as tools/list answers them"),
  watch: flag("With --update: again whenever the manifest changes"),
};

type NewServerArgs = ProjectArgs & ArgsOf<typeof OPTIONS>;

/** Writes a server project that runs. */
export const newServerCommand = defineCommand({
  words: ["new", "server"],
  describe: "A server that runs, with tests",
  operands: { dir: PROJECT_FOLDER },
  options: OPTIONS,
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
  run,
});

async function run(args: NewServerArgs, io: Io): Promise<ExitCode> {
  if (args.tools !== undefined && args.from !== undefined)
    throw usage("--tools and --from do not go together.");
  refuseLone(args);
  const from = addressOf(args, io);
  if (args.watch) return watch(args, io);
  if (args.update || args.check) return updateOnce(args, io);
  // Loaded here so that --help does not wait.
  const { newServer } = await import("../../starter/server/new-server.js");
  const { name, revisions } = await askForProject(args, io);
  const choices = TRANSPORTS.join(", ");
  const transport = await valueOf(
    args.transport,
    {
      text: `Transport (${choices})`,
      fallback: "stdio",
      problem: (answer) =>
        TRANSPORTS.some((one) => one === answer)
          ? null
          : `It can be ${choices}.`,
    },
    io,
    isQuiet(args),
  );
  const made = await withProgress(io, (onProgress) =>
    newServer({
      folder: args.dir,
      name,
      revisions,
      transport,
      features: args.features && listOf(args.features),
      transports: args.transports && listOf(args.transports),
      tools: args.tools,
      from,
      signal: io.signal,
      onProgress,
    }),
  );
  reportProject(made, args, io);
  return EXIT.done;
}

async function updateOnce(args: NewServerArgs, io: Io): Promise<ExitCode> {
  const [{ updateServer }, { reportGeneration }] = await Promise.all([
    import("../../starter/server/update.js"),
    import("./generate/report.js"),
  ]);
  const outcome = await withProgress(io, (onProgress) =>
    updateServer({
      folder: args.dir,
      revisions: args.rev,
      features: args.features && listOf(args.features),
      transports: args.transports && listOf(args.transports),
      tools: args.tools,
      from: addressOf(args, io),
      mode: args.check ? "check" : "write",
      force: args.force,
      signal: io.signal,
      onProgress,
    }),
  );
  return reportGeneration(outcome, args, io);
}

/** Updates whenever the manifest changes; mistakes in it are printed. */
async function watch(args: NewServerArgs, io: Io): Promise<ExitCode> {
  if (args.check) throw usage("--watch writes; it does not go with --check.");
  if (args.from !== undefined)
    throw usage("--watch waits for a manifest; a server is asked only once.");
  const [{ ownManifest }, { reportMistake, runWatching }] = await Promise.all([
    import("../../starter/server/update.js"),
    import("../terminal/watching.js"),
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
