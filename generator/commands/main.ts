import { UserError } from "../errors.js";
import { packageFacts } from "../package.js";
import { readQuickly } from "../start/options.js";
import { generateCommand } from "./generate.js";
import type { GenerateArgs } from "./generate-options.js";
import { EXIT, Interruption, type ExitCode, type Io } from "./io.js";
import { withoutOperands } from "./operands.js";
import { diagnosticsJson, formatDiagnostics } from "./report.js";

/**
 * Runs the command line and answers its exit code; never throws.
 *
 * @param argv what follows the program's name
 */
export async function main(argv: readonly string[], io: Io): Promise<ExitCode> {
  try {
    const plain = plainArgs(argv);
    if (plain) return await generateCommand.run(plain, io);
    const { runCommand } = await import("./command-line.js");
    return await runCommand(argv, io);
  } catch (error) {
    return reportFailure(error, withoutOperands(argv).includes("--json"), io);
  }
}

/** What a plain run is told, for which yargs need not be loaded; else null. */
function plainArgs(argv: readonly string[]): GenerateArgs | null {
  const options = readQuickly(argv);
  if (options === null) return null;
  const { revisions, only, out, importExt } = options;
  return {
    rev: revisions,
    schema: undefined,
    source: undefined,
    out,
    only: only.length > 0 ? only : undefined,
    "import-ext": importExt,
    "protocol-version": undefined,
    templates: undefined,
    config: undefined,
    check: false,
    "dry-run": false,
    watch: false,
    force: false,
    json: false,
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
