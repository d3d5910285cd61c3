/**
 * HTTP as the transports see it, whatever the platform: Node's streams and the
 * web's `Request` and `Response` are both fitted to these.
 */

import type { Account } from "../limits/quota-registry.js";
import type { HttpHead } from "../transport/transport.js";

export interface HttpHeaders {
  readonly [name: string]: string;
}

/** One request that arrived. */
export interface HttpRequest extends HttpHead {
  /** What a router has left of `target`, where it took off what it matched. */
  readonly rest?: string | undefined;
  /**
   * Reads the body: at most `limit` bytes, for at most `timeout` milliseconds.
   * `done` is called once, with the text or with the status that refuses it.
   * `room` is asked whether a part of it may be kept until it is whole.
   */
  body(
    limit: number,
    timeout: number,
    done: BodyReader,
    room: (bytes: number) => boolean,
  ): void;
}

export type BodyReader = (text: string | undefined, status: number) => void;

/** Where the answer to a request goes; it has one, and a second goes nowhere. */
export interface HttpReply {
  /** Says whose it is: what its reader does not take counts there, where that is known. */
  countFor?(account: Account): void;
  /** Answers at once. */
  send(status: number, headers: HttpHeaders, body?: string): void;
  /** Answers with status 200 and events, one after the other. */
  stream(headers: HttpHeaders): HttpStream;
  /**
   * Calls back when the client is gone before the answer was complete; soon, and
   * not at once, where it is gone already.
   */
  onGone(callback: () => void): void;
}

/** An answer that is being written. */
export interface HttpStream {
  write(text: string): void;
  /** Characters or bytes that wait for the reader, about. */
  readonly waiting: number;
  /** Resolves when the reader has taken what waits, or is gone. */
  drained(): Promise<void>;
  end(): void;
  /** Cuts the connection, what waits is lost. */
  destroy(): void;
}

export const JSON_TYPE = "application/json";
export const EVENTS_TYPE = "text/event-stream";

/** Headers of an answer that is one message. */
export const JSON_HEADERS: HttpHeaders = { "content-type": JSON_TYPE };

/** Headers of a stream of events; proxies must not hold them back. */
export const STREAM_HEADERS: HttpHeaders = {
  "content-type": EVENTS_TYPE,
  "cache-control": "no-cache, no-transform",
  "x-accel-buffering": "no",
};
