import { errorsOf } from "../support/errors.js";
import { isPackageName } from "../support/package-name.js";

/** Mistakes on the command line, and where it runs and sends its results. */
export const usageErrors = errorsOf({
  MCP000: {
    title: "Usage",
    cause: "The command line does not fit the command.",
    fix: "mcp-codegen --help lists commands and options, with examples.",
  },
  MCP003: {
    title: "Results can not be written",
    cause: "The system refuses.",
    fix: "Send standard output elsewhere, or make room for it, and run again.",
  },
  MCP004: {
    title: "No working folder",
    cause: "The folder in which the command was started was deleted or moved.",
    fix: "Change to a folder that is there, and run again.",
  },
});

/** A usage error with the common hint. */
export function usage(message: string): Error {
  return usageErrors("MCP000", message);
}

/**
 * The one of what `--rev` names.
 *
 * @param takes whose one it is: `A model is of`
 * @throws UserError when there are others.
 */
export function onlyOne<T>(takes: string, [one, ...others]: readonly T[]): T {
  if (one !== undefined && others.length === 0) return one;
  throw usage(`${takes} one revision; --rev names ${others.length + 1}.`);
}

/** @throws UserError unless npm takes `name` as the name of a package. */
export function packageName(option: string, name: string): string {
  if (isPackageName(name)) return name;
  throw usage(
    `${option} takes the name of a package, such as @acme/mcp-runtime; it was ${JSON.stringify(name)}.`,
  );
}
