import { UserError } from "../support/errors.js";
import { packageFacts, toolVersion } from "../support/package.js";
import { readCommandLine } from "./command-line.js";
import { COMMANDS } from "./registry.js";
import { EXIT, type ExitCode, type Io } from "./terminal/io.js";
import { diagnosticsJson, formatDiagnostics } from "./terminal/report.js";
import { usageErrors } from "./usage-errors.js";

/**
 * Runs the command line and answers its exit code; never throws.
 *
 * @param argv what follows the program's name
 */
export async function main(argv: readonly string[], io: Io): Promise<ExitCode> {
  try {
    requireWorkingFolder();
    const { command, asks, args } = readCommandLine(argv, COMMANDS);
    if (asks === null)
      return (await command.run(args as never, io, COMMANDS)) ?? EXIT.done;
    // Loaded here: nothing else needs yargs.
    const { helpText } = await import("./help.js");
    const text =
      asks === "help" ? await helpText(command, COMMANDS) : toolVersion();
    io.out(`${text}\n`);
    return EXIT.done;
  } catch (error) {
    return reportFailure(error, asksForJson(argv), io);
  }
}

/** What runs in a deleted folder can not even load. */
function requireWorkingFolder(): void {
  try {
    process.cwd();
  } catch {
    throw usageErrors("MCP004", "The working folder is not there any more.");
  }
}

/** Of a command line that may be wrong otherwise. */
function asksForJson(argv: readonly string[]): boolean {
  const end = argv.indexOf("--");
  return argv.slice(0, end < 0 ? undefined : end).includes("--json");
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
    `A fault of mcp-codegen ${version}; please report it with what you ran: ${bugs.url}\n` +
      `${error instanceof Error ? error.stack : String(error)}\n`,
  );
  return EXIT.internal;
}
