import { setTimeout as pause } from "node:timers/promises";
import { stateOf } from "./state.js";

/**
 * How often files are looked at, in ms. Looking sees what the system's own
 * notices miss: folders of another machine or a container, files that editors
 * replace by a rename, and what is not there yet.
 */
const LOOK_MS = 100;

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
  for (;;) {
    const { run, inputs, state } = await prepareSteadily(work, signal);
    await run();
    work.waiting(inputs);
    while (stateOf(inputs) === state) await wait(LOOK_MS, signal);
    await quiet(inputs, signal);
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
    state = stateOf(inputs);
    await wait(QUIET_MS, signal);
  } while (stateOf(inputs) !== state);
}

/** @throws the signal's reason, which Node would put into an error of its own. */
async function wait(ms: number, signal: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal }).catch(() => {});
  signal.throwIfAborted();
}
