/**
 * Loopback listener for the browser's redirect at the end of a sign-in (RFC
 * 8252, section 7.3).
 */
import { OAuthError } from "../errors.js";
import type { ProcessLike } from "../../transport/streams.js";

/** Listener for a single redirect of the browser. */
export interface RedirectListener {
  readonly uri: string;
  /** Promise of the redirect URL that the browser opened. */
  readonly answer: Promise<string>;
  close(): void;
}

interface PageReply {
  writeHead(status: number, headers: { [name: string]: string }): unknown;
  end(text: string): unknown;
}

interface Unreferenced {
  unref(): unknown;
}

interface PageServer {
  listen(port: number, host: string, listening: () => void): unknown;
  on(event: "error", listener: (error: Error) => void): unknown;
  on(event: "connection", listener: (socket: Unreferenced) => void): unknown;
  address(): { readonly port: number };
  close(): unknown;
  closeIdleConnections(): unknown;
}

interface PageHttp {
  createServer(
    handler: (
      request: { readonly method: string; readonly url: string },
      reply: PageReply,
    ) => void,
  ): PageServer;
}

/**
 * Loopback ports that are in use, by redirect URI. If the redirect URI is
 * configured, sign-ins at different issuers share one port.
 */
export type LoopbackPorts = Map<string, LoopbackPort>;

/**
 * Listens on the port of the redirect URI `wanted`, or on a free port. Rejects
 * redirects with an unexpected `state`, so that other web pages cannot end the
 * sign-in.
 *
 * @param only Whether to fail if the port of `wanted` is taken. Otherwise a
 *   free port is used.
 * @throws OAuthError `no_port` when the port is taken, or this platform has no
 *   `node:http`.
 */
export async function listenForRedirect(
  wanted: string | undefined,
  state: string,
  only: boolean,
  ports: LoopbackPorts = new Map(),
): Promise<RedirectListener> {
  const key = only ? wanted : undefined;
  const known = key === undefined ? undefined : ports.get(key);
  const port =
    known ?? new LoopbackPort(wanted ?? "http://127.0.0.1:0/callback");
  if (key !== undefined) ports.set(key, port);
  const answer = new Promise<string>((take) => port.waiting.set(state, take));
  const close = (): void => {
    port.waiting.delete(state);
    if (port.waiting.size > 0) return;
    if (key !== undefined && ports.get(key) === port) ports.delete(key);
    port.close();
  };
  try {
    const uri = await port.listening;
    return { uri: key ?? uri, answer, close };
  } catch (error) {
    close();
    if (!only) return listenForRedirect(undefined, state, true);
    const text = `Cannot listen at ${wanted}: ${(error as Error).message}`;
    throw new OAuthError("no_port", text);
  }
}

/** HTTP server at a loopback port, for one or several sign-ins. */
class LoopbackPort {
  /** Callbacks that receive the URL of the redirect, by `state`. */
  readonly waiting: Map<string, (address: string) => void> = new Map();
  /** Promise of the redirect URI. Rejects if the port is taken. */
  readonly listening: Promise<string>;
  readonly #server: PageServer;

  constructor(wanted: string) {
    const { process } = globalThis as unknown as { process?: ProcessLike };
    const node = process?.getBuiltinModule?.("node:http");
    if (node === undefined)
      throw new OAuthError(
        "no_port",
        "This platform cannot listen for the redirect: set the option `redirectUri` of oauth()",
      );
    const { hostname, pathname, port } = new URL(wanted);
    const host = hostname === "[::1]" ? "::1" : "127.0.0.1";
    let origin = "";
    const server = (node as PageHttp).createServer(({ method, url }, reply) => {
      const at = URL.canParse(url, origin) ? new URL(url, origin) : undefined;
      const isHere =
        this.waiting.size > 0 && method === "GET" && at?.pathname === pathname;
      const state = isHere ? at.searchParams.get("state") : null;
      const take = state === null ? undefined : this.waiting.get(state);
      const isDone = take !== undefined && at?.searchParams.has("code");
      reply.writeHead(take ? 200 : isHere ? 400 : 404, PAGE);
      reply.end(
        isDone
          ? "You are signed in. This page may be closed."
          : "You are not signed in. This page may be closed.",
      );
      if (!take || !at || state === null) return;
      this.waiting.delete(state);
      take(at.href);
    });
    this.#server = server;
    this.listening = listenAt(server, Number(port || 80), host).then(() => {
      origin = `http://${hostname}:${server.address().port}`;
      return origin + pathname;
    });
  }

  close(): void {
    this.#server.close();
    this.#server.closeIdleConnections();
  }
}

const PAGE = {
  "content-type": "text/plain; charset=utf-8",
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  connection: "close",
};

function listenAt(
  server: PageServer,
  port: number,
  host: string,
): Promise<void> {
  return new Promise((resolve, reject) => {
    server.on("error", reject);
    // Browsers open spare connections in advance. Unreference all connections,
    // so that spare connections do not keep the process alive.
    server.on("connection", (socket) => socket.unref());
    server.listen(port, host, resolve);
  });
}
