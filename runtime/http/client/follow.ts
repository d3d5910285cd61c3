import { toSignal } from "./abort.js";
import { MAX_RECONNECTS, MAX_RETRY, MIN_RETRY, RETRY } from "./constants.js";
import { readText } from "./received.js";
import { EventReader, EventTooLong, isEventStream } from "./sse-read.js";
import { delay } from "../../limits/timer.js";
import { EVENTS_TYPE, LAST_EVENT_HEADER } from "../headers.js";
import type { Abortable } from "./abort.js";
import type { Fetcher } from "./fetcher.js";
import type { Received } from "./received.js";
import type { ServerEvent } from "./sse-read.js";

const AWAY: readonly number[] = [429, 502, 503, 504];

/**
 * Options for `follow`, which reads one event stream over several connections.
 */
export interface Following {
  readonly fetcher: Fetcher;
  /** Returns the headers for requests that resume the stream. */
  headers(): { readonly [name: string]: string };
  readonly limit: number;
  readonly signal: Abortable;
  onMessage(text: string): void;
  /** Returns whether all expected messages have arrived. */
  done(): boolean;
  /** When to reconnect: always, never, or only after an event with an id. */
  readonly back: "always" | "to an id" | "never";
}

/**
 * Reads an event stream to its end. If the connection ends earlier, reconnects
 * and resumes the stream. Resolves to undefined if all expected messages have
 * arrived or the signal is aborted; otherwise resolves to an error.
 */
export async function follow(
  first: Received | undefined,
  following: Following,
): Promise<Error | undefined> {
  const { fetcher, limit, signal, onMessage, done, back } = following;
  let response = first;
  let fresh = first === undefined;
  let lastId: string | undefined;
  let retry = RETRY;
  let attempts = 0;
  /** Number of consecutive connections without an event. */
  let quiet = 0;
  /** Whether the wait before this connection was shorter than `MIN_RETRY`. */
  let hurried = false;
  let problem: Error | undefined;
  let wasOpen = first !== undefined;
  for (;;) {
    const began = performance.now();
    if (response) {
      let brought = false;
      const take = ({ type, data }: ServerEvent): void => {
        brought = true;
        if (type === "message") onMessage(data);
      };
      const events = new EventReader(limit, take, lastId);
      try {
        await readText(response, (text) => events.push(text));
      } catch (error) {
        problem = error as Error;
      }
      quiet = brought || events.id !== lastId ? 0 : quiet + 1;
      lastId = events.id;
      retry = events.retry ?? retry;
    } else if (!fresh) quiet += 1;
    if (signal.aborted || done()) return undefined;
    if (problem instanceof EventTooLong) return problem;
    const known = back === "to an id" && lastId !== undefined;
    if (!(known || back === "always") || attempts >= MAX_RECONNECTS) {
      return (
        problem ?? new Error("The event stream ended without the response")
      );
    }
    if (!fresh) {
      const lasted = performance.now() - began;
      const wait = reconnectDelay(retry, quiet, lasted);
      // Two reconnects in a row must not both be immediate, even if the server
      // sends `retry: 0`.
      await delay(hurried ? Math.max(wait, MIN_RETRY) : wait, toSignal(signal));
      hurried = wait < MIN_RETRY;
    }
    fresh = false;
    if (signal.aborted) return undefined;
    attempts += 1;
    try {
      response = await fetcher.send({
        method: "GET",
        headers: {
          accept: EVENTS_TYPE,
          ...following.headers(),
          ...(lastId === undefined ? {} : { [LAST_EVENT_HEADER]: lastId }),
        },
        signal,
      });
    } catch (error) {
      problem = error as Error;
      response = undefined;
      continue;
    }
    if (isEventStream(response)) {
      wasOpen = true;
      attempts = 0;
      problem = undefined;
      continue;
    }
    const { status } = response;
    await response.body?.cancel();
    problem = new StreamRefused(fetcher.name, status, wasOpen);
    if (!wasOpen || !AWAY.includes(status)) return problem;
    response = undefined;
  }
}

/**
 * Returns the time until the next connection: the `retry` of the server, or a
 * longer back-off after connections without events. The back-off is reduced by
 * the time for which the last connection was open.
 */
function reconnectDelay(retry: number, quiet: number, lasted: number): number {
  if (quiet === 0) return retry;
  const grown = Math.max(retry, MIN_RETRY) * 1.5 ** quiet;
  return Math.max(retry, Math.min(grown, MAX_RETRY) - lasted);
}

/** Error thrown when the server rejects the stream. */
export class StreamRefused extends Error {
  readonly status: number;
  /** Whether the server accepted the stream on an earlier connection. */
  readonly wasOpen: boolean;

  constructor(name: string, status: number, wasOpen: boolean) {
    super(`${name} answered a GET request with status ${status}`);
    this.status = status;
    this.wasOpen = wasOpen;
  }
}
