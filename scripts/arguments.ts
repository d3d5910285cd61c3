import { parseArgs, type ParseArgsConfig } from "node:util";

/**
 * The command line of a script. `--help` prints how it is used, and so does
 * whatever is wrong with it, with exit code 2.
 */
export function readArguments<T extends ParseArgsConfig>(
  usage: string,
  config: T,
): ReturnType<typeof parseArgs<T>> {
  if (process.argv.slice(2).includes("--help")) {
    console.log(`usage: ${usage}`);
    process.exit(0);
  }
  try {
    return parseArgs(config);
  } catch (error) {
    return refuseArguments(usage, (error as Error).message);
  }
}

/** Ends the process with what is wrong and how the script is used. */
export function refuseArguments(usage: string, wrong: string): never {
  console.error(`${wrong}\nusage: ${usage}`);
  process.exit(2);
}
