/**
 * Virtual clock: replaces the clock and the timers of this process, so that
 * hours pass within milliseconds.
 */
import { createHash } from "node:crypto";

const { setImmediate: nextTurn } = globalThis;

interface VirtualTimer {
  at: number;
  readonly period: number | undefined;
  readonly callback: () => void;
  /**
   * Whether the timer is unreferenced, so that a real process would not stay
   * alive for it.
   */
  readonly isWeak: boolean;
}

/**
 * Number of turns of the event loop that `run` waits between timers. All
 * promises settle in this time.
 */
const TURNS = 2;

export class VirtualClock {
  #now = 1_800_000_000_000;
  readonly #timers = new Set<VirtualTimer>();

  /** Current time, in milliseconds since 1970. */
  get now(): number {
    return this.#now;
  }

  /** Number of timers that would keep the process alive. */
  get open(): number {
    return [...this.#timers].filter(({ isWeak }) => !isWeak).length;
  }

  add(
    callback: () => void,
    delay = 0,
    period?: number,
    isWeak = false,
  ): VirtualTimer {
    const at = this.#now + Math.max(1, Number(delay) || 0);
    const timer = { at, period, callback, isWeak };
    this.#timers.add(timer);
    return timer;
  }

  remove(timer: unknown): void {
    this.#timers.delete(timer as VirtualTimer);
  }

  /** Resolves after a virtual delay. */
  wait(delay: number): Promise<void> {
    return new Promise((resolve) => void this.add(resolve, delay));
  }

  /**
   * Moves the clock from timer to timer until `isDone` returns true, or until
   * `longest` milliseconds have passed.
   */
  async run(isDone: () => boolean, longest: number): Promise<void> {
    const end = this.#now + longest;
    for (;;) {
      for (let turn = 0; turn < TURNS; turn += 1)
        await new Promise((resolve) => nextTurn(resolve));
      if (isDone()) return;
      let next: VirtualTimer | undefined;
      for (const timer of this.#timers)
        if (!next || timer.at < next.at) next = timer;
      if (!next || next.at > end) {
        this.#now = end;
        return;
      }
      this.#now = Math.max(this.#now, next.at);
      if (next.period === undefined) this.#timers.delete(next);
      else next.at += Math.max(1, next.period);
      next.callback();
    }
  }
}

/**
 * Calls `run` while a virtual clock replaces the clock and the timers. Replaces
 * asynchronous SHA-256 by a synchronous computation, so that the order of
 * events is the same in every run.
 */
export async function withVirtualClock<T>(
  run: (clock: VirtualClock) => Promise<T>,
): Promise<T> {
  const clock = new VirtualClock();
  const { setTimeout, setInterval, clearTimeout, clearInterval } = globalThis;
  const { now: date } = Date;
  const { now: elapsed } = performance;
  const { timeout } = AbortSignal;
  const { subtle } = crypto;
  const add = (isPeriodic: boolean) => (callback: () => void, delay?: number) =>
    clock.add(callback, delay, isPeriodic ? delay : undefined);
  const remove = (timer: unknown): void => clock.remove(timer);
  Object.assign(globalThis, {
    setTimeout: add(false),
    setInterval: add(true),
    clearTimeout: remove,
    clearInterval: remove,
  });
  Date.now = () => clock.now;
  performance.now = () => clock.now;
  AbortSignal.timeout = (delay) => {
    const controller = new AbortController();
    const reason = new DOMException("The time is over", "TimeoutError");
    clock.add(() => controller.abort(reason), delay, undefined, true);
    return controller.signal;
  };
  const digest = async (_algorithm: unknown, bytes: Uint8Array) =>
    new Uint8Array(createHash("sha256").update(bytes).digest()).buffer;
  Object.defineProperty(subtle, "digest", {
    value: digest,
    configurable: true,
  });
  try {
    return await run(clock);
  } finally {
    Object.assign(globalThis, {
      setTimeout,
      setInterval,
      clearTimeout,
      clearInterval,
    });
    Date.now = date;
    performance.now = elapsed;
    AbortSignal.timeout = timeout;
    Reflect.deleteProperty(subtle, "digest");
  }
}
