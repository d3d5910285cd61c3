import { setTimeout as pause } from "node:timers/promises";
import { stateOf } from "./state.js";
import { Watcher } from "./watcher.js";

/** How long files have to stay as they are, in ms: editors write in steps. */
const QUIET_MS = 50;

/** Work that is done again whenever what it read has changed. */
export interface Watched {
  /** Finds out what there is to do; answers the work, which reports failures. */
  prepare(): Promise<() => Promise<void>>;
  /** Files and folders that the work depends on, as far as it is prepared. */
  inputs(): readonly string[];
  /** Told after each run, before waiting. */
  waiting(inputs: readonly string[]): void;
}

/**
 * Runs, waits for a change, and runs again until the signal is aborted. A
 * change during a run is not missed, and one that leaves everything as it was
 * is none.
 *
 * @throws the signal's reason, and what the work throws.
 */
export async function runOnChange(
  work: Watched,
  signal: AbortSignal,
): Promise<never> {
  let wake = (): void => {};
  const watcher = new Watcher(() => wake());
  signal.addEventListener("abort", () => wake());
  try {
    for (;;) {
      const { run, inputs, state } = await prepareSteadily(work, signal);
      await run();
      work.waiting(inputs);
      while (!signal.aborted) {
        // Anew each time: what was away may be there, or another in its place.
        watcher.set(inputs);
        if (stateOf(inputs) !== state) break;
        await new Promise<void>((resolve) => (wake = resolve));
      }
      await quiet(inputs, signal);
    }
  } finally {
    watcher.close();
  }
}

/** Until nothing changed between the first look and the last. */
async function prepareSteadily(work: Watched, signal: AbortSignal) {
  for (;;) {
    const known = work.inputs();
    const state = stateOf(known);
    const run = await work.prepare();
    const inputs = work.inputs();
    const same = inputs.join("\n") === known.join("\n");
    if (same && stateOf(inputs) === state) return { run, inputs, state };
    await quiet(inputs, signal);
  }
}

async function quiet(
  inputs: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  let state: string;
  do {
    signal.throwIfAborted();
    state = stateOf(inputs);
    await pause(QUIET_MS);
  } while (stateOf(inputs) !== state);
  signal.throwIfAborted();
}
