/** `--watch`: work that is done again whenever what it read has changed. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { UserError } from "../../support/errors.js";
import { EXIT, type ExitCode, type Io } from "./io.js";
import { diagnosticsJson, formatDiagnostics } from "./report.js";

/**
 * How often files are looked at, in ms. Looking sees what the system's own
 * notices miss: folders of another machine or a container, files that editors
 * replace by a rename, and what is not there yet.
 */
const LOOK_MS = 100;

/** How long files have to stay as they are, in ms: editors write in steps. */
const QUIET_MS = 50;

/** Work that is ready to be done. */
export interface Prepared {
  /** Files and folders that it depends on. */
  readonly inputs: readonly string[];
  run(): Promise<unknown>;
}

/**
 * Prepares and runs, says what it waits for, and does so again after a change,
 * until it is interrupted. A change during a run is not missed, and one that
 * leaves everything as it was is none. Mistakes of the user's are printed, which
 * the next change may mend.
 *
 * @throws what the work throws, but for mistakes.
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
  try {
    let known: readonly string[] = [];
    let before = stateOf(known);
    for (;;) {
      const { inputs, run } = await prepare();
      const state = stateOf(inputs);
      // What has changed since it was looked at is read again when it is quiet.
      if (inputs.join("\n") === known.join("\n") && state === before) {
        await run().catch(report);
        const shown = inputs.map((path) => relative("", path) || ".");
        io.err(`Watching ${shown.join(", ")}; Ctrl-C ends it.\n`);
        while (stateOf(inputs) === state) await wait(LOOK_MS, io.signal);
      }
      known = inputs;
      before = stateOf(inputs);
      await wait(QUIET_MS, io.signal);
    }
  } catch (error) {
    if (!io.signal.aborted || error !== io.signal.reason) throw error;
    io.err("Watching ends.\n");
    return EXIT.interrupted;
  }
}

/** @throws the signal's reason, which Node would put into an error of its own. */
async function wait(ms: number, signal: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal }).catch(() => {});
  signal.throwIfAborted();
}

/**
 * What files and folders hold, as one text: the same exactly when nothing in
 * them has changed. What can not be read counts as absent.
 */
function stateOf(paths: readonly string[]): string {
  const hash = createHash("sha256");
  const add = (path: string): void => {
    hash.update(`\n${path}\n`);
    try {
      if (!statSync(path).isDirectory()) hash.update(readFileSync(path));
      else
        for (const name of readdirSync(path).sort())
          if (name.endsWith(".hbs")) add(join(path, name));
    } catch {
      hash.update("absent");
    }
  };
  paths.forEach(add);
  return hash.digest("hex");
}
