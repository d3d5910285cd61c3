import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

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
 * Prepares and runs, waits for a change, and does so again until the signal is
 * aborted. A change during a run is not missed, and one that leaves everything
 * as it was is none.
 *
 * @throws the signal's reason, and what the work throws.
 */
export async function runOnChange(
  prepare: () => Promise<Prepared>,
  signal: AbortSignal,
): Promise<never> {
  let known: readonly string[] = [];
  let before = stateOf(known);
  for (;;) {
    const { inputs, run } = await prepare();
    const state = stateOf(inputs);
    // What has changed while it was read is read again.
    if (inputs.join("\n") === known.join("\n") && state === before) {
      await run();
      while (stateOf(inputs) === state) await wait(LOOK_MS, signal);
    }
    known = inputs;
    before = await quietState(inputs, signal);
  }
}

async function quietState(
  inputs: readonly string[],
  signal: AbortSignal,
): Promise<string> {
  for (;;) {
    const state = stateOf(inputs);
    await wait(QUIET_MS, signal);
    if (stateOf(inputs) === state) return state;
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
