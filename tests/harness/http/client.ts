/** Creates HTTP clients, and HTTP servers to which they connect. */
import type { Test } from "uvu";
import { ClientCore } from "../../../runtime/protocol/client-core.js";
import { listen } from "./serving.js";
import { ServerCore } from "../../../runtime/protocol/server-core.js";
import { CLIENT } from "../wire/wire.js";
import { closing } from "../run/closing.js";
import type { Fetch } from "../../../runtime/http/client/received.js";
import type { Handlers } from "../../../runtime/protocol/lifecycle.js";
import type { ListenOptions } from "../../../runtime/http/platform/listen.js";
import type { Protocol } from "../../../runtime/protocol/protocol.js";

/**
 * Returns functions that create servers and clients. All of them are closed
 * after the test.
 */
export function createPeers(test: Test) {
  const atEnd = closing(test);
  const serve = async (
    protocol: Protocol,
    handlers: Handlers,
    options: ListenOptions = {},
  ) => {
    const info = { name: "s", version: "1" };
    const server = new ServerCore(protocol, info, handlers, {
      capabilities: { logging: {}, tools: {} },
      onError: () => {},
    });
    const served = await listen(server, options);
    atEnd(served.close);
    return served;
  };

  /**
   * Creates a client. The returned `errors` collects the errors that the client
   * reports to `onError`.
   */
  const openClient = (
    protocol: Protocol = CLIENT,
    handlers: Handlers = {},
  ): { client: ClientCore; errors: string[] } => {
    const errors: string[] = [];
    const info = { name: "c", version: "1" };
    const client = new ClientCore(protocol, info, handlers, {
      onError: (error) => errors.push(error.message),
    });
    atEnd(() => client.close());
    return { client, errors };
  };
  return { atEnd, serve, openClient };
}

/**
 * Creates a `fetch` function that records requests and may change responses.
 */
export function spyFetch(
  change: (response: Response, init: RequestInit) => Response = (response) =>
    response,
): { fetch: Fetch; log: string[]; headers: { [name: string]: string }[] } {
  const log: string[] = [];
  const headers: { [name: string]: string }[] = [];
  return {
    log,
    headers,
    fetch: async (url, init) => {
      const body = JSON.parse(init.body ?? "{}") as { method?: string };
      const { method = "" } = body;
      log.push(`${init.method} ${method}`.trim());
      headers.push(init.headers);
      return change(await fetch(url, init), init);
    },
  };
}

export const CALL = { name: "x" };
