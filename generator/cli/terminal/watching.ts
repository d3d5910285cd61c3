import { relative } from "node:path";
import { UserError } from "../../support/errors.js";
import { runOnChange, type Prepared } from "../../watch/loop.js";
import { EXIT, type ExitCode, type Io } from "./io.js";
import { diagnosticsJson, formatDiagnostics } from "./report.js";

/**
 * Does the work again whenever what it read has changed, until it is
 * interrupted; says what it waits for. Mistakes of the user's are printed, which
 * the next change may mend.
 */
export async function runWatching(
  prepare: () => Promise<Prepared>,
  json: boolean,
  io: Io,
): Promise<ExitCode> {
  const report = (error: unknown): void => {
    if (!(error instanceof UserError)) throw error;
    if (json) io.out(diagnosticsJson(error.diagnostics));
    io.err(formatDiagnostics(error.diagnostics, io.colour));
  };
  const reported = async (): Promise<Prepared> => {
    const { inputs, run } = await prepare();
    const shown = inputs.map((path) => relative(process.cwd(), path) || ".");
    return {
      inputs,
      run: async () => {
        await run().catch(report);
        io.err(`Watching ${shown.join(", ")}; Ctrl-C ends it.\n`);
      },
    };
  };
  try {
    return await runOnChange(reported, io.signal);
  } catch (error) {
    if (!io.signal.aborted || error !== io.signal.reason) throw error;
    io.err("Watching ends.\n");
    return EXIT.interrupted;
  }
}
