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
 * Listens on the port of the redirect URI `wanted`, or on a free port. Rejects
 * redirects with a different `state`, so that other web pages cannot end the
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
): Promise<RedirectListener> {
  const { process } = globalThis as unknown as { process?: ProcessLike };
  const node = process?.getBuiltinModule?.("node:http");
  if (node === undefined)
    throw new OAuthError(
      "no_port",
      "This platform cannot listen for the redirect: set the option `redirectUri` of oauth()",
    );
  const { hostname, pathname, port } = new URL(
    wanted ?? "http://127.0.0.1:0/callback",
  );
  let take: (address: string) => void;
  const answer = new Promise<string>((resolve) => (take = resolve));
  let origin = "";
  let open = true;
  const server = (node as PageHttp).createServer(({ method, url }, reply) => {
    const at = URL.canParse(url, origin) ? new URL(url, origin) : undefined;
    const here = open && method === "GET" && at?.pathname === pathname;
    const ours = here && at.searchParams.get("state") === state;
    const done = ours && at.searchParams.has("code");
    reply.writeHead(ours ? 200 : here ? 400 : 404, PAGE);
    reply.end(
      done
        ? "You are signed in. This page may be closed."
        : "You are not signed in. This page may be closed.",
    );
    if (!ours) return;
    open = false;
    take(at.href);
  });
  const host = hostname === "[::1]" ? "::1" : "127.0.0.1";
  try {
    await listenAt(server, Number(port || 80), host);
  } catch (error) {
    if (!only) return listenForRedirect(undefined, state, true);
    const text = `Cannot listen at ${wanted}: ${(error as Error).message}`;
    throw new OAuthError("no_port", text);
  }
  origin = `http://${hostname}:${server.address().port}`;
  return {
    uri: only && wanted !== undefined ? wanted : origin + pathname,
    answer,
    close() {
      open = false;
      server.close();
      server.closeIdleConnections();
    },
  };
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
