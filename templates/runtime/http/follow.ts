import { readText } from "./fetcher.js";
import { EVENTS_TYPE } from "./types.js";
import { EventReader } from "./sse-read.js";
import type { Fetcher } from "./fetcher.js";

/** How long to wait before coming back, unless the server says. */
const RETRY = 1_000;
const MAX_RETRY = 30_000;
/** Attempts in a row that reach no server. */
const MAX_ATTEMPTS = 5;

/** A stream of events that is read over as many connections as it takes. */
export interface Following {
  readonly fetcher: Fetcher;
  /** Headers of the requests that come back. */
  headers(): { readonly [name: string]: string };
  readonly limit: number;
  readonly signal: AbortSignal;
  onMessage(text: string): void;
  /** Whether everything that was waited for has arrived. */
  done(): boolean;
  /** Whether to come back though the stream has given no id. */
  readonly anew: boolean;
}

/**
 * Reads a stream to its end, and comes back to it when its connection ends
 * before. Resolves to why it ended, undefined when that was in order.
 */
export async function follow(
  first: Response | undefined,
  following: Following,
): Promise<Error | undefined> {
  const { fetcher, limit, signal, onMessage, done, anew } = following;
  let response = first;
  let fresh = first === undefined;
  let lastId: string | undefined;
  let retry = RETRY;
  let attempts = 0;
  let problem: Error | undefined;
  for (;;) {
    if (response) {
      const events = new EventReader(limit, ({ type, data }) => {
        if (type === "message") onMessage(data);
      });
      events.id = lastId;
      try {
        await readText(response, (text) => events.push(text));
      } catch (error) {
        problem = error as Error;
      }
      lastId = events.id;
      retry = events.retry ?? retry;
    }
    if (signal.aborted || done()) return undefined;
    if ((lastId === undefined && !anew) || attempts >= MAX_ATTEMPTS) {
      return problem ?? new Error("The stream ended without the answer");
    }
    const wait = fresh ? 0 : retry * 1.5 ** attempts;
    fresh = false;
    await delay(Math.min(wait, Math.max(retry, MAX_RETRY)), signal);
    if (signal.aborted) return undefined;
    attempts += 1;
    try {
      response = await fetcher.send({
        method: "GET",
        headers: {
          accept: EVENTS_TYPE,
          ...following.headers(),
          ...(lastId === undefined ? {} : { "last-event-id": lastId }),
        },
        signal,
      });
    } catch (error) {
      problem = error as Error;
      response = undefined;
      continue;
    }
    attempts = 0;
    if (response.ok) continue;
    await response.body?.cancel();
    return new StreamRefused(response.status);
  }
}

/** The server does not give the stream. */
export class StreamRefused extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The server answered ${status} to GET`);
    this.status = status;
  }
}

function delay(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener("abort", end);
  });
}
