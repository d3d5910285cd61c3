import { after } from "../../limits/timer.js";
import { findNodeRequest, getPlatformAddress } from "./address.js";
import type { IncomingRequest } from "./address.js";
import { HttpService } from "../server/service.js";
import { WebStream } from "./web-stream.js";
import type { ClientQuota } from "../../limits/quota-registry.js";
import type { HttpHandlers } from "../server/injection.js";
import type { HttpOptions } from "../server/options.js";
import type { HttpPlatform } from "../../transport/transport.js";
import type {
  BodyReader,
  HttpHeaders,
  HttpReply,
  HttpRequest,
  HttpStream,
} from "../types.js";

/**
 * Handler of web requests. `close` ends the streams and sessions. The argument
 * `platform` is passed to MCP handlers as `ctx.http.platform`.
 */
export interface FetchHandler {
  (request: Request, platform?: HttpPlatform): Promise<Response>;
  close(): Promise<void>;
}

/**
 * Serves `server` as a function from `Request` to `Response`, for Cloudflare
 * Workers, Deno, Bun and other platforms with the Fetch API. Sessions are
 * stored in the memory of this process. If several processes serve the same
 * clients, set the option `shared`, or use a load balancer that sends all
 * requests of a client to the same process.
 *
 * @throws TypeError when `server` was not created by `createServer`.
 */
export function fetchHandler(
  server: object,
  options: HttpOptions = {},
  handlers: HttpHandlers = {},
): FetchHandler {
  const service = new HttpService(server, options, handlers);
  return Object.assign(
    (request: Request, platform?: HttpPlatform) =>
      new Promise<Response>((resolve) => {
        const from = new FromWeb(request, platform);
        const { readTimeout } = service.settings;
        service.handle(from, new ToWeb(request, readTimeout, resolve));
      }),
    { close: () => service.close() },
  );
}

/**
 * Maximum length of a body that is read in one call instead of in chunks, in
 * bytes. The whole length counts towards the client's memory quota before the
 * body is read.
 */
const MAX_WHOLE_BODY = 65_536;

class FromWeb implements HttpRequest {
  readonly method: string;
  readonly target: string;
  readonly address: string | undefined;
  readonly platform: HttpPlatform | undefined;
  readonly #request: Request;
  readonly #nodeRequest: IncomingRequest | undefined;
  readonly #host: string;

  constructor(request: Request, platform: HttpPlatform | undefined) {
    const nodeRequest = findNodeRequest(request, platform);
    this.platform = platform;
    this.address = getPlatformAddress(request, platform, nodeRequest);
    this.#nodeRequest = nodeRequest;
    // `Request` has already normalized the URL, so `new URL` is not needed.
    const { url } = request;
    const hostAt = url.indexOf("//") + 2;
    const pathAt = url.indexOf("/", hostAt);
    const [target = ""] = url.slice(pathAt).split("#");
    this.method = request.method;
    this.target = target;
    this.#request = request;
    this.#host = url.slice(hostAt, pathAt);
  }

