/** JSON texts of the messages that the benchmark's clients send. */
import type { Lifecycle } from "./programs.js";

const INFO = { name: "bench", version: "1" };
const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": INFO,
  "io.modelcontextprotocol/clientCapabilities": {},
};

/**
 * Returns the first request on a connection: `initialize`, or `server/discover`
 * for the stateless lifecycle.
 */
export function opening(lifecycle: Lifecycle): string {
  return JSON.stringify(
    lifecycle === "initialize"
      ? {
          jsonrpc: "2.0",
          id: 0,
          method: "initialize",
          params: {
            protocolVersion: "2025-06-18",
            capabilities: {},
            clientInfo: INFO,
          },
        }
      : {
          jsonrpc: "2.0",
          id: 0,
          method: "server/discover",
          params: { _meta: META },
        },
  );
}

export const INITIALIZED = JSON.stringify({
  jsonrpc: "2.0",
  method: "notifications/initialized",
});

/**
 * Returns a tool call whose result must contain twice the value of `id` as
 * text.
 */
export function call(lifecycle: Lifecycle, id: number): string {
  const params = { name: "add", arguments: { a: id, b: id } };
  return JSON.stringify({
    jsonrpc: "2.0",
    id,
    method: "tools/call",
    params: lifecycle === "initialize" ? params : { ...params, _meta: META },
  });
}

/**
 * Checks the response to a tool call and returns the response's `id`.
 *
 * @throws Error when the result is wrong.
 */
export function checkAnswer(text: string): number {
  const { id, result } = JSON.parse(text) as {
    id: number;
    result?: { content?: { text?: string }[] };
  };
  if (result?.content?.[0]?.text !== String(2 * id))
    throw new Error(`The response to a call is wrong: ${text}`);
  return id;
}
