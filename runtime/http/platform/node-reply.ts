import { MAX_DELAY } from "../../limits/timer.js";
import type { ClientQuota } from "../../limits/quota-registry.js";
import type { HttpHeaders, HttpReply, HttpStream } from "../types.js";

/**
 * Event listener. The parameter type is `any`, as in Node's types, so that
 * listeners with any parameters are assignable.
 */
export type Listener = (...values: any[]) => void;

/** Members of Node's `ServerResponse` that the HTTP server uses. */
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
  /**
   * Sets the timeout for a connection without activity; 0 disables the timeout.
   */
  setTimeout(milliseconds: number): unknown;
  on(event: string, listener: Listener): unknown;
}

/** HTTP reply that is written to a response of Node.js. */
export class ToNode implements HttpReply {
  readonly #response: NodeResponse;
  readonly #readTimeout: number;
  #account: ClientQuota | undefined;

  /**
   * @param readTimeout Time after which a reader that reads nothing is
   *   disconnected, in milliseconds.
   */
  constructor(response: NodeResponse, readTimeout: number) {
    this.#response = response;
    this.#readTimeout = readTimeout;
  }

  countFor(account: ClientQuota): void {
    this.#account = account;
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
      // ASCII text is also valid Latin-1, which Node.js writes without
      // encoding.
      response.end(body, length === body.length ? "latin1" : "utf8");
      if (response.writableLength > 0) this.#unread().count();
    }
  }

  stream(headers: HttpHeaders): HttpStream {
    const response = this.#response;
    if (!response.headersSent) {
      response.writeHead(200, headers);
      response.flushHeaders();
    }
    return new NodeStream(response, this.#unread());
  }

  onGone(callback: () => void): void {
    const response = this.#response;
    const closed = (): void => {
      if (!response.writableFinished) callback();
    };
    // A response that is already destroyed emits no further `close` event, so
    // call `closed` in a microtask.
    if (response.destroyed) queueMicrotask(closed);
    else response.on("close", closed);
  }

  #unread(): Unread {
    return new Unread(this.#response, this.#readTimeout, this.#account);
  }
}

/** Returns the length of a text in bytes when encoded as UTF-8. */
function byteLength(text: string): number {
  const { Buffer } = globalThis as unknown as {
    Buffer: { byteLength(text: string): number };
  };
  return Buffer.byteLength(text);
}

/**
 * Tracks the unread output of a response, and counts it towards the memory
 * quota of the client. Disconnects a client that reads nothing for too long, or
 * that leaves too much unread.
 */
class Unread {
  readonly #response: NodeResponse;
  readonly #timeout: number;
  readonly #account: ClientQuota | undefined;
  #counted = 0;

  constructor(
    response: NodeResponse,
    timeout: number,
    account: ClientQuota | undefined,
  ) {
    this.#response = response;
    // In Node.js, 0 means no timeout.
    this.#timeout = timeout === Infinity ? 0 : Math.min(timeout, MAX_DELAY);
    this.#account = account;
    response.on("timeout", () => response.destroy());
    response.on("close", () => this.reset());
  }

  /**
   * Counts the unread output, and starts the timeout if it is not running.
   * Disconnects the client if its memory quota has no space left.
   */
  count(): void {
    const { writableLength } = this.#response;
    if (this.#counted === 0) this.#response.setTimeout(this.#timeout);
    else this.#account?.countBody(-this.#counted);
    this.#counted =
      this.#account?.countUnread(writableLength) ?? writableLength;
    if (this.#counted === 0) this.#response.destroy();
  }

  /**
   * Resets the count and stops the timeout. Called when all output was read,
   * and when the response closes.
   */
  reset(): void {
    if (this.#counted === 0) return;
    this.#response.setTimeout(0);
    this.#account?.countBody(-this.#counted);
    this.#counted = 0;
  }
}

class NodeStream implements HttpStream {
  readonly #response: NodeResponse;
  readonly #unread: Unread;
  #flow: () => void = () => {};

  constructor(response: NodeResponse, unread: Unread) {
    this.#response = response;
    this.#unread = unread;
    response.on("drain", () => {
      this.#flow();
      unread.reset();
    });
    response.on("close", () => this.#flow());
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
    if (!response.write(text)) this.#unread.count();
  }

  end(): void {
    this.#response.end();
  }

  destroy(): void {
    this.#response.destroy();
  }
}
