import { LOOPBACK } from "../security/guard.js";
import { nodeHandler } from "./node.js";
import { exitLater, processOf } from "../../transport/streams.js";
import type { NodeHandler } from "./node.js";
import type { HttpHandlers } from "../server/handlers.js";
import type { HttpOptions } from "../server/options.js";

/** Options of {@link listen}. Times are in milliseconds. */
export interface ListenOptions extends HttpOptions {
  /** Default: a free one. */
  readonly port?: number | undefined;
  /** Address to listen on. Default: 127.0.0.1, which only this machine has. */
  readonly host?: string | undefined;
  /**
   * Longest path, names and values of headers of a request, in bytes. Default:
   * 16 Ki.
   */
  readonly maxHeaders?: number | undefined;
  /** How long the headers of a request may take. Default: 10,000. */
  readonly headersTimeout?: number | undefined;
}

/** A server that listens. */
export interface Listening {
  /** Address of the endpoint. */
  readonly url: string;
  readonly port: number;
  /**
   * Stops: new requests are refused, what is being answered may be answered
   * within a second, then streams, sessions and connections end. SIGTERM does
   * this too; the process then ends, once all that listen have stopped, unless
   * the program listens for SIGTERM itself, which leaves the end to it.
   */
  close(): Promise<void>;
}

interface NodeServer {
  listen(port: number, host: string, callback: () => void): unknown;
  address(): { readonly port: number };
  on(event: string, listener: (value: never) => void): unknown;
  close(callback: () => void): unknown;
  closeIdleConnections(): void;
  closeAllConnections(): void;
}

interface Socket {
  on(event: string, listener: () => void): unknown;
  destroy(): unknown;
}

type CreateServer = (options: object, handler: NodeHandler) => NodeServer;

/** What SIGTERM calls of all that listen: the last to stop ends the process. */
const terminators = /*@__PURE__*/ new Set<() => void>();

/** How often Node looks for requests that take too long, in milliseconds. */
const CHECK_EVERY = 1_000;

/**
 * Serves `server` over HTTP; resolves when it listens. Needs Node 20.16, Deno 2
 * or Bun 1.2.
 *
 * @throws TypeError when `createServer` did not return `server`; the system's
 *   error when the port is taken.
 */
export async function listen(
  server: object,
  options: ListenOptions = {},
  handlers: HttpHandlers = {},
): Promise<Listening> {
  const { host = "127.0.0.1", port = 0 } = options;
  const local = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host);
  const hosts = options.hosts ?? (local ? [...LOOPBACK, host] : undefined);
  const handler = nodeHandler(server, { ...options, hosts }, handlers);
  /** Connections without a request so far. */
  const fresh = new Set<Socket>();
  const requestTimeout = (options.bodyTimeout ?? 30_000) + CHECK_EVERY;
  const http = httpModule().createServer(
    {
      // Node refuses what is as long, and knows no Infinity.
      maxHeaderSize: Math.min(
        (options.maxHeaders ?? 16 * 1024) + 1,
        Number.MAX_SAFE_INTEGER,
      ),
      headersTimeout: limitOf(
        Math.min(options.headersTimeout ?? 10_000, requestTimeout),
      ),
      requestTimeout: limitOf(requestTimeout),
      connectionsCheckingInterval: CHECK_EVERY,
    },
    (request, response) => {
      fresh.delete(request.socket as Socket);
      handler(request, response);
    },
  );
  http.on("connection", (socket: Socket) => {
    fresh.add(socket);
    socket.on("close", () => fresh.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    http.on("error", reject);
    http.listen(port, host, resolve);
  });
  const bound = http.address().port;
  const name = host.includes(":") ? `[${host}]` : host;
  let closed: Promise<void> | undefined;
  const process = processOf("listen()");
  const stop = (): Promise<void> =>
    (closed ??= close(http, handler, fresh).then(() => {
      process.off("SIGTERM", terminate);
      terminators.delete(terminate);
    }));
  const terminate = (): void => {
    const alone = process.listenerCount?.("SIGTERM") === terminators.size;
    void stop().then(() => {
      if (alone && terminators.size === 0) exitLater(process);
    });
  };
  terminators.add(terminate);
  process.on("SIGTERM", terminate);
  return {
    url: `http://${name}:${bound}${options.path ?? "/mcp"}`,
    port: bound,
    close: stop,
  };
}

/** A limit as Node has it: 0 for none. */
function limitOf(time: number): number {
  return time === Infinity ? 0 : time;
}

async function close(
  http: NodeServer,
  handler: { close(): Promise<void> },
  fresh: ReadonlySet<Socket>,
): Promise<void> {
  const ended = new Promise<void>((resolve) => http.close(() => resolve()));
  http.closeIdleConnections();
  await handler.close();
  // Node does not count connections without a request as idle.
  for (const socket of fresh) socket.destroy();
  // Connections are idle once their last answer has gone out.
  const sweep = setInterval(() => http.closeIdleConnections(), 10);
  // What a slow reader has not read by then is given up.
  const timer = setTimeout(() => http.closeAllConnections(), CHECK_EVERY);
  await ended;
  clearInterval(sweep);
  clearTimeout(timer);
}

function httpModule(): { createServer: CreateServer } {
  const module = processOf("listen()").getBuiltinModule?.("node:http");
  if (module === undefined) {
    throw new Error("listen() needs Node 20.16, Deno 2 or Bun 1.2, or later");
  }
  return module as { createServer: CreateServer };
}
