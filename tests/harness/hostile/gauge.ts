/**
 * Measures the heap and the event loop of a program that is being attacked. The
 * program calls this module and sends the measurements to its test.
 */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

export interface Gauge {
  /** Size of the used heap after a garbage collection, in bytes. */
  readonly heap: number;
  /**
   * Longest time for which the event loop was blocked since the previous
   * measurement, in milliseconds.
   */
  readonly block: number;
}

const TICK = 10;

/**
 * Starts to watch the event loop. Returns a function that measures the heap
 * size and the longest time for which the event loop was blocked.
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
    // Count at most the CPU time of this program as blocked. On a busy machine,
    // other programs also delay the event loop.
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
