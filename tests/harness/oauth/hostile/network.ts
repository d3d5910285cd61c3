/**
 * Simulated network for tests with a hostile authorization server. Records the
 * requests of the client. Counts the requests, response bodies and ports that
 * are still open.
 */
import type { Fetch } from "../../../../runtime/http/client/received.js";

/** Request of the client, as a simulated server receives it. */
export interface Seen {
  readonly url: URL;
  readonly method: string;
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
  readonly form: URLSearchParams;
  readonly token: string | undefined;
}

/** Answer of a simulated server. `never` means that no answer is sent. */
export type Reply = Response | Error | "never";

/** Number of requests after which no further request gets an answer. */
const MAX_TOTAL = 20_000;

/** Length of the chunks of an endless body, in bytes. */
const CHUNK = 65_536;

export class Network {
  /** Number of requests that were sent to each origin. */
  readonly requests = new Map<string, number>();
  /** Maximum number of bytes that the client read of one body. */
  longest = 0;
  /**
   * Number of requests, response bodies and loopback ports that are open now.
   */
  open = 0;
  readonly #onRequest: (seen: Seen) => void;
  readonly #answer: (seen: Seen) => Reply;
  readonly #ports = new Map<number, (url: string) => void>();
  #total = 0;
  #lastPort = 40_000;

  constructor(onRequest: (seen: Seen) => void, answer: (seen: Seen) => Reply) {
    this.#onRequest = onRequest;
    this.#answer = answer;
  }

  readonly fetch: Fetch = async (address, init) => {
    const url = new URL(address);
    const { method, headers, body = "", signal } = init;
    const authorization = headers["authorization"] ?? "";
    const token = /^(?:Bearer|DPoP) (.*)$/s.exec(authorization)?.[1];
    const form = new URLSearchParams(body);
    const seen: Seen = { url, method, headers, body, form, token };
    this.requests.set(url.origin, (this.requests.get(url.origin) ?? 0) + 1);
    this.#onRequest(seen);
    if ((this.#total += 1) > MAX_TOTAL) throw new Error("too many requests");
    signal.throwIfAborted();
    const reply = this.#answer(seen);
    if (reply instanceof Error) throw reply;
    if (reply !== "never") return this.#track(reply, signal);
    this.open += 1;
    return new Promise((_, reject) => {
      const abort = (): void => {
        this.open -= 1;
        reject(signal.reason);
      };
      signal.addEventListener("abort", abort, { once: true });
    });
  };

  /** Simulates a browser that opens a loopback URL. */
  visit(address: string): void {
    const { port, pathname, search } = new URL(address);
    this.#ports.get(Number(port))?.(pathname + search);
  }

  /** Replaces `node:http`, so that no real port is opened. */
  readonly http = {
    createServer: (
      handler: (request: object, reply: object) => void,
    ): object => {
      let port = 0;
      return {
        listen: (_port: number, _host: string, listening: () => void) => {
          port = this.#lastPort += 1;
          this.open += 1;
          this.#ports.set(port, (url) => {
            const reply = { writeHead: () => {}, end: () => {} };
            handler({ method: "GET", url }, reply);
          });
          queueMicrotask(listening);
        },
        on: () => {},
        address: () => ({ port }),
        close: () => {
          if (this.#ports.delete(port)) this.open -= 1;
        },
        closeIdleConnections: () => {},
      };
    },
  };

  /**
   * Returns the response with a body whose bytes are counted while the client
   * reads it. The abort signal of the request also ends the body, as with a
   * real `fetch`.
   */
  #track(response: Response, signal: AbortSignal): Response {
    const reader = response.body?.getReader();
    if (!reader) return response;
    let length = 0;
    let isOpen = true;
    this.open += 1;
    const end = (): void => {
      if (isOpen) this.open -= 1;
      isOpen = false;
    };
    const body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          const abort = (): void => {
            if (isOpen) controller.error(signal.reason);
            end();
          };
          signal.addEventListener("abort", abort, { once: true });
        },
        pull: async (controller) => {
          const { done, value } = await reader.read().catch((error) => {
            end();
            throw error;
          });
          if (!isOpen) return;
          if (done) {
            end();
            return controller.close();
          }
          length += value.length;
          this.longest = Math.max(this.longest, length);
          controller.enqueue(value);
        },
        cancel: end,
      },
      { highWaterMark: 0 },
    );
    const { status, headers } = response;
    return new Response(body, { status, headers });
  }
}

/**
 * Returns a response body that fails after the first byte, like a broken
 * connection.
 */
export function createBrokenBody(): ReadableStream<Uint8Array> {
  let isStarted = false;
  return new ReadableStream<Uint8Array>({
    pull: (controller) => {
      if (isStarted) controller.error(new TypeError("terminated"));
      else controller.enqueue(new TextEncoder().encode("{"));
      isStarted = true;
    },
  });
}

/**
 * Returns a response body that never ends. Without `text`, the body sends bytes
 * continuously. With `text`, it sends the text once and then stays open.
 */
export function createEndlessBody(text?: string): ReadableStream<Uint8Array> {
  let isStarted = false;
  return new ReadableStream<Uint8Array>({
    pull: (controller) => {
      if (text === undefined) {
        controller.enqueue(new Uint8Array(CHUNK).fill(120));
        return undefined;
      }
      if (isStarted) return new Promise<void>(() => {});
      controller.enqueue(new TextEncoder().encode(text));
      isStarted = true;
      return undefined;
    },
  });
}
