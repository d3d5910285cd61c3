import { parseArgs, type ParseArgsConfig } from "node:util";

/**
 * Parses the command line of a script. For `--help`, prints the usage. For
 * invalid arguments, prints the error and the usage, and exits with code 2.
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

/** Prints an error and the usage of the script, and exits with code 2. */
export function refuseArguments(usage: string, wrong: string): never {
  console.error(`${wrong}\nusage: ${usage}`);
  process.exit(2);
}
