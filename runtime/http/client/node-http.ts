import { CLOSED_IDLE, IDLE_SOCKET } from "./constants.js";
import { NodeBody } from "./received.js";
import { isEventStream } from "./sse-read.js";
import type { Fetch } from "./fetcher.js";
import type { NodeReadable, Received } from "./received.js";

interface NodeResponse extends NodeReadable {
  readonly statusCode: number;
  readonly headers: { readonly [name: string]: string | string[] | undefined };
}

interface NodeRequest {
  readonly reusedSocket: boolean;
  readonly socket: Socket | null;
  on(event: string, listener: (value: never) => void): unknown;
  end(body?: string): unknown;
  destroy(): unknown;
}

interface Socket {
  readonly bytesRead: number;
}

interface NodeAgent {
  destroy(): void;
}

/** Members of the modules `node:http` and `node:https`. */
interface HttpModule {
  readonly Agent: new (options: object) => NodeAgent;
  request(
    options: object,
    onResponse: (response: NodeResponse) => void,
  ): NodeRequest;
}

interface Zlib {
  createBrotliDecompress(): NodeReadable;
  createUnzip(options: object): NodeReadable;
}

type GetModule = (name: string) => unknown;

/** Codes of errors of a connection that the server has closed. */
const CLOSED: readonly (string | undefined)[] = ["ECONNRESET", "EPIPE"];

/**
 * Sends requests with `node:http` or `node:https`, over connections that stay
 * open between requests. Node's `fetch` uses several times more processor time.
 */
export class NodeHttp {
  readonly #getModule: GetModule;
  readonly #module: HttpModule;
  readonly #agent: NodeAgent;
  /** Parsed URL of the last request. */
  #url: URL | undefined;

  /** @param protocol Protocol of all URLs, such as `https:`. */
  constructor(protocol: string, getModule: GetModule) {
    this.#getModule = getModule;
    const name = protocol === "https:" ? "node:https" : "node:http";
    this.#module = getModule(name) as HttpModule;
    this.#agent = new this.#module.Agent({
      keepAlive: true,
      timeout: IDLE_SOCKET,
    });
  }

  /**
   * Sends a request. If the server has closed the idle connection that the
   * request uses, sends the request once more, over a new connection.
   */
  send(to: string, init: Parameters<Fetch>[1]): Promise<Received> {
    const { signal, method, body } = init;
    const url = this.#url?.href === to ? this.#url : (this.#url = new URL(to));
    const headers: { [name: string]: string } = {
      "accept-encoding": "gzip",
      // Some firewalls reject requests without a user agent.
      "user-agent": "node",
    };
    // `fetch` trims header values, too.
    for (const name in init.headers)
      headers[name] = (init.headers[name] as string).trim();
    return new Promise((resolve, reject) => {
      let fail: (reason: unknown) => void = reject;
      let request: NodeRequest;
      const abort = (): void => {
        fail(signal.reason);
        request.destroy();
      };
      const release = (complete: boolean): void => {
        signal.removeEventListener("abort", abort);
        if (!complete) request.destroy();
      };
      const start = (agent: NodeAgent | false): void => {
        const started = performance.now();
        let received: number | undefined;
        const options = {
          protocol: url.protocol,
          hostname: url.hostname.replace(/^\[|\]$/g, ""),
          port: url.port,
          path: url.pathname + url.search,
          method,
          headers,
          agent,
        };
        request = this.#module.request(options, (response) => {
          const opened = this.#open(response, release);
          fail = (reason) => opened.body.fail(reason);
          resolve(opened);
        });
        request.on("socket", (socket: Socket) => {
          received = socket.bytesRead;
        });
        request.on("error", (error: Error & { readonly code?: string }) => {
          const repeat =
            agent !== false &&
            !signal.aborted &&
            request.reusedSocket &&
            CLOSED.includes(error.code) &&
            request.socket?.bytesRead === received &&
            performance.now() - started < CLOSED_IDLE;
          if (repeat) return start(false);
          signal.removeEventListener("abort", abort);
          fail(error);
        });
        request.end(body);
      };
      if (signal.aborted) throw signal.reason;
      if (url.username || url.password)
        throw new TypeError("A URL must not contain a user name or a password");
      start(this.#agent);
      signal.addEventListener("abort", abort);
    });
  }

  /** Closes all connections. */
  close(): void {
    this.#agent.destroy();
  }

  #open(
    response: NodeResponse,
    release: (complete: boolean) => void,
  ): Received & { readonly body: NodeBody } {
    const { statusCode: status, headers } = response;
    const head = {
      ok: status >= 200 && status < 300,
      status,
      headers: { get: (name: string) => headers[name]?.toString() ?? null },
    };
    const stream = this.#decode(response, headers["content-encoding"]);
    const body = new NodeBody(stream, isEventStream(head), release);
    stream.on("error", (error) => body.fail(error));
    if (stream !== response) response.on("error", (error) => body.fail(error));
    return { ...head, body };
  }

  #decode(
    response: NodeResponse,
    encoding: string | string[] = "identity",
  ): NodeReadable {
    if (encoding === "identity") return response;
    const zlib = this.#getModule("node:zlib") as Zlib;
    // 2 is `Z_SYNC_FLUSH`: events are passed on as they arrive, and an empty
    // response is valid.
    return response.pipe(
      encoding === "br"
        ? zlib.createBrotliDecompress()
        : zlib.createUnzip({ flush: 2, finishFlush: 2 }),
    );
  }
}

