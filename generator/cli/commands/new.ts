/** Commands `new server` and `new client`: create projects and update them. */
import { basename, resolve } from "node:path";
import {
  newClient,
  newServer,
  updateClient,
  updateServer,
} from "../../new/api.js";
import type { ServerChoices } from "../../new/server/setup.js";
import type { UpdateOptions } from "../../new/update.js";
import { defineCommand, oneOf, splitList, text } from "../command.js";
import { EXIT, withProgress, type ExitCode, type Io } from "../terminal/io.js";
import { runWatching } from "../terminal/watching.js";
import { usage } from "../usage-errors.js";
import { readServerAddress } from "./address.js";
import {
  ask,
  askForRevisions,
  PROJECT_FOLDER,
  PROJECT_OPTIONS,
  reportEdits,
  reportProject,
} from "./new-project.js";
import {
  askForTransports,
  AUTHS,
  checkCombinations,
  readExtras,
  readTransports,
  SERVER_OPTIONS,
  type NewArgs,
} from "./new-options.js";

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
      "$0 new server guides --skills ./skills --yes",
      "Write a server that publishes the skills of a folder",
    ],
    [
      "$0 new server weather --update --auth oauth --apply",
      "Add authorization to an existing project",
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
    from: text("Server whose tools get types: a command line or a URL"),
    auth: oneOf(
      AUTHS,
      "Authorization over HTTP: oauth asks the user to sign in [default: none]",
    ),
  },
  examples: [
    ["$0 new client host --yes", "Write a client of the servers in mcp.json"],
    [
      "$0 new client host --config ~/.codex/config.toml --yes",
      "Write the servers of a desktop program to host/mcp.json",
    ],
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
  checkCombinations(side, args);
  const transports = readTransports(args, io);
  const options = {
    folder: args.dir,
    revisions: args.rev,
    features: args.features && splitList(args.features),
    from: await readServerAddress(
      args,
      io,
      side === "client" && !args.update && !args.check,
    ),
    tools: args.tools,
    transports,
    auth: args.auth,
    shared: args.shared,
    skills: args.skills,
    extras: readExtras(args),
    apply: args.apply,
    signal: io.signal,
  };
  if (args.watch) return watch(options, args, io);
  if (args.update || args.check) return update(side, options, args, io);
  const name =
    args.name ?? (await ask("Name", basename(resolve(args.dir)), args, io));
  const revisions = await askForRevisions(args, io);
  const chosen = { ...options, name, revisions };
  const served =
    side === "server" ? await askForTransports(options, args, io) : undefined;
  const made = await withProgress(io, (onProgress) =>
    side === "server"
      ? newServer({ ...chosen, transports: served, onProgress })
      : newClient({ ...chosen, config: args.config, onProgress }),
  );
  reportProject(made, args, io);
}

async function update(
  side: "server" | "client",
  options: Omit<UpdateOptions, "mode"> & ServerChoices,
  args: NewArgs,
  io: Io,
): Promise<ExitCode> {
  const { reportGeneration } = await import("./generate/report.js");
  const run = side === "server" ? updateServer : updateClient;
  const mode = args.check ? "check" : "write";
  const outcome = await withProgress(io, (onProgress) =>
    run({ ...options, mode, force: args.force, prune: args.prune, onProgress }),
  );
  const code = reportGeneration(outcome, args, io);
  return reportEdits(outcome, args, io) ? code : EXIT.failed;
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
  if (options.from)
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
