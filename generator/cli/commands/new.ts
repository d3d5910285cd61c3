/** Commands `new server` and `new client`: create projects and update them. */
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
import { TRANSPORTS as MODULES } from "../../emit/context.js";
import {
  defineCommand,
  flag,
  list,
  oneOf,
  splitList,
  text,
  type ArgsOf,
} from "../command.js";
import { withProgress, type ExitCode, type Io } from "../terminal/io.js";
import { runWatching } from "../terminal/watching.js";
import { usage } from "../usage-errors.js";
import { readServerAddress } from "./address.js";
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
  update: flag(
    "Regenerate the folder src/generated/ of an existing project, and add stubs for new tools",
  ),
  transport: oneOf(TRANSPORTS, "Transport of the server [default: stdio]"),
  transports: list(
    `Additional transports: ${MODULES.join(", ")}; with --update, name all transports of the project`,
  ),
  auth: oneOf(
    AUTHS,
    "Authorization over HTTP: oauth checks bearer tokens [default: none]",
  ),
  shared: oneOf(
    SHARED,
    "Store for state that several HTTP processes share [default: none]",
  ),
  tools: text("Tool definitions in JSON or YAML: a result of tools/list"),
  with: list(`Additional files for other programs: ${EXTRAS.join(", ")}`),
  watch: flag("With --update: repeat whenever the tool definitions change"),
};

/**
 * Arguments of `new server` or `new client`. The server options are absent for
 * `new client`.
 */
type NewArgs = ProjectArgs & Partial<ArgsOf<typeof SERVER_OPTIONS>>;

/** Command `new server`: creates or updates a server project. */
export const newServerCommand = defineCommand({
  words: ["new", "server"],
  describe: "Create a server project with tests",
  operands: { dir: PROJECT_FOLDER },
  options: SERVER_OPTIONS,
  examples: [
    ["$0 new server weather", "Ask questions, then write weather/"],
    [
      "$0 new server weather --tools tools.json --yes",
      "Write one typed stub per tool",
    ],
    [
      "$0 new server weather --auth oauth --yes",
      "Write an HTTP server that checks bearer tokens",
    ],
    [
      "$0 new server weather --shared redis --yes",
      "Write a server for several processes behind a load balancer, with Redis",
    ],
    [
      "$0 new server weather --update --watch",
      "Regenerate whenever weather/tools.json changes",
    ],
    [
      '$0 new server mock --from "node server.js" --yes',
      "Write a mock of a running server",
    ],
  ],
  run: (args, io) => runNew("server", args, io),
});

/** Command `new client`: creates or updates a client project. */
export const newClientCommand = defineCommand({
  words: ["new", "client"],
  describe: "Create a client project with tests",
  operands: { dir: PROJECT_FOLDER },
  options: {
    ...PROJECT_OPTIONS,
    from: text("Running server to generate types for: a command line or a URL"),
    auth: oneOf(
      AUTHS,
      "Authorization over HTTP: oauth asks the user to sign in [default: none]",
    ),
  },
  examples: [
    ["$0 new client host --yes", "Write a client of the servers in mcp.json"],
    [
      '$0 new client weather --from "node server.js"',
      "Write a client with typed calls: client.tools.get_weather({ location })",
    ],
  ],
  run: (args, io) => runNew("client", args, io),
});

async function runNew(
  side: "server" | "client",
  args: NewArgs,
  io: Io,
): Promise<ExitCode | void> {
  checkCombinations(args);
  const options = {
    folder: args.dir,
    revisions: args.rev,
    features: args.features && splitList(args.features),
    from: readServerAddress(args, io),
    tools: args.tools,
    transports: args.transports && splitList(args.transports),
    signal: io.signal,
  };
  const extras = readExtras(args);
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
 * Checks which options are used together.
 *
 * @throws UserError if the options cannot be combined.
 */
function checkCombinations(args: NewArgs): void {
  if (args.tools !== undefined && args.from !== undefined)
    throw usage(
      "--tools and --from exclude each other.",
      "Remove --tools or --from: the tools of a project have one source.",
    );
  const isGiven = (name: keyof NewArgs): boolean =>
    args[name] !== undefined && args[name] !== false;
  if (args.check && args.prune)
    throw usage(
      "--check writes nothing; --prune deletes files.",
      "Remove one of the two options.",
    );
  const isUpdate = args.update || args.check;
  for (const name of ["force", "prune", "watch"] as const)
    if (isGiven(name) && !isUpdate)
      throw usage(
        `--${name} needs --update.`,
        `Add --update, or remove --${name}.`,
      );
  for (const name of ["transport", "auth", "shared", "name", "with"] as const)
    if (isGiven(name) && isUpdate)
      throw usage(
        `--${name} applies to new projects only.`,
        `Remove --${name}. To change an existing project, edit its files.`,
      );
}

/**
 * Parses the value of `--with`.
 *
 * @throws UserError for an unknown name.
 */
function readExtras(args: NewArgs): Extra[] {
  return splitList(args.with).map((name) => {
    const extra = EXTRAS.find((known) => known === name);
    if (extra) return extra;
    throw usage(
      `--with has the unknown value "${name}". Known values are ${EXTRAS.join(", ")}.`,
      "Pass one of the known values, or remove --with.",
    );
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
    run({ ...options, mode, force: args.force, prune: args.prune, onProgress }),
  );
  return reportGeneration(outcome, args, io);
}

async function askForTransport(args: NewArgs, io: Io): Promise<Transport> {
  if (args.transport) return args.transport;
  const overHttp = args.auth === "oauth" || args.shared === "redis";
  const fallback = overHttp ? "http" : "stdio";
  const choices = TRANSPORTS.join(", ");
  const problem = (answer: string): string | null =>
    TRANSPORTS.some((transport) => transport === answer)
      ? null
      : `Answer ${choices}.`;
  const text = `Transport (${choices})`;
  return (await ask(text, fallback, args, io, problem)) as Transport;
}

/**
 * Updates the generated code of a server project whenever the server's tool
 * definitions change.
 */
async function watch(
  options: Omit<UpdateOptions, "mode">,
  args: NewArgs,
  io: Io,
): Promise<ExitCode> {
  if (args.check)
    throw usage(
      "--watch writes files, so it excludes --check, which writes nothing.",
      "Remove --watch or --check.",
    );
  if (args.from !== undefined)
    throw usage(
      "--watch needs a file of tool definitions; a server from --from is read only once.",
      "Pass the tool definitions as a file with --tools instead of --from, or remove --watch.",
    );
  const { ownManifest } = await import("../../new/server/project.js");
  const tools = args.tools ?? ownManifest(args.dir);
  const run = () => update("server", { ...options, tools }, args, io);
  return runWatching(
    () => Promise.resolve({ inputs: [tools], run }),
    args.json,
    io,
  );
}
