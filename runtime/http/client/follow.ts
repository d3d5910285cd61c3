import { readText } from "./fetcher.js";
import { EVENTS_TYPE } from "../types.js";
import { isStream } from "../body/media-type.js";
import { EventReader, EventTooLong } from "./sse-read.js";
import { delay } from "../../limits/timer.js";
import type { Fetcher } from "./fetcher.js";
import type { ServerEvent } from "./sse-read.js";

/** How long to wait before coming back, unless the server says. */
export const RETRY = 1_000;
/** The least to wait after a connection that brought nothing, or in a row. */
const MIN_RETRY = 100;
/** Waits grow up to this, and are longer only where the server says so. */
const MAX_RETRY = 30_000;
/** Attempts in a row that reach no server, or one that is away for now. */
const MAX_RECONNECTS = 5;
const AWAY: readonly number[] = [429, 502, 503, 504];

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
  /** Whether to come back, or only to a stream that has given an id. */
  readonly back: "always" | "to an id" | "never";
}

/**
 * Reads a stream to its end, and comes back to it when its connection ends
 * before. Resolves to why it ended, undefined when that was in order.
 */
export async function follow(
  first: Response | undefined,
  following: Following,
): Promise<Error | undefined> {
  const { fetcher, limit, signal, onMessage, done, back } = following;
  let response = first;
  let fresh = first === undefined;
  let lastId: string | undefined;
  let retry = RETRY;
  let attempts = 0;
  /** Connections in a row that brought no event. */
  let quiet = 0;
  /** Whether the last wait that was asked for was shorter than `MIN_RETRY`. */
  let hurried = false;
  let problem: Error | undefined;
  let given = first !== undefined;
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
      return problem ?? new Error("The stream ended without the answer");
    }
    if (!fresh) {
      const lasted = performance.now() - began;
      const wait = reconnectDelay(retry, quiet, lasted);
      // At once, as a server may ask for, is for once.
      await delay(hurried ? Math.max(wait, MIN_RETRY) : wait, signal);
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
          ...(lastId === undefined ? {} : { "last-event-id": lastId }),
        },
        signal,
      });
    } catch (error) {
      problem = error as Error;
      response = undefined;
      continue;
    }
    if (isStream(response)) {
      given = true;
      attempts = 0;
      continue;
    }
    const { status } = response;
    await response.body?.cancel();
    problem = new StreamRefused(fetcher.name, status, given);
    if (!given || !AWAY.includes(status)) return problem;
    response = undefined;
  }
}

/**
 * How long to wait: what the server asks for, and more after connections that
 * brought nothing. One that stayed open for long was a wait of its own.
 */
function reconnectDelay(retry: number, quiet: number, lasted: number): number {
  if (quiet === 0) return retry;
  const grown = Math.max(retry, MIN_RETRY) * 1.5 ** quiet;
  return Math.max(retry, Math.min(grown, MAX_RETRY) - lasted);
}

/** The server does not give the stream. */
export class StreamRefused extends Error {
  readonly status: number;
  /** Whether it gave it before. */
  readonly given: boolean;

  constructor(name: string, status: number, given: boolean) {
    super(`${name} answered ${status} to GET`);
    this.status = status;
    this.given = given;
  }
}