/**
 * Sends requests with the platform's `fetch`. On Node.js, uses `NodeHttp`
 * instead, unless the program has replaced `fetch` or its connections: a proxy
 * and the tools that observe `fetch` remain effective.
 */
export class PlatformFetch {
  #fetch: unknown;
  #dispatcher: unknown;
  #getModule: GetModule | undefined;
  #node: NodeHttp | undefined;

  send(url: string, init: Parameters<Fetch>[1]): Promise<Received> {
    const dispatcher = (globalThis as { readonly [name: symbol]: unknown })[
      Symbol.for("undici.globalDispatcher.1")
    ];
    if (this.#fetch !== fetch || this.#dispatcher !== dispatcher) {
      this.#fetch = fetch;
      this.#dispatcher = dispatcher;
      const { process } = globalThis as unknown as {
        readonly process?: { readonly getBuiltinModule?: GetModule };
      };
      this.#getModule = isDefault(dispatcher)
        ? process?.getBuiltinModule
        : undefined;
    }
    if (!this.#getModule) return (fetch as Fetch)(url, init);
    this.#node ??= new NodeHttp(new URL(url).protocol, this.#getModule);
    return this.#node.send(url, init);
  }

  /** Closes the connections that `NodeHttp` has opened. */
  close(): void {
    this.#node?.close();
  }
}

/**
 * Whether `fetch` is the function of Node.js, and the dispatcher, the object
 * that opens connections for `fetch`, has no options. Node.js creates the
 * dispatcher when `fetch` is first called.
 */
function isDefault(dispatcher: unknown): boolean {
  if (!String(fetch).includes("internal/deps/undici")) return false;
  if (dispatcher === undefined) return true;
  const agent = dispatcher as { readonly [name: symbol | string]: unknown };
  const { dispatch, constructor } = Object.getPrototypeOf(agent) as {
    readonly dispatch: unknown;
    readonly constructor: { readonly name: string };
  };
  if (constructor.name !== "Agent" || agent["dispatch"] !== dispatch)
    return false;
  const options = Object.getOwnPropertySymbols(agent).find(
    ({ description }) => description === "options",
  );
  return (
    options !== undefined &&
    Object.values(agent[options] as object).every(
      (value) => (value ?? Infinity) === Infinity,
    )
  );
}
