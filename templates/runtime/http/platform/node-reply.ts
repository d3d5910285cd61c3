import { LONGEST_DELAY } from "../../connection/timer.js";
import type { HttpHeaders, HttpReply, HttpStream } from "../types.js";

/** `any`, as in Node's types: listeners of all parameters are to fit. */
export type Listener = (...values: any[]) => void;

/** The part of Node's `ServerResponse` that is used. */
export interface NodeResponse {
  readonly writableLength: number;
  readonly writableFinished: boolean;
  readonly writableEnded: boolean;
  readonly headersSent: boolean;
  readonly writableNeedDrain: boolean;
  readonly destroyed: boolean;
  writeHead(status: number, headers: { [name: string]: string }): unknown;
  flushHeaders(): void;
  write(text: string): boolean;
  end(text?: string): unknown;
  end(text: string, encoding: "latin1" | "utf8"): unknown;
  destroy(): unknown;
  /** Times how long the connection carries nothing; 0 ends that. */
  setTimeout(milliseconds: number): unknown;
  on(event: string, listener: Listener): unknown;
}

/** Limits for a slow reader. */
export interface ReadLimits {
  /** What may wait for it without being timed, in characters. */
  readonly maxWaiting: number;
  /** How long it may take nothing of more than that, in milliseconds. */
  readonly readTimeout: number;
}

/** Answers through Node's response. */
export class ToNode implements HttpReply {
  readonly #response: NodeResponse;
  readonly #patience: ReadLimits;

  constructor(response: NodeResponse, patience: ReadLimits) {
    this.#response = response;
    this.#patience = patience;
  }

  send(status: number, headers: HttpHeaders, body?: string): void {
    const response = this.#response;
    if (response.headersSent) return;
    if (body === undefined) {
      const none: HttpHeaders = status === 204 ? {} : { "content-length": "0" };
      response.writeHead(status, { ...headers, ...none });
      response.end();
    } else {
      const length = byteLength(body);
      const size = String(length);
      response.writeHead(status, { "content-length": size, ...headers });
      // ASCII is the same in Latin-1, which Node copies without encoding it.
      response.end(body, length === body.length ? "latin1" : "utf8");
      const { maxWaiting, readTimeout } = this.#patience;
      if (length <= maxWaiting) return;
      response.on("timeout", () => response.destroy());
      time(response, readTimeout);
    }
  }

  stream(headers: HttpHeaders): HttpStream {
    const response = this.#response;
    if (!response.headersSent) {
      response.writeHead(200, headers);
      response.flushHeaders();
    }
    return new NodeStream(response, this.#patience);
  }

  onGone(callback: () => void): void {
    const response = this.#response;
    const closed = (): void => {
      if (!response.writableFinished) callback();
    };
    // A response that has closed already emits no second `close`.
    if (response.destroyed) queueMicrotask(closed);
    else response.on("close", closed);
  }
}

/** Length of a text in UTF-8. */
function byteLength(text: string): number {
  const { Buffer } = globalThis as unknown as {
    Buffer: { byteLength(text: string): number };
  };
  return Buffer.byteLength(text);
}

/** Begins to time how long the connection carries nothing. */
function time(response: NodeResponse, timeout: number): void {
  if (timeout !== Infinity)
    response.setTimeout(Math.min(timeout, LONGEST_DELAY));
}

class NodeStream implements HttpStream {
  readonly #response: NodeResponse;
  readonly #patience: ReadLimits;
  #timed = false;
  #flow: () => void = () => {};

  constructor(response: NodeResponse, patience: ReadLimits) {
    this.#response = response;
    this.#patience = patience;
    response.on("drain", () => this.#drained());
    response.on("close", () => this.#drained());
    response.on("timeout", () => response.destroy());
  }

  get waiting(): number {
    return this.#response.writableLength;
  }

  drained(): Promise<void> {
    if (!this.#response.writableNeedDrain) return Promise.resolve();
    return new Promise((resolve) => (this.#flow = resolve));
  }

  write(text: string): void {
    const response = this.#response;
    if (response.writableEnded) return;
    response.write(text);
    const { maxWaiting, readTimeout } = this.#patience;
    if (this.#timed || response.writableLength <= maxWaiting) return;
    this.#timed = true;
    time(response, readTimeout);
  }

  end(): void {
    this.#response.end();
  }

  destroy(): void {
    this.#response.destroy();
  }

  #drained(): void {
    this.#flow();
    if (!this.#timed) return;
    this.#timed = false;
    this.#response.setTimeout(0);
  }
}
