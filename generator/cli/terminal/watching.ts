/**
 * Implements `--watch`: repeats work whenever one of its input files changes.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { UserError } from "../../support/errors.js";
import { EXIT, type ExitCode, type Io } from "./io.js";
import { diagnosticsJson, formatDiagnostics } from "./report.js";

/**
 * Polling interval in milliseconds. Polling detects changes that file system
 * events do not report: new files, files that editors replace by a rename, and
 * changes in network and container folders.
 */
const POLL_MS = 100;

/**
 * Time without a change before work starts, in milliseconds. Editors save a
 * file in several steps.
 */
const QUIET_MS = 50;

/** Work to run, with the files that the work reads. */
export interface Prepared {
  /** Files and folders to watch. */
  readonly inputs: readonly string[];
  run(): Promise<unknown>;
}

/**
 * Prepares and runs the work, and repeats both steps after each change until
 * the user interrupts. Changes during a run are detected. Saving a file with
 * the same content is not a change. After a `UserError`, the error is printed
 * and watching continues.
 *
 * @throws other errors of the work.
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
    let before = hashFiles(known);
    for (;;) {
      const { inputs, run } = await prepare();
      const state = hashFiles(inputs);
      // Run only if the inputs did not change during the pause. Otherwise
      // prepare the work again after another pause.
      if (inputs.join("\n") === known.join("\n") && state === before) {
        await run().catch(report);
        const shown = inputs.map((path) => relative("", path) || ".");
        io.err(`Watching ${shown.join(", ")}. Press Ctrl-C to stop.\n`);
        while (hashFiles(inputs) === state) await wait(POLL_MS, io.signal);
      }
      known = inputs;
      before = hashFiles(inputs);
      await wait(QUIET_MS, io.signal);
    }
  } catch (error) {
    if (!io.signal.aborted || error !== io.signal.reason) throw error;
    io.err("Stopped watching.\n");
    return EXIT.interrupted;
  }
}

/**
 * Waits for the given number of milliseconds.
 *
 * @throws the abort reason of the signal, unchanged. The timer of Node.js would
 *   wrap the reason in another error.
 */
async function wait(ms: number, signal: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal }).catch(() => {});
  signal.throwIfAborted();
}

/**
 * Returns a hash of the contents of files. For a folder, the templates in the
 * folder are hashed. An unreadable file has the same hash as a missing file.
 */
function hashFiles(paths: readonly string[]): string {
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
