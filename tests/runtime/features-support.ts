/** One question to a server of some handlers. */
import type { Handlers } from "../../templates/runtime/lifecycle/lifecycle.js";
import type { Protocol } from "../../templates/runtime/endpoint/protocol.js";
import { openServer, SERVER } from "./support.js";

/** Sends one request to a server with these handlers; its answer. */
export async function ask(
  handlers: Handlers,
  method: string,
  params?: object,
  protocol: Protocol = SERVER,
): Promise<{ result?: unknown; error?: unknown }> {
  const { wire } = openServer(handlers, {}, protocol);
  wire.give({ id: 1, method, params });
  const [answer] = (await wire.take()) as [
    { result?: unknown; error?: unknown },
  ];
  return answer;
}

/** Content that is text. */
export const text = (value: string): object => ({ type: "text", text: value });
