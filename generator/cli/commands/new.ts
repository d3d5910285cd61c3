/** `new server` and `new client`: projects that run, and their updates. */
import { basename, resolve } from "node:path";
import {
  newClient,
  newServer,
  updateClient,
  updateServer,
} from "../../new/api.js";
import type { UpdateOptions } from "../../new/project.js";
import type { Transport } from "../../new/server/project.js";
import { EXTRAS, type Extra } from "../../new/extras.js";
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
import { withProgress, type ExitCode, type Io } from "../terminal/io.js";
import { runWatching } from "../terminal/watching.js";
import { usage } from "../usage-errors.js";
import { addressOf } from "./address.js";
import {
  ask,
  askForRevisions,
  PROJECT_FOLDER,
  PROJECT_OPTIONS,
  reportProject,
  type ProjectArgs,
} from "./new-project.js";

const TRANSPORTS = ["stdio", "http", "both"] as const;
const AUTHS = ["none", "oauth"] as const;
const SHARED = ["none", "redis"] as const;

const SERVER_OPTIONS = {
  ...PROJECT_OPTIONS,
  update: flag("Regenerate src/generated/ of a project; stubs for new tools"),
  transport: oneOf(TRANSPORTS, "How clients reach it [default: stdio]"),
  transports: list(
    `More ways than that: ${WAYS.join(", ")}; with --update, all of them`,
  ),
  auth: oneOf(
    AUTHS,
    "Who may use it over HTTP: oauth, who has a token of an issuer [default: none]",
  ),
  shared: oneOf(
    SHARED,
    "Where several processes over HTTP have it what they share: redis [default: none]",
  ),
  tools: text("Tool definitions: JSON or YAML, as tools/list answers them"),
  with: list(`More files, for other programs: ${EXTRAS.join(", ")}`),
  watch: flag("With --update: again whenever the manifest changes"),
};

/** What a command is given; a client has less. */
type NewArgs = ProjectArgs & Partial<ArgsOf<typeof SERVER_OPTIONS>>;

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
      "$0 new server weather --auth oauth --yes",
      "Over HTTP, for who has a token",
    ],
    [
      "$0 new server weather --shared redis --yes",
      "Two processes, a balancer and Redis",
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
  run: (args, io) => runNew("server", args, io),
});

/** Writes a client project that runs. */
export const newClientCommand = defineCommand({
  words: ["new", "client"],
  describe: "A client that lists and calls what it finds, with tests",
  operands: { dir: PROJECT_FOLDER },
  options: {
    ...PROJECT_OPTIONS,
    from: text("A running server to get types of: a command line, or a URL"),
    auth: oneOf(
      AUTHS,
      "How it gets in on the web: oauth, the user signs in [default: none]",
    ),
  },
  examples: [
    ["$0 new client host --yes", "Reads mcp.json"],
    [
      '$0 new client weather --from "node server.js"',
      "client.tools.get_weather({ location }), with types",
    ],
  ],
  run: (args, io) => runNew("client", args, io),
});

async function runNew(
  side: "server" | "client",
  args: NewArgs,
  io: Io,
): Promise<ExitCode | void> {
  refuseLone(args);
  const options = {
    folder: args.dir,
    revisions: args.rev,
    features: args.features && listOf(args.features),
    from: addressOf(args, io),
    tools: args.tools,
    transports: args.transports && listOf(args.transports),
    signal: io.signal,
  };
  const extras = extrasOf(args);
  if (args.watch) return watch(options, args, io);
  if (args.update || args.check) return update(side, options, args, io);
  const name =
    args.name ?? (await ask("Name", basename(resolve(args.dir)), args, io));
  const revisions = await askForRevisions(args, io);
  const chosen = { ...options, name, revisions };
  const transport =
    side === "server" ? await askForTransport(args, io) : undefined;
  const made = await withProgress(io, (onProgress) =>
    side === "server"
      ? newServer({
          ...chosen,
          transport,
          extras,
          auth: args.auth,
          shared: args.shared,
          onProgress,
        })
      : newClient({ ...chosen, auth: args.auth, onProgress }),
  );
  reportProject(made, args, io);
}

/**
 * What goes with another option says nothing without it.
 *
 * @throws UserError naming the option.
 */
function refuseLone(args: NewArgs): void {
  if (args.tools !== undefined && args.from !== undefined)
    throw usage("--tools and --from do not go together.");
  const isGiven = (name: keyof NewArgs): boolean =>
    args[name] !== undefined && args[name] !== false;
  const made = args.update || args.check;
  for (const name of ["force", "watch"] as const)
    if (isGiven(name) && !made) throw usage(`--${name} goes with --update.`);
  for (const name of ["transport", "auth", "shared", "name", "with"] as const)
    if (isGiven(name) && made)
      throw usage(`--${name} is for a new project; edit the files instead.`);
}

/** What `--with` names. @throws UserError for what is none. */
function extrasOf(args: NewArgs): Extra[] {
  return listOf(args.with).map((name) => {
    const extra = EXTRAS.find((one) => one === name);
    if (extra) return extra;
    throw usage(`--with ${name}: there are ${EXTRAS.join(", ")}.`);
  });
}

async function update(
  side: "server" | "client",
  options: Omit<UpdateOptions, "mode">,
  args: NewArgs,
  io: Io,
): Promise<ExitCode> {
  const { reportGeneration } = await import("./generate/report.js");
  const run = side === "server" ? updateServer : updateClient;
  const mode = args.check ? "check" : "write";
  const outcome = await withProgress(io, (onProgress) =>
    run({ ...options, mode, force: args.force, onProgress }),
  );
  return reportGeneration(outcome, args, io);
}

async function askForTransport(args: NewArgs, io: Io): Promise<Transport> {
  if (args.transport) return args.transport;
  const overHttp = args.auth === "oauth" || args.shared === "redis";
  const usual = overHttp ? "http" : "stdio";
  const choices = TRANSPORTS.join(", ");
  const problem = (answer: string): string | null =>
    TRANSPORTS.some((one) => one === answer) ? null : `It can be ${choices}.`;
  const text = `Transport (${choices})`;
  return (await ask(text, usual, args, io, problem)) as Transport;
}

/** Updates a server whenever its manifest changes. */
async function watch(
  options: Omit<UpdateOptions, "mode">,
  args: NewArgs,
  io: Io,
): Promise<ExitCode> {
  if (args.check) throw usage("--watch writes; it does not go with --check.");
  if (args.from !== undefined)
    throw usage("--watch waits for a manifest; a server is asked only once.");
  const { ownManifest } = await import("../../new/server/project.js");
  const tools = args.tools ?? ownManifest(args.dir);
  const run = () => update("server", { ...options, tools }, args, io);
  return runWatching(
    () => Promise.resolve({ inputs: [tools], run }),
    args.json,
    io,
  );
}
