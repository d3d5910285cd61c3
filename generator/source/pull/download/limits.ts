import { DownloadFailure } from "./failure.js";

/** How long and how often a download is tried. */
export interface DownloadLimits {
  /** All attempts and pauses together. */
  readonly overallMs: number;
  /** Silence within one attempt. */
  readonly idleMs: number;
  readonly attempts: number;
  readonly redirects: number;
  /** Pause after the first attempt; it doubles with each further one. */
  readonly pauseMs: number;
}

/** For one file, which is well under a megabyte. */
export const LIMITS: DownloadLimits = {
  overallMs: 60_000,
  idleMs: 15_000,
  attempts: 4,
  redirects: 5,
  pauseMs: 500,
};

/** Ends as soon as the signal does; tests pass one that does not wait. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<void>;

/** Waits on the clock. */
export const wait: Wait = (ms, signal) =>
  new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", abort);
      resolve();
    }, ms);
    if (signal.aborted) abort();
    else signal.addEventListener("abort", abort, { once: true });
  });

/** A signal that aborts after `ms` unless it is restarted or cleared. */
export interface Timer {
  readonly signal: AbortSignal;
  restart(): void;
  clear(): void;
}

/** Starts a time-out whose reason is `reason()`. */
export function startTimer(ms: number, reason: () => DownloadFailure): Timer {
  const controller = new AbortController();
  const start = (): NodeJS.Timeout =>
    setTimeout(() => controller.abort(reason()), ms);
  let timer = start();
  return {
    signal: controller.signal,
    restart() {
      clearTimeout(timer);
      timer = start();
    },
    clear: () => clearTimeout(timer),
  };
}

/** The pause before the next attempt: doubling, or what the server asks for. */
export function pauseAfter(
  attempt: number,
  failure: DownloadFailure,
  limits: DownloadLimits,
): number {
  return Math.max(limits.pauseMs * 2 ** (attempt - 1), failure.retryAfter ?? 0);
}

/** `Retry-After` in milliseconds: seconds or a date. */
export function retryAfter(
  header: string | undefined,
  now: number,
): number | null {
  if (header === undefined) return null;
  if (/^\d+$/.test(header)) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
