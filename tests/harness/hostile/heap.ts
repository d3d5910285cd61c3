/** Measures the heap of a process after a garbage collection. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** Returns the size of the used heap after a garbage collection, in bytes. */
export function measureHeap(): number {
  collect();
  return process.memoryUsage().heapUsed;
}
