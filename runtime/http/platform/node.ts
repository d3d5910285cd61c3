import { Deadlines } from "../../limits/deadlines.js";
import { ToNode } from "./node-reply.js";
import { HttpService } from "../server/service.js";
import type { HttpHandlers } from "../server/injection.js";
import type { HttpOptions } from "../server/options.js";
import type { Listener, NodeResponse } from "./node-reply.js";
import type { BodyReader, HttpRequest } from "../types.js";

/** Members of Node's `IncomingMessage` that the HTTP server uses. */
export interface NodeRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  /**
   * Original URL. Set by routers such as Express, which remove the matched path
   * from `url`.
   */
  readonly originalUrl?: string | undefined;
  readonly headers: {
    readonly [name: string]: string | string[] | undefined;
  };
  readonly socket: { readonly remoteAddress?: string | undefined };
  /** Whether the body has been read to its end. */
  readonly readableEnded?: boolean | undefined;
  /** Body that middleware such as `express.json()` has parsed. */
  readonly body?: unknown;
  on(event: string, listener: Listener): unknown;
  resume(): unknown;
}

/**
 * Handler of requests of Node's `http` module and of frameworks based on it.
 */
export type NodeHandler = (
  request: NodeRequest,
  response: NodeResponse,
) => void;

/**
 * Serves `server` as a handler for Node's `http.createServer` and frameworks
 * based on it. If middleware has already read the body of a request,
 * `request.body` must hold the body as text, bytes or parsed JSON.
 *
 * @throws TypeError when `server` was not created by `createServer`.
 */
export function nodeHandler(
  server: object,
  options: HttpOptions = {},
  handlers: HttpHandlers = {},
): NodeHandler & { close(): Promise<void> } {
  const service = new HttpService(server, options, handlers);
  const bodies = new Deadlines();
  const { settings } = service;
  return Object.assign(
    (request: NodeRequest, response: NodeResponse) =>
      service.handle(
        new FromNode(request, bodies),
        new ToNode(response, settings.readTimeout),
      ),
    { close: () => service.close() },
  );
}

interface BodyBytes extends Uint8Array {
  toString(encoding?: string): string;
}

/** Replacement character, which a decoder writes in place of invalid UTF-8. */
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
    return this.#request.originalUrl ?? this.rest;
  }

  get rest(): string {
    return this.#request.url ?? "/";
  }

  get address(): string | undefined {
    return this.#request.socket.remoteAddress;
  }

  header(name: string): string | undefined {
    const value = this.#request.headers[name];
    return Array.isArray(value) ? value.join(", ") : value;
  }

  body(
    limit: number,
    timeout: number,
    done: BodyReader,
    room: (bytes: number) => boolean,
  ): void {
    const request = this.#request;
    const bodies = this.#bodies;
    if (Number(request.headers["content-length"] ?? 0) > limit)
      return done(undefined, 413);
    if (request.readableEnded) {
      const text = textOf(request.body);
      return text !== undefined && text.length > limit
        ? done(undefined, 413)
        : done(text, 400);
    }
    let chunks: BodyBytes[] | undefined = [];
    let length = 0;
    const finish = (text: string | undefined, status: number): void => {
      if (chunks === undefined) return;
      chunks = undefined;
      deadline.remove();
      done(text, status);
    };
    const deadline = bodies.add(() => finish(undefined, 408), timeout);
    request.on("data", (chunk: BodyBytes) => {
      if (chunks === undefined) return;
      length += chunk.length;
      if (length > limit) finish(undefined, 413);
      else if (!room(chunk.length)) finish(undefined, 429);
      else chunks.push(chunk);
    });
    request.on("end", () => {
      const text = chunks && decodeBody(chunks);
      finish(text, text === undefined ? 400 : 200);
    });
    request.on("close", () => finish(undefined, 400));
    // Resume the request stream, because middleware may have paused it.
    request.resume();
  }
}

/**
 * Returns the text of a body that middleware has read. Returns undefined if the
 * middleware did not store the body in `request.body`.
 */
function textOf(body: unknown): string | undefined {
  if (body instanceof Uint8Array) return decodeBody([body]);
  return typeof body === "string" ? body : JSON.stringify(body);
}

/**
 * Decodes the chunks of a body; returns undefined if they are not valid UTF-8.
 */
function decodeBody(chunks: readonly BodyBytes[]): string | undefined {
  const [first] = chunks;
  if (first && chunks.length === 1) {
    const text = first.toString("utf8");
    if (!text.includes(REPLACEMENT)) return text;
  }
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  try {
    for (const one of chunks) text += decoder.decode(one, { stream: true });
    return text + decoder.decode();
  } catch {
    return undefined;
  }
}
