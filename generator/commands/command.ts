import type { Argv, Options } from "yargs";
import type { ExitCode, Io } from "./io.js";

/** One command: what yargs needs to know, and the work itself. */
export interface Command<Args> {
  /** As yargs takes it: `schema verify <file>`; `$0` is the default. */
  readonly name: string | readonly string[];
  readonly describe: string;
  build(yargs: Argv): Argv<Args>;
  run(args: Args, io: Io): Promise<ExitCode>;
}

/** Options that several commands take, said in the same words everywhere. */
export const SHARED_OPTIONS = {
  json: {
    type: "boolean",
    describe: "Print the result as JSON",
    default: false,
  },
  source: {
    choices: ["bundled", "pulled"] as const,
    requiresArg: true,
    describe:
      "Text of a revision: ours, or upstream's as pulled [default: bundled]",
  },
} as const satisfies Record<string, Options>;

/** Splits `a,b` and repetition into one list, in order, without repetition. */
export function listOf(values: readonly string[] | undefined): string[] {
  return [
    ...new Set(
      (values ?? [])
        .flatMap((value) => value.split(","))
        .map((value) => value.trim())
        .filter((value) => value !== ""),
    ),
  ];
}
