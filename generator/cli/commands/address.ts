/**
 * Command-line options that describe how to reach a running server: `--from`,
 * `--header`, `--env` and others.
 */
import type { ServerAddress } from "../../new/manifest/address.js";
import { flag, number, repeated, text, type ArgsOf } from "../command.js";
import type { Io } from "../terminal/io.js";
import { usage } from "../usage-errors.js";

export const SERVER_ADDRESS = {
  from: text("Running server to read tools from: a command line or a URL"),
  header: repeated("HTTP header for --from URL, as 'Name: value'; repeatable"),
  env: repeated(
    "Environment variable for --from COMMAND, as NAME=VALUE; repeatable",
  ),
  "inherit-env": flag(
    "Pass your whole environment to the command of --from COMMAND",
  ),
  timeout: number(
    "Seconds to wait for answers of the server at --from [default: 60]",
  ),
};

/**
 * Returns the server address from `--from` and its related options, or
 * `undefined` without `--from`.
 *
 * @throws UserError if a related option is given without `--from`.
 */
export function readServerAddress(
  args: ArgsOf<typeof SERVER_ADDRESS>,
  { signal }: Io,
): ServerAddress | undefined {
  const { from, header, env, "inherit-env": inheritEnv, timeout = 60 } = args;
  if (from === undefined) {
    const companion = (
      ["header", "env", "timeout", "inherit-env"] as const
    ).find((name) => args[name] !== undefined && args[name] !== false);
    if (companion !== undefined)
      throw usage(
        `--${companion} needs --from.`,
        `Add --from with the server's command or URL, or remove --${companion}.`,
      );
    return undefined;
  }
  if (!(timeout > 0))
    throw usage(
      "--timeout needs a positive number of seconds.",
      "Pass a positive number of seconds, such as --timeout 60.",
    );
  if (header !== undefined && !/^https?:/i.test(from))
    throw usage(
      "--header needs a URL: a server that is started by a command reads no HTTP headers.",
      "Pass the URL of a server with --from, or remove --header.",
    );
  const headers = header;
  return { from, headers, env, inheritEnv, timeout: timeout * 1000, signal };
}
