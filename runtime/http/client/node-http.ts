import { toSignal } from "./abort.js";
import { CLOSED_IDLE, IDLE_SOCKET } from "./constants.js";
import { NodeBody } from "./received.js";
import { isEventStream } from "./sse-read.js";
import type { Fetch, HttpInit, NodeReadable, Received } from "./received.js";

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
  destroy(): unknown;
}

interface NodeAgent {
  readonly freeSockets: {
    readonly [name: string]: readonly Socket[] | undefined;
  };
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
  /** Time of the last request, of `performance.now`. */
  #used = 0;
  /** Parsed URL of the last request. */
  #url: URL | undefined;

  /** @param protocol Protocol of all URLs, such as `https:`. */
  constructor(protocol: string, getModule: GetModule) {
    this.#getModule = getModule;
    const name = protocol === "https:" ? "node:https" : "node:http";
    this.#module = getModule(name) as HttpModule;
    this.#agent = new this.#module.Agent({ keepAlive: true });
  }

  /**
   * Sends a request. If the server has closed the idle connection that the
   * request uses, sends the request once more, over a new connection.
   */
  send(to: string, init: HttpInit): Promise<Received> {
    const { signal, method, body } = init;
    const url = this.#url?.href === to ? this.#url : (this.#url = new URL(to));
    const { headers } = init;
    headers["accept-encoding"] ??= "gzip";
    // Some firewalls reject requests without a user agent.
    headers["user-agent"] ??= "node";
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
        if (started - this.#used > IDLE_SOCKET) this.#closeIdle();
        this.#used = started;
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
        throw new TypeError(
          `Request cannot be constructed from a URL that includes credentials: ${to}`,
        );
      start(this.#agent);
      signal.addEventListener("abort", abort);
    });
  }

  /** Closes all connections. */
  close(): void {
    this.#agent.destroy();
  }

  /** Closes the connections that no request uses. */
  #closeIdle(): void {
    for (const sockets of Object.values(this.#agent.freeSockets))
      for (const socket of sockets ?? []) socket.destroy();
  }

  #open(
    response: NodeResponse,
    release: (complete: boolean) => void,
  ): NodeReceived {
    const encoding = response.headers["content-encoding"];
    const stream = this.#decode(response, encoding);
    const received = new NodeReceived(response, stream, release);
    const { body } = received;
    stream.on("error", (error) => body.fail(error));
    if (stream !== response) response.on("error", (error) => body.fail(error));
    return received;
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

/** Response of `node:http`. */
class NodeReceived implements Received {
  readonly ok: boolean;
  readonly status: number;
  readonly body: NodeBody;
  readonly #headers: NodeResponse["headers"];

  constructor(
    { statusCode, headers }: NodeResponse,
    stream: NodeReadable,
    release: (complete: boolean) => void,
  ) {
    this.status = statusCode;
    this.ok = statusCode >= 200 && statusCode < 300;
    this.#headers = headers;
    this.body = new NodeBody(stream, isEventStream(this), release);
  }

  get headers(): this {
    return this;
  }

  get(name: string): string | null {
    return this.#headers[name]?.toString() ?? null;
  }
}

/**
 * Sends requests with a program's own function, or else with the platform's
 * `fetch`. On Node.js, uses `NodeHttp` instead of `fetch`, unless the program
 * has replaced `fetch` or its dispatcher: proxies and tools that observe
 * `fetch` remain effective.
 */
export class Sender {
  readonly #own: Fetch | undefined;
  #fetch: unknown;
  #dispatcher: unknown;
  #getModule: GetModule | undefined;
  #node: NodeHttp | undefined;

  constructor(own: Fetch | undefined) {
    this.#own = own;
  }

  send(url: string, init: HttpInit): Promise<Received> {
    if (!this.#own) {
      const dispatcher = (globalThis as { readonly [name: symbol]: unknown })[
        Symbol.for("undici.globalDispatcher.1")
      ];
      if (this.#fetch !== fetch || this.#dispatcher !== dispatcher) {
        this.#fetch = fetch;
        this.#dispatcher = dispatcher;
        this.#getModule = isDefault(dispatcher) ? getModule() : undefined;
      }
      if (this.#getModule) {
        this.#node ??= new NodeHttp(new URL(url).protocol, this.#getModule);
        return this.#node.send(url, init);
      }
    }
    const send = this.#own ?? (fetch as Fetch);
    return send(url, { ...init, signal: toSignal(init.signal) });
  }

  /** Closes the connections that `NodeHttp` has opened. */
  close(): void {
    this.#node?.close();
  }
}

/** Returns the function of Node.js that returns built-in modules. */
function getModule(): GetModule | undefined {
  const { process } = globalThis as unknown as {
    readonly process?: { readonly getBuiltinModule?: GetModule };
  };
  return process?.getBuiltinModule;
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
