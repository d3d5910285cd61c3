import type { Options } from "yargs";
import type { ServerAddress } from "../new/address.js";
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
  env: {
    type: "string",
    array: true,
    nargs: 1,
    describe: "For --from COMMAND: NAME=VALUE for it; may be repeated",
  },
  "inherit-env": {
    type: "boolean",
    default: false,
    describe: "For --from COMMAND: give it your whole environment",
  },
  timeout: {
    type: "number",
    requiresArg: true,
    describe: "For --from: seconds to wait for an answer [default: 60]",
  },
} as const satisfies Record<string, Options>;

/** What they say. */
export interface FromArgs {
  readonly from: string | undefined;
  readonly header: string[] | undefined;
  readonly env: string[] | undefined;
  readonly "inherit-env": boolean;
  readonly timeout: number | undefined;
}

/** What `--from` and its companions name, or undefined. */
export function addressOf(
  { from, header, env, "inherit-env": inheritEnv, timeout = 60 }: FromArgs,
  io: Io,
): ServerAddress | undefined {
  if (!(timeout > 0)) throw usage("--timeout is a number of seconds.");
  if (from === undefined) return undefined;
  return {
    from,
    headers: header,
    env,
    inheritEnv,
    timeout: timeout * 1000,
    signal: io.signal,
  };
}
