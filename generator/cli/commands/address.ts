/** Options that say which running server is asked. */
import type { ServerAddress } from "../../new/manifest/address.js";
import { flag, list, number, text, type ArgsOf } from "../command.js";
import type { Io } from "../terminal/io.js";
import { usage } from "../usage-errors.js";

export const SERVER_ADDRESS = {
  from: text("A running server to ask: a command line, or a URL"),
  header: list(
    "For --from URL: 'Name: value', such as a token; may be repeated",
  ),
  env: list("For --from COMMAND: NAME=VALUE for it; may be repeated"),
  "inherit-env": flag("For --from COMMAND: give it your whole environment"),
  timeout: number("For --from: seconds to wait for an answer [default: 60]"),
};

/**
 * What `--from` and its companions name, or undefined.
 *
 * @throws UserError for a companion that says nothing without it.
 */
export function addressOf(
  args: ArgsOf<typeof SERVER_ADDRESS>,
  { signal }: Io,
): ServerAddress | undefined {
  const { from, header, env, "inherit-env": inheritEnv, timeout = 60 } = args;
  if (from === undefined) {
    const lone = (["header", "env", "timeout", "inherit-env"] as const).find(
      (name) => args[name] !== undefined && args[name] !== false,
    );
    if (lone !== undefined) throw usage(`--${lone} goes with --from.`);
    return undefined;
  }
  if (!(timeout > 0)) throw usage("--timeout is a number of seconds.");
  if (header !== undefined && !/^https?:/i.test(from))
    throw usage("--header goes with a URL; a command is not sent headers.");
  const headers = header;
  return { from, headers, env, inheritEnv, timeout: timeout * 1000, signal };
}
