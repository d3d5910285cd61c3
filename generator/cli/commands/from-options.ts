import type { ServerAddress } from "../../starter/manifest/address.js";
import { flag, list, number, text, type ArgsOf } from "../command.js";
import type { Io } from "../terminal/io.js";
import { usage } from "../usage-errors.js";

/** Options of the commands that ask a running server. */
export const FROM_OPTIONS = {
  from: text("A running server to copy: a command line, or a URL"),
  header: list(
    "For --from URL: 'Name: value', such as a token; may be repeated",
  ),
  env: list("For --from COMMAND: NAME=VALUE for it; may be repeated"),
  "inherit-env": flag("For --from COMMAND: give it your whole environment"),
  timeout: number("For --from: seconds to wait for an answer [default: 60]"),
};

/** What they say. */
export type FromArgs = ArgsOf<typeof FROM_OPTIONS>;

/** What `--from` and its companions name, or undefined. */
export function addressOf(
  { from, header, env, "inherit-env": inheritEnv, timeout = 60 }: FromArgs,
  io: Io,
): ServerAddress | undefined {
  if (!(timeout > 0)) throw usage("--timeout is a number of seconds.");
  if (from === undefined) return undefined;
  if (header !== undefined && !/^https?:/i.test(from))
    throw usage("--header goes with a URL; a command is not sent headers.");
  return {
    from,
    headers: header,
    env,
    inheritEnv,
    timeout: timeout * 1000,
    signal: io.signal,
  };
}
