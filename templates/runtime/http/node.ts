import { Deadlines } from "./deadlines.js";
import { HttpService } from "./service.js";
import type { HttpOptions } from "./options.js";
import type {
  BodyReader,
  HttpHeaders,
  HttpReply,
  HttpRequest,
  HttpStream,
} from "./types.js";

/** As Node's types have it: neither `never` nor `unknown` is as wide. */
type Listener = (...values: any[]) => void;

/** The part of Node's `IncomingMessage` that is used. */
export interface NodeRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: {
    readonly [name: string]: string | string[] | undefined;
  };
  readonly socket: { readonly remoteAddress?: string | undefined };
  on(event: string, listener: Listener): unknown;
  resume(): unknown;
}

/** The part of Node's `ServerResponse` that is used. */
export interface NodeResponse {
  readonly writableLength: number;
  readonly writableFinished: boolean;
  readonly writableEnded: boolean;
  readonly headersSent: boolean;
  writeHead(status: number, headers: { [name: string]: string }): unknown;
  flushHeaders(): void;
  write(text: string): boolean;
  end(text?: string): unknown;
  end(text: string, encoding: "latin1" | "utf8"): unknown;
  destroy(): unknown;
  on(event: string, listener: Listener): unknown;
}

/** Answers requests of Node's `http` and of what is built on it. */
export type NodeHandler = (
  request: NodeRequest,
  response: NodeResponse,
) => void;

/**
 * Serves `server` as a handler for Node's `http.createServer`. The body of a
 * request must not have been read before.
 */
export function nodeHandler(
  server: object,
  options: HttpOptions = {},
): NodeHandler & { close(): Promise<void> } {
  const service = new HttpService(server, options);
  const bodies = new Deadlines();
  return Object.assign(
    (request: NodeRequest, response: NodeResponse) =>
      service.handle(new FromNode(request, bodies), new ToNode(response)),
    { close: () => service.close() },
  );
}

interface Bytes extends Uint8Array {
  toString(encoding?: string): string;
}

/** Stands in the text for what was no UTF-8. */
const REPLACEMENT = "\uFFFD";

class FromNode implements HttpRequest {
  readonly #request: NodeRequest;
  readonly #bodies: Deadlines;

  constructor(request: NodeRequest, bodies: Deadlines) {
    this.#request = request;
    this.#bodies = bodies;
  }

  get method(): string {
    return this.#request.method ?? "";
  }

  get target(): string {
    return this.#request.url ?? "/";
  }

  get address(): string | undefined {
    return this.#request.socket.remoteAddress;
  }

  header(name: string): string | undefined {
    const value = this.#request.headers[name];
    return Array.isArray(value) ? value.join(", ") : value;
  }

  body(limit: number, timeout: number, done: BodyReader): void {
    const request = this.#request;
    const bodies = this.#bodies;
    if (Number(request.headers["content-length"] ?? 0) > limit) {
      request.resume();
      return done(undefined, 413);
    }
    const chunks: Bytes[] = [];
    let length = 0;
    let finished = false;
    const finish = (text: string | undefined, status: number): void => {
      if (finished) return;
      finished = true;
      bodies.delete(deadline);
      done(text, status);
    };
    const deadline = bodies.add(() => finish(undefined, 408), timeout);
    request.on("data", (chunk: Bytes) => {
      if (finished) return;
      length += chunk.length;
      if (length > limit) finish(undefined, 413);
      else chunks.push(chunk);
    });
    request.on("end", () => {
      const text = decode(chunks, length);
      finish(text, text === undefined ? 400 : 200);
    });
    request.on("close", () => finish(undefined, 400));
  }
}

/** The text of a body; undefined when it is no UTF-8. */
function decode(chunks: readonly Bytes[], length: number): string | undefined {
  const [first] = chunks;
  if (first === undefined) return "";
  if (chunks.length === 1) {
    const text = first.toString("utf8");
    if (!text.includes(REPLACEMENT)) return text;
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(whole);
  } catch {
    return undefined;
  }
}

class ToNode implements HttpReply {
  readonly #response: NodeResponse;

  constructor(response: NodeResponse) {
    this.#response = response;
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
      // Node copies what is ASCII as it is, once it is told.
      response.end(body, length === body.length ? "latin1" : "utf8");
    }
  }

  stream(headers: HttpHeaders): HttpStream {
    const response = this.#response;
    if (!response.headersSent) {
      response.writeHead(200, headers);
      response.flushHeaders();
    }
    return new NodeStream(response);
  }

  onGone(callback: () => void): void {
    const response = this.#response;
    response.on("close", () => {
      if (!response.writableFinished) callback();
    });
  }
}

/** Length of a text in UTF-8. */
function byteLength(text: string): number {
  const { Buffer } = globalThis as unknown as {
    Buffer: { byteLength(text: string): number };
  };
  return Buffer.byteLength(text);
}

class NodeStream implements HttpStream {
  readonly #response: NodeResponse;

  constructor(response: NodeResponse) {
    this.#response = response;
  }

  get waiting(): number {
    return this.#response.writableLength;
  }

  write(text: string): void {
    if (!this.#response.writableEnded) this.#response.write(text);
  }

  end(): void {
    this.#response.end();
  }

  destroy(): void {
    this.#response.destroy();
  }
}
