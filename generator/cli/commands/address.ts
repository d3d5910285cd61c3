/**
 * Command-line options that describe how to reach a running server: `--from`,
 * `--config`, `--header`, `--env` and others.
 */
import type { Authorizer } from "../../../runtime/http/client/authorizer.js";
import type { Connection, ServerAddress } from "../../new/manifest/address.js";
import { flag, number, repeated, text, type ArgsOf } from "../command.js";
import type { Io } from "../terminal/io.js";
import { formatDiagnostics } from "../terminal/report.js";
import { usage } from "../usage-errors.js";

/** Options of a connection to a server. */
export const CONNECTION_OPTIONS = {
  header: repeated(
    "HTTP header for the URL of the server, as 'Name: value'; repeatable",
  ),
  env: repeated(
    "Environment variable for the command of the server, as NAME=VALUE; repeatable",
  ),
  "inherit-env": flag(
    "Pass your whole environment to the command of the server",
  ),
  timeout: number("Seconds to wait for answers of the server [default: 60]"),
};

export const SERVER_ADDRESS = {
  from: text("Running server to read tools from: a command line or a URL"),
  config: text(
    "Configuration file of a desktop program (JSON, TOML, YAML); --from names its server",
  ),
  ...CONNECTION_OPTIONS,
};

/**
 * Returns the server address from `--from`, `--config` and the options for the
 * connection, such as `--header`. Returns `undefined` if none of these options
 * is given.
 *
 * @param wholeFile True if `--config` without `--from` selects all servers of
 *   the file. The function then returns `undefined`, because no single server
 *   is selected.
 * @throws UserError if an option needs another option, or has an invalid value.
 */
export async function readServerAddress(
  args: ArgsOf<typeof SERVER_ADDRESS>,
  io: Io,
  wholeFile = false,
): Promise<ServerAddress | undefined> {
  const { from, config } = args;
  if (from === undefined && (config === undefined || wholeFile)) {
    const names = ["header", "env", "timeout", "inherit-env"] as const;
    const companion = names.find(
      (name) => args[name] !== undefined && args[name] !== false,
    );
    if (companion !== undefined)
      throw usage(
        `--${companion} needs --from.`,
        `Add --from with the server's command or URL, or remove --${companion}.`,
      );
    return undefined;
  }
  const options = await readConnection(args, io);
  if (config === undefined) return { from: from ?? "", ...options };
  const { readConfigFile, selectServer } =
    await import("../../new/manifest/config-file.js");
  const chosen = selectServer(await readConfigFile(config), from);
  io.err(formatDiagnostics(chosen.warnings, io.colour));
  return { from: chosen.name, server: chosen.server, ...options };
}

/**
 * Returns the options for a connection to any server.
 *
 * @throws UserError if the value of an option has the wrong form.
 */
export async function readConnection(
  args: ArgsOf<typeof CONNECTION_OPTIONS>,
  io: Io,
): Promise<Connection> {
  const { parseHeader, parseVariable } =
    await import("../../new/manifest/address.js");
  const { header, env, timeout = 60 } = args;
  if (!(timeout > 0))
    throw usage(
      "--timeout needs a positive number of seconds.",
      "Pass a positive number of seconds, such as --timeout 60.",
    );
  return {
    headers: header && Object.fromEntries(header.map(parseHeader)),
    env: env && Object.fromEntries(env.map(parseVariable)),
    inheritEnv: args["inherit-env"],
    timeout: timeout * 1000,
    signal: io.signal,
    authorize: await createSignIn(io),
  };
}

/**
 * Returns an authorizer that asks the user to sign in at servers that require
 * OAuth, or `undefined` if there is no terminal. Tokens are kept until the
 * program ends.
 */
async function createSignIn({ ask, err }: Io): Promise<Authorizer | undefined> {
  if (!ask) return undefined;
  const { oauth } = await import("../../../runtime/oauth/client/oauth.js");
  return oauth({
    clientName: "mcp-codegen",
    open: (page, { server, issuer }) =>
      err(
        `${server} requires a sign-in at ${issuer}. Open this page:\n${page}\n`,
      ),
    consent: async ({ server, issuer }) =>
      /^y(?:es)?$/i.test(
        await ask(`Let ${server} also use your account at ${issuer}? (y/N) `),
      ),
  });
}
