import { toSignal } from "./abort.js";
import { CLOSED_IDLE, IDLE_SOCKET } from "./constants.js";
import { openBody } from "./received.js";
import { isEventStream } from "./sse-read.js";
import type { Fetch, HttpInit, TextStream, Received } from "./received.js";

interface NodeMessage extends TextStream {
  readonly statusCode: number;
  readonly headers: { readonly [name: string]: string | string[] | undefined };
}

interface ClientRequest {
  readonly reusedSocket: boolean;
  readonly socket: ClientSocket | null;
  on(event: string, listener: (value: never) => void): unknown;
  end(body?: string): unknown;
  destroy(): unknown;
}

interface ClientSocket {
  readonly bytesRead: number;
  destroy(): unknown;
}

interface Agent {
  readonly freeSockets: {
    readonly [name: string]: readonly ClientSocket[] | undefined;
  };
  destroy(): void;
}

/** Members of the modules `node:http` and `node:https` that the client uses. */
interface HttpModule {
  readonly Agent: new (options: object) => Agent;
  request(
    options: object,
    onResponse: (response: NodeMessage) => void,
  ): ClientRequest;
}

/** Members of the module `node:zlib` that the client uses. */
interface Zlib {
  createUnzip(options: object): TextStream;
}

type GetModule = (name: string) => unknown;

/** Sends requests over connections that stay open between requests. */
interface NodeHttp {
  send(url: URL, init: HttpInit): Promise<Received>;
  /** Closes all connections. */
  close(): void;
}

/**
 * Creates an HTTP client based on `node:http` or `node:https`. These modules
 * use several times less processor time than Node's `fetch`. If the server has
 * closed the idle connection that a request uses, the request is sent once
 * more, over a new connection.
 *
 * @param protocol Protocol of all URLs, such as `https:`.
 */
function createNodeHttp(protocol: string, getModule: GetModule): NodeHttp {
  const module = getModule(`node:${protocol.slice(0, -1)}`) as HttpModule;
  const agent = new module.Agent({ keepAlive: true });
  /** Time of the last request, on the clock of `performance.now`. */
  let used = 0;
  const closeIdle = (): void => {
    for (const sockets of Object.values(agent.freeSockets))
      for (const socket of sockets ?? []) socket.destroy();
  };
  const open = (
    response: NodeMessage,
    release: (complete: boolean) => void,
  ): Received & { readonly body: ReturnType<typeof openBody> } => {
    const { statusCode: status, headers } = response;
    const get = (name: string): string | null =>
      headers[name]?.toString() ?? null;
    const ok = status >= 200 && status < 300;
    const endless = isEventStream({ ok, headers: { get } });
    let stream: TextStream = response;
    if ((get("content-encoding") ?? "identity") !== "identity") {
      const zlib = getModule("node:zlib") as Zlib;
      // Flush with `Z_SYNC_FLUSH` (2): decompressed events are passed on as
      // they arrive, and an empty response is valid.
      stream = response.pipe(zlib.createUnzip({ flush: 2, finishFlush: 2 }));
    }
    const body = openBody(stream, endless, release);
    if (stream !== response) response.on("error", body.end);
    return { ok, status, headers: { get }, body };
  };
  const send = (url: URL, init: HttpInit): Promise<Received> =>
    new Promise((resolve, reject) => {
      const { signal, method, headers, body } = init;
      let fail: (reason: unknown) => void = reject;
      let request: ClientRequest;
      const abort = (): void => {
        fail(signal.reason);
        request.destroy();
      };
      const release = (complete: boolean): void => {
        signal.removeEventListener("abort", abort);
        if (!complete) request.destroy();
      };
      headers["accept-encoding"] ??= "gzip";
      // Some firewalls reject requests without a user agent.
      headers["user-agent"] ??= "node";
      const start = (repeated: boolean): void => {
        let received: number | undefined;
        const started = performance.now();
        if (started - used > IDLE_SOCKET) closeIdle();
        used = started;
        const options = {
          protocol,
          hostname: url.hostname.replace(/[[\]]/g, ""),
          port: url.port,
          path: url.pathname + url.search,
          method,
          headers,
          agent: repeated ? false : agent,
        };
        request = module.request(options, (response) => {
          const opened = open(response, release);
          fail = opened.body.end;
          resolve(opened);
        });
        request.on("socket", ({ bytesRead }: ClientSocket) => {
          received = bytesRead;
        });
        request.on("error", (error: Error & { readonly code?: string }) => {
          if (
            !repeated &&
            !signal.aborted &&
            request.reusedSocket &&
            /^(ECONNRESET|EPIPE)$/.test(error.code ?? "") &&
            request.socket?.bytesRead === received &&
            performance.now() - started < CLOSED_IDLE
          )
            return start(true);
          signal.removeEventListener("abort", abort);
          fail(error);
        });
        request.end(body);
      };
      if (signal.aborted) throw signal.reason;
      start(false);
      signal.addEventListener("abort", abort);
    });
  return { send, close: () => agent.destroy() };
}

/** Sends the requests of one client. */
export interface Sender {
  request(to: string, init: HttpInit): Promise<Received>;
  /** Closes the connections that are kept open between requests. */
  close(): void;
}

/**
 * Creates a sender that uses the function `own` of the program or, by default,
 * the platform's `fetch`. On Node.js, the sender uses `node:http` instead of
 * `fetch`, because `node:http` is faster. If the program has replaced `fetch`
 * or its dispatcher, for example to use a proxy, the sender uses the
 * replacement.
 */
export function createSender(own: Fetch | undefined): Sender {
  const names = globalThis as {
    readonly process?: { readonly getBuiltinModule?: GetModule };
    readonly [name: symbol]: unknown;
  };
  let seen: unknown;
  let seenDispatcher: unknown;
  let url: URL | undefined;
  let isPlain = false;
  let node: NodeHttp | undefined;
  return {
    request(to, init) {
      if (!own) {
        const dispatcher = names[Symbol.for("undici.globalDispatcher.1")];
        if (
          seen !== fetch ||
          seenDispatcher !== dispatcher ||
          url?.href !== to
        ) {
          seen = fetch;
          seenDispatcher = dispatcher;
          url = new URL(to);
          // Use `node:http` only for plain `http:` and `https:` URLs. `fetch`
          // rejects an unsupported URL, such as one with credentials, with a
          // clear error.
          isPlain =
            /^https?:\/\/[^@/]*\//.test(url.href) && isDefault(dispatcher);
        }
        const getModule = isPlain && names.process?.getBuiltinModule;
        if (getModule) {
          node ??= createNodeHttp(url.protocol, getModule);
          return node.send(url, init);
        }
      }
      const send = own ?? (fetch as Fetch);
      return send(to, { ...init, signal: toSignal(init.signal) });
    },
    close: () => node?.close(),
  };
}

/**
 * Returns whether `fetch` is the function of Node.js with the default
 * dispatcher, and the dispatcher has no options. The dispatcher is the object
 * that opens connections. Node.js creates it when `fetch` is first called.
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
