import { LOOPBACK } from "../security/guard.js";
import { nodeHandler } from "./node.js";
import { exitLater, getProcess } from "../../transport/streams.js";
import type { NodeHandler } from "./node.js";
import type { HttpHandlers } from "../server/injection.js";
import type { HttpOptions } from "../server/options.js";

/** Options for {@link listen}. Times are in milliseconds. */
export interface ListenOptions extends HttpOptions {
  /**
   * Port to listen on.
   *
   * @default a free port
   */
  readonly port?: number | undefined;
  /**
   * Address to listen on. Only this machine can reach the default address.
   *
   * @default "127.0.0.1"
   */
  readonly host?: string | undefined;
  /**
   * Maximum length of the path and headers of a request together, in bytes.
   *
   * @default 16_384
   */
  readonly maxHeaders?: number | undefined;
  /**
   * Maximum time until the headers of a request have arrived.
   *
   * @default 10_000
   */
  readonly headersTimeout?: number | undefined;
  /**
   * Time after which an idle connection is closed. Behind a load balancer, set
   * a longer time than the idle timeout of the load balancer. Otherwise the
   * load balancer could send a request on a connection that this server is
   * closing. `Infinity` means no limit.
   *
   * @default 5_000
   */
  readonly keepAliveTimeout?: number | undefined;
}

/** HTTP server that is listening. */
export interface Listening {
  /** URL of the MCP endpoint. */
  readonly url: string;
  readonly port: number;
  /**
   * Stops the server: rejects new requests, waits up to a second for responses,
   * and then ends streams, sessions and connections. SIGTERM also stops the
   * server. After SIGTERM the process exits once all servers have stopped,
   * unless the program handles SIGTERM itself.
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

/**
 * SIGTERM handlers of all servers. The process ends when the last server has
 * stopped.
 */
const terminators = /*@__PURE__*/ new Set<() => void>();

/**
 * Interval at which Node.js checks for requests that exceed their time limit,
 * in milliseconds.
 */
const CHECK_EVERY = 1_000;

/**
 * Serves `server` over HTTP; resolves when the port is open. Requires Node.js
 * 20.16, Deno 2 or Bun 1.2.
 *
 * @throws TypeError when `server` was not created by `createServer`.
 * @throws the error of the operating system when the port is in use.
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
  /** Connections that have not sent a request yet. */
  const fresh = new Set<Socket>();
  const requestTimeout = (options.bodyTimeout ?? 30_000) + CHECK_EVERY;
  const http = httpModule().createServer(
    {
      // Node.js rejects headers of exactly `maxHeaderSize` bytes, so 1 is
      // added. Infinity is replaced, because Node.js does not accept it.
      maxHeaderSize: Math.min(
        (options.maxHeaders ?? 16 * 1024) + 1,
        Number.MAX_SAFE_INTEGER,
      ),
      headersTimeout: limitOf(
        Math.min(options.headersTimeout ?? 10_000, requestTimeout),
      ),
      requestTimeout: limitOf(requestTimeout),
      keepAliveTimeout: limitOf(options.keepAliveTimeout ?? 5_000),
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
  const process = getProcess("listen()");
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

/** Converts `Infinity` to 0, because 0 means no time limit in Node.js. */
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
  // Node.js does not treat connections without a request as idle, so close them
  // separately.
  for (const socket of fresh) socket.destroy();
  // A connection becomes idle only when its last response has been sent, so
  // close idle connections repeatedly.
  const sweep = setInterval(() => http.closeIdleConnections(), 10);
  // Connections that are still open after a second have slow readers. Close
  // them and discard their output.
  const timer = setTimeout(() => http.closeAllConnections(), CHECK_EVERY);
  await ended;
  clearInterval(sweep);
  clearTimeout(timer);
}

function httpModule(): { createServer: CreateServer } {
  const module = getProcess("listen()").getBuiltinModule?.("node:http");
  if (module === undefined) {
    throw new Error("listen() needs Node 20.16, Deno 2 or Bun 1.2, or later");
  }
  return module as { createServer: CreateServer };
}
