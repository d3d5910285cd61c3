import { relative } from "node:path";
import { UserError } from "../../support/errors.js";
import { runOnChange, type Watched } from "../../watch/loop.js";
import { EXIT, type ExitCode, type Io } from "./io.js";
import { diagnosticsJson, formatDiagnostics } from "./report.js";

/**
 * Does the work again whenever what it read has changed, until it is
 * interrupted; says what it waits for.
 */
export async function runWatching(
  work: Omit<Watched, "waiting">,
  io: Io,
): Promise<ExitCode> {
  try {
    return await runOnChange(
      { ...work, waiting: (paths) => io.err(waitingText(paths)) },
      io.signal,
    );
  } catch (error) {
    if (!io.signal.aborted || error !== io.signal.reason) throw error;
    io.err("Watching ends.\n");
    return EXIT.interrupted;
  }
}

/**
 * Prints mistakes of the user's, which the next change may mend.
 *
 * @throws what is none.
 */
export function reportMistake(error: unknown, json: boolean, io: Io): void {
  if (!(error instanceof UserError)) throw error;
  if (json) io.out(diagnosticsJson(error.diagnostics));
  io.err(formatDiagnostics(error.diagnostics, io.colour));
}

function waitingText(paths: readonly string[]): string {
  const shown = paths.map((path) => relative(process.cwd(), path) || ".");
  return `Watching ${shown.join(", ")}; Ctrl-C ends it.\n`;
}
