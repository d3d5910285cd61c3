/**
 * Limits the time of each test. Error messages describe the events for which
 * the running test waits.
 */
import { availableParallelism, loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";

/** Interval in milliseconds at which `waitUntil` checks its condition. */
const INTERVAL = 2;
/**
 * Marker that the test process prints before and after the title of a starting
 * test.
 */
export const TITLE_MARK = "\u001d";

interface RunningTest {
  readonly title: string;
  /** Descriptions of the events for which the test waits, oldest first. */
  readonly waits: Set<{ readonly description: string }>;
  readonly fail: (error: Error) => void;
  hasEnded: boolean;
}

let running: RunningTest | undefined;
let limit = 20;

/**
 * Sets the time limit in seconds of the tests that a test file declares
 * afterwards. `batch.ts` sets the default limit of each file.
 */
export function setTimeLimit(seconds: number): void {
  limit = seconds;
}

export const getTestLimit = (): number => limit;

/**
 * Returns the title of the running test, and descriptions of the events for
 * which the test waits.
 */
function describe({ title, waits }: RunningTest): string {
  const all = [...waits].map(({ description }) => description);
  const resources = new Set(process.getActiveResourcesInfo());
  return all.length > 0
    ? `"${title}" waited until ${all.join(", and until ")}`
    : `"${title}" waited for a promise; open resources: ${[...resources].join(", ")}`;
}

// Report the running test on exit: Node.js exits in the middle of a test if the
// test waits for a promise that nothing can settle.
process.on("exit", () => {
  if (running) console.error(`The test never settles: ${describe(running)}`);
});

/**
 * Returns how many programs share each core of the machine, at least 1. The
 * result is always 1 on Windows, which has no load average.
 */
export function getLoad(): number {
  const [load = 0] = loadavg();
  return Math.max(1, load / availableParallelism());
}

/**
 * Runs a test. Rejects if the test exceeds its time limit, or if a call of
 * `failTest` reports an error. If several programs share each core, the limit is
 * multiplied by their number.
 */
export async function runWithLimit(
  title: string,
  seconds: number,
  run: () => unknown,
): Promise<void> {
  process.stdout.write(`${TITLE_MARK}${title}${TITLE_MARK}`);
  let timer: NodeJS.Timeout | undefined;
  const failure = new Promise<never>((_, fail) => {
    const test = { title, waits: new Set<never>(), fail, hasEnded: false };
    running = test;
    let periods = 0;
    timer = setInterval(() => {
      periods += 1;
      if (periods < getLoad()) return;
      const limit = `ended after its limit of ${seconds} s`;
      const times = periods > 1 ? `, times ${periods} on a busy machine` : "";
      fail(new Error(`${limit}${times}: ${describe(test)}`));
    }, seconds * 1_000);
    // The timer must not keep the process alive when a promise never settles.
    timer.unref();
  });
  try {
    await Promise.race([run(), failure]);
  } finally {
    clearInterval(timer);
    if (running) running.hasEnded = true;
    running = undefined;
  }
}

/** Fails the running test, for example because a child process has died. */
export function failTest(error: Error): void {
  running?.fail(error);
}

/**
 * Waits for a promise. If the test exceeds its time limit meanwhile, the error
 * contains the description, such as `"the session is gone"`.
 */
export async function waitFor<T>(
  description: string,
  promise: Promise<T>,
): Promise<T> {
  const waits = running?.waits;
  const wait = { description };
  waits?.add(wait);
  try {
    return await promise;
  } finally {
    waits?.delete(wait);
  }
}

/**
 * Waits until a condition is true. Polling stops when the test ends. If the
 * test exceeds its time limit, the error contains the description.
 */
export function waitUntil(
  description: string,
  condition: () => unknown,
): Promise<void> {
  const test = running;
  const poll = async (): Promise<void> => {
    while (!(await condition())) {
      if (test?.hasEnded) throw new Error(`No longer waits: ${description}`);
      await sleep(INTERVAL);
    }
  };
  return waitFor(description, poll());
}
