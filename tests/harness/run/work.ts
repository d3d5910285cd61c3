/**
 * Counts the work of functions. A count does not depend on other programs, but
 * a time does. A test file that imports this module needs a separate process,
 * because V8 counts only in functions that it compiles after this import.
 */
import { Session } from "node:inspector/promises";

const session = new Session();
session.connect();
await session.post("Profiler.enable");
await session.post("Profiler.startPreciseCoverage", {
  callCount: true,
  detailed: true,
});

/**
 * Returns how many blocks of JavaScript run during `work`: function bodies,
 * iterations of loops, and branches. Built-in functions do not count.
 */
export async function countBlocks(work: () => void): Promise<number> {
  await session.post("Profiler.takePreciseCoverage");
  work();
  const { result } = await session.post("Profiler.takePreciseCoverage");
  return result
    .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
    .reduce((sum, { count }) => sum + count, 0);
}
