import { after } from "../../limits/timer.js";
import { getPlatformAddress } from "./address.js";
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
 * Handler of web requests. `close` ends the streams and sessions. MCP handlers
 * get the second argument of the function as `ctx.http.platform`.
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

class FromWeb implements HttpRequest {
  readonly method: string;
  readonly target: string;
  readonly address: string | undefined;
  readonly platform: HttpPlatform | undefined;
  readonly #request: Request;
  readonly #host: string;

  constructor(request: Request, platform: HttpPlatform | undefined) {
    this.platform = platform;
    this.address = getPlatformAddress(request, platform);
    const { host, pathname, search } = new URL(request.url);
    this.method = request.method;
    this.target = pathname + search;
    this.#request = request;
    this.#host = host;
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
      // Stop reading, so that the rest of a body that arrives too late uses no
      // memory.
      reader?.cancel().catch(() => {});
      done(text, status);
    };
    if (Number(this.header("content-length") ?? 0) > limit) {
      return finish(undefined, 413);
    }
    timer = after(timeout, () => finish(undefined, 408));
    const more = (bytes: number): boolean => {
      if (!finished && !room(bytes)) finish(undefined, 429);
      return !finished;
    };
    try {
      reader = this.#request.body?.getReader();
    } catch {
      return finish(undefined, 400); // the body was read before
    }
    bodyText(reader, limit, more).then(
      (text) => finish(text, text === undefined ? 413 : 200),
      () => finish(undefined, 400),
    );
  }
}

type BodyStream = ReadableStreamDefaultReader<Uint8Array>;

/**
 * Reads a body as text. Returns undefined if the body is too long, or if `more`
 * returns false.
 */
async function bodyText(
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
 * Maximum length of a response body that does not count as unread data, in
 * characters. A longer body is sent as a stream, which measures unread data.
 */
const MAX_UNCOUNTED = 65_536;

export class ToWeb implements HttpReply {
  readonly #resolve: (response: Response) => void;
  readonly #readTimeout: number;
  #account: ClientQuota | undefined;
  readonly #onGone: (() => void)[] = [];
  #done = false;
  #left = false;

  constructor(
    request: Request,
    readTimeout: number,
    resolve: (response: Response) => void,
  ) {
    this.#resolve = resolve;
    this.#readTimeout = readTimeout;
    const { signal } = request;
    if (signal.aborted) this.#gone();
    else signal.addEventListener("abort", () => this.#gone(), { once: true });
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
    if (this.#left) queueMicrotask(callback);
    else this.#onGone.push(callback);
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
