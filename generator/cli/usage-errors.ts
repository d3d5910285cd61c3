import { createErrors } from "../support/errors.js";
import { isPackageName } from "../support/package-name.js";

/**
 * Diagnostics about the command line, the working folder and the standard
 * output.
 */
export const usageErrors = createErrors({
  MCP000: {
    title: "Wrong usage",
    cause: "An argument of the command is missing, unknown or invalid.",
    fix: "Correct the argument that the message names, and run the command again.",
  },
  MCP003: {
    title: "Standard output cannot be written",
    cause: "The operating system refused to write the output of the command.",
    fix: "Redirect standard output to a writable file, or free disk space, and run the command again.",
  },
  MCP004: {
    title: "Working folder does not exist",
    cause:
      "The folder in which the command was started has been deleted or moved.",
    fix: "Change to an existing folder, and run the command again.",
  },
});

/** Creates a usage error. */
export function usage(message: string, fix: string): Error {
  return usageErrors("MCP000", message, { fix });
}

/**
 * Returns the revision that `--rev` names.
 *
 * @param subject command or option that needs exactly one revision, such as
 *   `model`
 * @throws UserError if `--rev` names several revisions.
 */
export function singleRevision<T>(
  subject: string,
  [item, ...others]: readonly T[],
): T {
  if (item !== undefined && others.length === 0) return item;
  throw usage(
    `${subject} accepts one revision, but --rev names ${others.length + 1}.`,
    "Pass one revision with --rev, such as --rev latest.",
  );
}

/**
 * Returns the output format that `--format` or `--json` selects.
 *
 * @throws UserError if the options select different formats.
 */
export function readFormat<Format extends string>({
  json,
  format,
}: {
  readonly json: boolean;
  readonly format: Format | undefined;
}): Format | "json" | "text" {
  if (!json) return format ?? "text";
  if (format === undefined || format === "json") return "json";
  throw usage(
    `--json and --format ${format} exclude each other.`,
    `Remove --json or --format ${format}.`,
  );
}

/**
 * Checks and returns the name of an npm package.
 *
 * @throws UserError unless `name` is a valid npm package name.
 */
export function checkPackageName(option: string, name: string): string {
  if (isPackageName(name)) return name;
  throw usage(
    `${option} needs the name of an npm package, and ${JSON.stringify(name)} is not a valid name.`,
    `Pass a valid npm package name, such as ${option} @acme/mcp-runtime.`,
  );
}
