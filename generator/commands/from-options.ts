import type { Options } from "yargs";
import type { ServerAddress } from "../new/connect.js";
import type { Io } from "./io.js";
import { usage } from "./usage.js";

/** Options of the commands that ask a running server. */
export const FROM_OPTIONS = {
  from: {
    type: "string",
    requiresArg: true,
    describe: "A running server to copy: a command line, or a URL",
  },
  header: {
    type: "string",
    array: true,
    nargs: 1,
    describe: "For --from URL: 'Name: value', such as a token; may be repeated",
  },
  timeout: {
    type: "number",
    requiresArg: true,
    default: 60,
    describe: "For --from: seconds to wait for an answer",
  },
} as const satisfies Record<string, Options>;

/** What `--from` and its companions name, or undefined. */
export function addressOf(
  args: {
    readonly from: string | undefined;
    readonly header: readonly string[] | undefined;
    readonly timeout: number;
  },
  io: Io,
): ServerAddress | undefined {
  if (!(args.timeout > 0)) throw usage("--timeout is a number of seconds.");
  if (args.from === undefined) return undefined;
  return {
    from: args.from,
    headers: args.header,
    timeout: args.timeout * 1000,
    signal: io.signal,
  };
}
