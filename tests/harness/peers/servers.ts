import * as http from "node:http";
import * as https from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { connect } from "node:net";
import type { Duplex } from "node:stream";
import type { Certificate } from "./certificate.js";

/** Local server. Closing the server also closes all connections. */
export interface TestServer {
  readonly port: number;
  /** URL such as `http://127.0.0.1:1234`, without a slash at the end. */
  readonly url: string;
  /** Received requests in order, such as `GET /path` or `CONNECT host:port`. */
  readonly requests: string[];
  close(): Promise<void>;
}

/** Starts an HTTP server. With a certificate, starts an HTTPS server. */
export async function serve(
  handler: http.RequestListener,
  certificate?: Certificate,
): Promise<TestServer> {
  const server = certificate
    ? https.createServer(certificate, handler)
    : http.createServer(handler);
  return listen(server, certificate ? "https" : "http");
}

/**
 * Starts an HTTP proxy that connects every tunnel to this machine and ignores
 * the requested host. If `connectStatus` is not 200, the proxy refuses tunnels
 * with that status. `users` collects the credentials of the requests.
 */
export async function serveProxy(
  connectStatus: number,
  users: (string | undefined)[],
): Promise<TestServer> {
  const server = http.createServer();
  server.on(
    "connect",
    (request: http.IncomingMessage, client: Duplex, head: Buffer) => {
      users.push(request.headers["proxy-authorization"]);
      client.on("error", () => client.destroy());
      if (connectStatus !== 200) {
        client.end(`HTTP/1.1 ${connectStatus} No\r\n\r\n`);
        return;
      }
      const port = Number(/:(\d+)$/.exec(request.url ?? "")?.[1]);
      const target = connect(port, "127.0.0.1", () => {
        client.write("HTTP/1.1 200 Connection established\r\n\r\n");
        target.write(head);
        target.pipe(client);
        client.pipe(target);
      });
      target.on("error", () => client.destroy());
    },
  );
  return listen(server, "http");
}

/** Returns a port of this machine on which no program listens. */
export async function closedPort(): Promise<number> {
  const server = await serve(() => {});
  await server.close();
  return server.port;
}

async function listen(
  server: http.Server,
  scheme: string,
): Promise<TestServer> {
  const sockets = new Set<Socket>();
  const requests: string[] = [];
  const log = (request: http.IncomingMessage): void =>
    void requests.push(`${request.method} ${request.url}`);
  server.prependListener("request", log);
  server.prependListener("connect", log);
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) =>
    server.listen(0, "127.0.0.1", () => resolve()),
  );
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `${scheme}://127.0.0.1:${port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
