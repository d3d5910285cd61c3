/**
 * Command-line options that describe how to reach a running server: `--from`,
 * `--config`, `--header`, `--env` and others.
 */
import type { Authorizer } from "../../../runtime/http/client/authorizer.js";
import type { ServerAddress } from "../../new/manifest/address.js";
import type { Connection } from "../../snapshot/address.js";
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
 * @throws UserError if options for the connection do not fit the address.
 */
export async function readServerAddress(
  args: ArgsOf<typeof SERVER_ADDRESS>,
  io: Io,
  wholeFile = false,
): Promise<ServerAddress | undefined> {
  const { from, config, header, "inherit-env": inheritEnv } = args;
  const findGiven = (
    names: readonly ("header" | "env" | "timeout" | "inherit-env")[],
  ) => names.find((name) => args[name] !== undefined && args[name] !== false);
  if (from === undefined && (config === undefined || wholeFile)) {
    const companion = findGiven(["header", "env", "timeout", "inherit-env"]);
    if (companion !== undefined)
      throw usage(
        `--${companion} needs --from.`,
        `Add --from with the server's command or URL, or remove --${companion}.`,
      );
    return undefined;
  }
  const timeout = readTimeout(args);
  const authorize = await createSignIn(io);
  const common = {
    inheritEnv,
    timeout,
    signal: io.signal,
    authorize,
  };
  if (config !== undefined) {
    const companion = findGiven(["header", "env"]);
    if (companion !== undefined)
      throw usage(
        `--${companion} cannot be combined with --config.`,
        `Write the value of --${companion} in the configuration file, or remove --${companion}.`,
      );
    const { readConfigFile, selectServer } =
      await import("../../new/manifest/config-file.js");
    const chosen = selectServer(await readConfigFile(config), from);
    io.err(formatDiagnostics(chosen.warnings, io.colour));
    return { from: chosen.name, server: chosen.server, ...common };
  }
  if (header !== undefined && !/^https?:/i.test(from ?? ""))
    throw usage(
      "--header needs a URL: a server that is started by a command reads no HTTP headers.",
      "Pass the URL of a server with --from, or remove --header.",
    );
  return { from: from ?? "", ...(await readValues(args)), ...common };
}

/**
 * Returns the value of `--timeout` in milliseconds.
 *
 * @throws UserError if the value is not positive.
 */
function readTimeout({
  timeout = 60,
}: {
  readonly timeout: number | undefined;
}): number {
  if (timeout > 0) return timeout * 1000;
  throw usage(
    "--timeout needs a positive number of seconds.",
    "Pass a positive number of seconds, such as --timeout 60.",
  );
}

/**
 * Returns the options of a connection to a stored address. The variables in the
 * address get their values from `--env` and `--header`, or else from the
 * environment. The variable of a header is named after the header: `X_KEY` for
 * `X-Key`.
 */
export async function readConnection(
  args: ArgsOf<typeof CONNECTION_OPTIONS>,
  io: Io,
): Promise<Connection> {
  const { toVariable } = await import("../../new/manifest/address.js");
  const { env, headers } = await readValues(args);
  const inHeaders = Object.entries(headers ?? {}).map(
    ([name, value]) => [toVariable(name), value] as const,
  );
  return {
    variables: { ...process.env, ...env, ...Object.fromEntries(inHeaders) },
    added: { env, headers, inheritEnv: args["inherit-env"] || undefined },
    timeout: readTimeout(args),
    signal: io.signal,
    authorize: await createSignIn(io),
  };
}

/**
 * Parses the values of `--env` and `--header`.
 *
 * @throws UserError if a value has another form than `NAME=VALUE` or `Name:
 *   value`.
 */
async function readValues({
  env,
  header,
}: Pick<ArgsOf<typeof SERVER_ADDRESS>, "env" | "header">) {
  const { parseHeader, parseVariable } =
    await import("../../new/manifest/address.js");
  return {
    env: env && Object.fromEntries(env.map(parseVariable)),
    headers: header && Object.fromEntries(header.map(parseHeader)),
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
