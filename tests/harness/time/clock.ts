/**
 * Replaces the clock and the timers of this process. They stand still until a
 * test moves the clock forward.
 */

/** Maximum number of timers that run during one call of `wait`. */
const MAX_TIMERS = 100_000;

interface FakeTimer {
  readonly callback: () => void;
  /** Period of an interval, in milliseconds. Undefined for a timeout. */
  readonly period: number | undefined;
  due: number;
  ref(): FakeTimer;
  unref(): FakeTimer;
  /** Restarts the timer. The `fetch` of Node.js refreshes its timers. */
  refresh(): FakeTimer;
}

export interface StoppedClock {
  /** Moves the clock forward without running timers. */
  skip(milliseconds: number): void;
  /**
   * Moves the clock forward and runs the timers that become due, in order.
   * Promises settle after each timer, before the clock moves further.
   */
  wait(milliseconds: number): Promise<void>;
  /** Sorted delays of the pending timers, in milliseconds. */
  readonly pending: number[];
}

/** Resolves in a later turn of the event loop, after promises have settled. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/**
 * Runs a test in which `performance.now`, `Date.now`, `setTimeout` and
 * `setInterval` use a clock that only the test moves.
 */
export async function withStoppedClock(
  run: (clock: StoppedClock) => unknown,
): Promise<void> {
  const { now } = performance;
  const { now: date } = Date;
  const { setTimeout, setInterval, clearTimeout, clearInterval } = globalThis;
  const timers = new Set<FakeTimer>();
  let time = 1_000;
  const start = (
    callback: () => void,
    delay = 0,
    period?: number,
  ): FakeTimer => {
    const timer: FakeTimer = {
      callback,
      period,
      due: 0,
      ref: () => timer,
      unref: () => timer,
      refresh: () => {
        timer.due = time + Math.max(0, delay);
        timers.add(timer);
        return timer;
      },
    };
    return timer.refresh();
  };
  // A timer that is not in `timers` may have been started before the clock was
  // replaced. Pass it to the real function.
  const clear = (timer: unknown): void => {
    if (!timers.delete(timer as never)) clearTimeout(timer as never);
  };
  const wait = async (milliseconds: number): Promise<void> => {
    const end = time + milliseconds;
    for (let count = 0; ; count += 1) {
      if (count > MAX_TIMERS) throw new Error("Timers start without end");
      await nextTurn();
      const [next] = [...timers].sort((a, b) => a.due - b.due);
      if (next === undefined || next.due > end) break;
      time = Math.max(time, next.due);
      if (next.period === undefined) timers.delete(next);
      else next.due += Math.max(1, next.period);
      next.callback();
    }
    time = Math.max(time, end);
    await nextTurn();
  };
  Object.assign(globalThis, {
    setTimeout: (callback: () => void, delay?: number) =>
      start(callback, delay),
    setInterval: (callback: () => void, delay = 0) =>
      start(callback, delay, delay),
    clearTimeout: clear,
    clearInterval: clear,
  });
  performance.now = () => time;
  Date.now = () => 1_700_000_000_000 + time;
  try {
    await run({
      skip: (milliseconds) => void (time += milliseconds),
      wait,
      get pending() {
        const left = [...timers].map(({ due }) => due - time);
        return left.sort((a, b) => a - b);
      },
    });
  } finally {
    performance.now = now;
    Date.now = date;
    Object.assign(globalThis, {
      setTimeout,
      setInterval,
      clearTimeout,
      clearInterval,
    });
  }
}
