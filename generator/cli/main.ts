import { UserError } from "../support/errors.js";
import { packageFacts } from "../support/package.js";
import { readQuickly } from "./start/simple-args.js";
import { generateCommand } from "./commands/generate/generate.js";
import { NO_ARGS, type GenerateArgs } from "./commands/generate/options.js";
import { EXIT, Interruption, type ExitCode, type Io } from "./terminal/io.js";
import { withoutOperands } from "./operands.js";
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
    const plain = plainArgs(argv);
    if (plain) return await generateCommand.run(plain, io, []);
    const { runCommand } = await import("./yargs.js");
    return await runCommand(argv, io);
  } catch (error) {
    return reportFailure(error, withoutOperands(argv).includes("--json"), io);
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

/** Arguments of a plain run, for which yargs need not be loaded; else null. */
function plainArgs(argv: readonly string[]): GenerateArgs | null {
  const options = readQuickly(argv);
  if (options === null) return null;
  const { revisions, only, out, importExt } = options;
  return {
    ...NO_ARGS,
    rev: [...revisions],
    out,
    only: only.length > 0 ? [...only] : undefined,
    "import-ext": importExt,
  };
}

function reportFailure(error: unknown, json: boolean, io: Io): ExitCode {
  const aborted = io.signal.aborted && error === io.signal.reason;
  if (aborted || error instanceof Interruption) {
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
