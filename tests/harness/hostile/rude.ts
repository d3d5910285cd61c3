/** Invalid actions of a hostile HTTP client, by name. */
import { connect } from "node:net";
import { ask, type Conversation, type Manners } from "./requests.js";
import type { Below } from "../models/mutations.js";
import type { Message } from "./processes.js";

/**
 * Input of an action: the server, the client's session in `conversation`,
 * messages to send, and a signal that ends the action.
 */
export interface Aim {
  readonly url: string;
  readonly manners: Manners;
  readonly conversation: Conversation;
  readonly messages: readonly Message[];
  readonly below: Below;
  readonly signal: AbortSignal;
}

const NAME = "eve";

/** Sends raw bytes over TCP. Resolves when the connection is closed. */
function raw({ url, signal }: Aim, ...parts: readonly string[]): Promise<void> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    const end = (): void => void socket.destroy();
    signal.addEventListener("abort", end);
    socket.on("error", () => {}).on("close", () => resolve());
    for (const part of parts) socket.write(part);
    socket.resume();
  });
}

/**
 * Returns the request line and headers of a POST request. The given header
 * lines come last.
 */
const head = (...lines: readonly string[]): string =>
  [
    "POST /mcp HTTP/1.1",
    "host: 127.0.0.1",
    `authorization: Bearer ${NAME}`,
    "content-type: application/json",
    "accept: application/json, text/event-stream",
    ...lines,
    "\r\n",
  ].join("\r\n");

async function post(aim: Aim, body: string, more: object = {}): Promise<void> {
  const { conversation, manners, signal } = aim;
  const { headers } = manners.wrap({}, NAME, conversation.session);
  await ask(conversation.url, {
    headers: { ...headers, ...more },
    body,
    signal,
  });
}

const many = async (
  count: number,
  create: (n: number) => Promise<unknown>,
): Promise<void> => {
  await Promise.all(Array.from({ length: count }, (_, n) => create(n)));
};

const text = (message: object): string =>
  JSON.stringify({ jsonrpc: "2.0", ...message });

const list = (length: number, create: (n: number) => object): string =>
  `[${Array.from({ length }, (_, n) => text(create(n))).join()}]`;

export const RUDE: Readonly<Record<string, (aim: Aim) => Promise<void>>> = {
  garbage: (aim) =>
    raw(
      aim,
      ...Array.from({ length: 1_000 }, () =>
        String.fromCharCode(
          ...Array.from({ length: 100 }, () => aim.below(256)),
        ),
      ),
    ),
  half: (aim) =>
    many(50, () => raw(aim, head("content-length: 4000000"), '{"jsonrpc":')),
  headers: (aim) =>
    many(20, () => raw(aim, head(`x-long: ${"x".repeat(100_000)}`))),
  smuggled: (aim) =>
    raw(
      aim,
      head("content-length: 4", "transfer-encoding: chunked"),
      `0\r\n\r\n${head("content-length: 2")}{}`,
    ),
  pipelined: (aim) => raw(aim, (head("content-length: 2") + "{}").repeat(500)),
  "hung up": async ({ url, manners, conversation, signal }) => {
    const { headers } = manners.wrap({}, NAME, conversation.session);
    await many(100, (n) => {
      const soon = AbortSignal.any([signal, AbortSignal.timeout(n % 10)]);
      return ask(url, { method: "GET", headers, signal: soon });
    });
  },
  deep: (aim) =>
    post(
      aim,
      `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}}`,
    ),
  responses: (aim) =>
    post(
      aim,
      list(60_000, (id) => ({ id, result: {} })),
    ),
  requests: (aim) =>
    post(
      aim,
      list(10_000, (id) => ({ id, method: "ping" })),
    ),
  notifications: (aim) =>
    post(
      aim,
      list(60_000, () => ({ method: "notifications/x" })),
    ),
  "one id": (aim) =>
    many(200, () => post(aim, text({ id: 1, method: "tools/list" }))),
  cancels: (aim) =>
    many(200, (requestId) =>
      post(
        aim,
        text({ method: "notifications/cancelled", params: { requestId } }),
      ),
    ),
  sessions: (aim) =>
    many(100, (n) =>
      post(aim, text({ id: n, method: "ping" }), {
        "mcp-session-id": `${n}-${aim.below(1e9)}`,
        "last-event-id": `${n}-${n}`,
      }),
    ),
  names: (aim) =>
    many(50, (id) =>
      post(
        aim,
        `{"jsonrpc":"2.0","id":${id},"method":"__proto__","params":{"__proto__":{"a":1},"constructor":1}}`,
      ),
    ),
  surrogates: (aim) =>
    post(
      aim,
      `{"jsonrpc":"2.0","id":"\\ud800","method":"tools/call","params":{"name":"\\udfff"}}`,
    ),
  mixed: async (aim) => {
    const { messages, manners, conversation, below, signal } = aim;
    await many(100, (id) => {
      const message = { ...messages[below(messages.length)], id };
      const wrapped = manners.wrap(message, NAME, conversation.session);
      const soon = AbortSignal.timeout(below(100));
      return ask(conversation.url, {
        ...wrapped,
        slow: below(4) === 0,
        unread: below(4) === 0,
        signal: AbortSignal.any([signal, soon]),
      });
    });
  },
};
