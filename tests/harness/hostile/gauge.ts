/** What a program under attack tells the test that started it. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

export interface Gauge {
  /** Bytes in use once everything that is not is gone. */
  readonly heap: number;
  /** Longest time, in ms, in which nothing else could run; since it was told last. */
  readonly block: number;
}

const TICK = 10;

/** Watches the event loop; the function tells. */
export function gauge(): () => Gauge {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  let block = 0;
  let last = performance.now();
  let used = process.cpuUsage();
  const look = (): void => {
    const now = performance.now();
    const { user, system } = process.cpuUsage(used);
    // A machine that is busy with something else is no block of ours.
    block = Math.max(block, Math.min(now - last, (user + system) / 1_000));
    last = now;
    used = process.cpuUsage();
  };
  setInterval(look, TICK).unref();
  return () => {
    look();
    const told = block;
    collect();
    const heap = process.memoryUsage().heapUsed;
    look();
    block = 0;
    return { heap, block: told };
  };
}