  header(name: string): string | undefined {
    const value = this.#request.headers.get(name);
    return value ?? (name === "host" ? this.#host : undefined);
  }

  body(
    limit: number,
    timeout: number,
    done: BodyReader,
    room: (bytes: number) => boolean,
  ): void {
    let timer: ReturnType<typeof after>;
    let finished = false;
    let reader: BodyStream | undefined;
    const finish = (text: string | undefined, status: number): void => {
      if (finished) return;
      finished = true;
      clearTimeout(timer);
      // Stop reading, so that the rest of a rejected body uses no memory.
      reader?.cancel().catch(() => {});
      done(text, status);
    };
    const length = Number(this.header("content-length") ?? NaN);
    if (length > limit) return finish(undefined, 413);
    timer = after(timeout, () => finish(undefined, 408));
    const more = (bytes: number): boolean => {
      if (!finished && !room(bytes)) finish(undefined, 429);
      return !finished;
    };
    const end = (text: Promise<string | undefined>): unknown =>
      text.then(
        (text) => finish(text, text === undefined ? 413 : 200),
        () => finish(undefined, 400),
      );
    if (length <= MAX_WHOLE_BODY && this.#isLengthEnforced()) {
      if (more(length)) end(readWhole(this.#request, limit));
      return;
    }
    try {
      reader = this.#request.body?.getReader();
    } catch {
      return finish(undefined, 400); // the body was read before
    }
    end(chunkedText(reader, limit, more));
  }

  /**
   * Returns whether the body is guaranteed to have the length in its
   * `Content-Length` header. The HTTP parser of Node.js ensures this, unless
   * middleware has decompressed the body. On other platforms, a program may
   * have created the request, so its header may be wrong.
   */
  #isLengthEnforced(): boolean {
    const headers = this.#nodeRequest?.headers;
    return (
      headers?.["content-length"] === this.header("content-length") &&
      headers?.["content-encoding"] === undefined
    );
  }
}

type BodyStream = ReadableStreamDefaultReader<Uint8Array>;

const decoder = /*@__PURE__*/ new TextDecoder("utf-8", { fatal: true });

/**
 * Reads a body in one call. This is fast with adapters for Node.js, because
 * they then create no stream for the body. Returns undefined if the body is too
 * long.
 */
async function readWhole(
  request: Request,
  limit: number,
): Promise<string | undefined> {
  const bytes = await request.arrayBuffer();
  return bytes.byteLength > limit ? undefined : decoder.decode(bytes);
}

/**
 * Reads a body in chunks. Returns undefined if the body is too long, or if the
 * callback `more` rejects a chunk by returning false.
 */
async function chunkedText(
  reader: BodyStream | undefined,
  limit: number,
  more: (bytes: number) => boolean,
): Promise<string | undefined> {
  if (reader === undefined) return "";
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    length += value.byteLength;
    if (length > limit || !more(value.byteLength)) return undefined;
    text += decoder.decode(value, { stream: true });
  }
}

/**
 * Maximum length of a response body that is passed to the platform at once, in
 * characters. A longer body is sent as a stream, so that its unread part counts
 * towards the memory quota of the client.
 */
const MAX_UNCOUNTED = 65_536;

export class ToWeb implements HttpReply {
  readonly #request: Request;
  readonly #resolve: (response: Response) => void;
  readonly #readTimeout: number;
  #account: ClientQuota | undefined;
  readonly #onGone: (() => void)[] = [];
  #done = false;
  #left = false;
  #watched = false;

  constructor(
    request: Request,
    readTimeout: number,
    resolve: (response: Response) => void,
  ) {
    this.#request = request;
    this.#resolve = resolve;
    this.#readTimeout = readTimeout;
  }

  countFor(account: ClientQuota): void {
    this.#account = account;
  }

  send(status: number, headers: HttpHeaders, body?: string): void {
    if ((body?.length ?? 0) > MAX_UNCOUNTED) {
      const stream = this.#start(status, headers);
      stream.write(body as string);
      return stream.end();
    }
    this.#done = true;
    this.#resolve(
      new Response(body ?? null, { status, headers: { ...headers } }),
    );
  }

  stream(headers: HttpHeaders): HttpStream {
    return this.#start(200, headers);
  }

  onGone(callback: () => void): void {
    this.#watch();
    if (this.#left) queueMicrotask(callback);
    else this.#onGone.push(callback);
  }

  /**
   * Subscribes to the abort signal of the request. Called only when needed,
   * because the signal is expensive to create.
   */
  #watch(): void {
    if (this.#watched) return;
    this.#watched = true;
    const { signal } = this.#request;
    if (signal.aborted) this.#gone();
    else signal.addEventListener("abort", () => this.#gone(), { once: true });
  }

  #start(status: number, headers: HttpHeaders): WebStream {
    const stream = new WebStream(this.#account, this.#readTimeout, {
      cancelled: () => this.#gone(),
      ended: () => (this.#done = true),
    });
    const init = { status, headers: { ...headers } };
    this.#resolve(new Response(stream.readable, init));
    return stream;
  }

  #gone(): void {
    if (this.#done) return;
    this.#done = this.#left = true;
    for (const callback of this.#onGone) callback();
  }
}
