/** Measurements that a program under attack sends to its test. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

export interface Gauge {
  /** Used heap after a garbage collection, in bytes. */
  readonly heap: number;
  /**
   * Longest block of the event loop after the previous measurement, in
   * milliseconds.
   */
  readonly block: number;
}

const TICK = 10;

/**
 * Starts to watch the event loop. Returns a function that measures heap and
 * blocks.
 */
export function gauge(): () => Gauge {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  let block = 0;
  let last = performance.now();
  let used = process.cpuUsage();
  const look = (): void => {
    const now = performance.now();
    const { user, system } = process.cpuUsage(used);
    // CPU time limits the value: a busy machine is not a block of this program.
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
