/** Load balancer that sends requests to several servers in turn. */
import { createServer, request as send } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";

export interface Proxy {
  readonly url: string;
  /**
   * Number of requests that were forwarded to each server, in the order of the
   * servers.
   */
  readonly counts: readonly number[];
  close(): Promise<void>;
}

export async function roundRobin(urls: readonly string[]): Promise<Proxy> {
  const counts = urls.map(() => 0);
  let next = 0;
  const server = createServer((request, response) => {
    const at = next++ % urls.length;
    counts[at] = (counts[at] ?? 0) + 1;
    const { method, headers } = request;
    const target = new URL(request.url ?? "/", urls[at]);
    const forwarded = send(target, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      response.flushHeaders();
      answer.pipe(response);
      answer.on("error", () => response.destroy());
    });
    forwarded.on("error", () => {
      if (response.headersSent) response.destroy();
      else response.writeHead(502).end();
    });
    response.on("close", () => forwarded.destroy());
    request.pipe(forwarded);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    counts,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
