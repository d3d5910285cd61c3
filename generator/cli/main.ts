import { UserError } from "../support/errors.js";
import { packageFacts } from "../support/package.js";
import { getOptionWords } from "./check-arguments.js";
import { COMMANDS } from "./registry.js";
import { EXIT, type ExitCode, type Io } from "./terminal/io.js";
import { diagnosticsJson, formatDiagnostics } from "./terminal/report.js";
import { usageErrors } from "./usage-errors.js";

/**
 * Runs a command line and returns its exit code. Never throws.
 *
 * @param argv arguments after the name of the program
 */
export async function main(argv: readonly string[], io: Io): Promise<ExitCode> {
  try {
    requireWorkingFolder();
    // Import yargs inside the `try` block: loading yargs fails if the working
    // folder was deleted.
    const { readCommandLine } = await import("./command-line.js");
    const line = readCommandLine(argv, COMMANDS);
    if ("command" in line)
      return (
        (await line.command.run(line.args as never, io, COMMANDS)) ?? EXIT.done
      );
    io.out(`${line.text}\n`);
    return EXIT.done;
  } catch (error) {
    return reportFailure(error, hasJsonOption(argv), io);
  }
}

/**
 * Checks that the working folder exists.
 *
 * @throws UserError if the working folder was deleted.
 */
function requireWorkingFolder(): void {
  try {
    process.cwd();
  } catch {
    throw usageErrors("MCP004", "The working folder does not exist.");
  }
}

/**
 * Returns whether an argument is `--json`, even if the command line is invalid.
 */
function hasJsonOption(argv: readonly string[]): boolean {
  return getOptionWords(argv).includes("--json");
}

function reportFailure(error: unknown, json: boolean, io: Io): ExitCode {
  if (error instanceof Error && error.name === "AbortError") {
    io.err("Interrupted; nothing was changed.\n");
    return EXIT.interrupted;
  }
  if (error instanceof UserError) {
    if (json) io.out(diagnosticsJson(error.diagnostics));
    io.err(formatDiagnostics(error.diagnostics, io.colour));
    return EXIT.user;
  }
  const { version, bugs } = packageFacts();
  io.err(
    `Internal error in mcp-codegen ${version}. Report it with your command line: ${bugs.url}\n` +
      `${error instanceof Error ? error.stack : String(error)}\n`,
  );
  return EXIT.internal;
}
