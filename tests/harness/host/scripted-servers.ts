/**
 * Scripted servers (transports that answer requests with a function of the
 * test), and hosts that use them.
 */
import { ClientCore } from "../../../runtime/protocol/client-core.js";
import { HostCore } from "../../../runtime/host/host.js";
import { CLIENT } from "../wire/wire.js";
import type { HostSettings } from "../../../runtime/host/config/settings.js";
import type { Message } from "../../../runtime/json-rpc/messages/messages.js";
import type {
  Receiver,
  Transport,
} from "../../../runtime/transport/transport.js";

export type Fields = { readonly [name: string]: unknown };

const HELLO = {
  protocolVersion: "2000-01-01",
  capabilities: { tools: {} },
  serverInfo: { name: "s", version: "1" },
};

/**
 * Function that returns the result for a request, or undefined to leave the
 * request unanswered.
 */
export type Answer = (method: string, params: Fields) => object | undefined;

export class Scripted implements Transport {
  starts = 0;
  closes = 0;
  receiver!: Receiver;
  readonly #answer: Answer;
  readonly #asked = new Map<unknown, () => void>();

  constructor(answer: Answer) {
    this.#answer = answer;
  }

  start(receiver: Receiver): void {
    this.starts += 1;
    this.receiver = receiver;
  }

  send(message: Message): void {
    const { id, method, params } = message as unknown as Fields;
    if (id === undefined) return;
    if (method === undefined) return this.#asked.get(id)?.();
    const result =
      method === "initialize"
        ? HELLO
        : this.#answer(String(method), params as Fields);
    if (result === undefined) return;
    setImmediate(() => this.receiver.receive({ jsonrpc: "2.0", id, result }));
  }

  /**
   * Sends a notification to the client. With `id`, sends a request and waits
   * for the client's answer.
   */
  say(method: string, params: object = {}, id?: number): Promise<void> {
    const answered = new Promise<void>((resolve) => {
      if (id === undefined) resolve();
      else this.#asked.set(id, resolve);
    });
    const message = { jsonrpc: "2.0", method, params };
    this.receiver.receive(id === undefined ? message : { ...message, id });
    return answered;
  }

  close(): void {
    this.closes += 1;
    this.receiver.closed();
  }
}

/** Creates a host with one scripted server that is named `s`. */
export function createScriptedHost(
  answer: Answer,
  settings: Partial<HostSettings> = {},
  handlers: object = {},
): {
  readonly host: HostCore;
  readonly servers: Scripted[];
  readonly errors: string[];
} {
  const errors: string[] = [];
  const servers: Scripted[] = [];
  const info = { name: "c", version: "1" };
  const host = new HostCore(
    {
      client: (own, onError) => new ClientCore(CLIENT, info, own, { onError }),
      handlers: handlers as never,
      listens: false,
    },
    {
      servers: { s: { command: "s" } },
      restarts: [],
      onError: (_server, error) => errors.push(error.message),
      ...settings,
      transport: () => {
        const server = new Scripted(answer);
        servers.push(server);
        return server;
      },
    },
  );
  return { host, servers, errors };
}

export const CHANGED = "notifications/tools/list_changed";

/**
 * Returns request headers with a bearer token and a client address. The options
 * `auth` and `address` of the test server read these headers.
 */
export const as = (token: string, from = "a") => ({
  authorization: `Bearer ${token}`,
  "x-from": from,
});
export const auth = { verify: (subject: string) => ({ subject }) };
export const address = (request: {
  header(name: string): string | undefined;
}): string | undefined => request.header("x-from");

/**
 * Returns the error of a rejected promise as text, or "none" if the promise
 * resolves.
 */
export function failure(promise: Promise<unknown>): Promise<string> {
  return promise.then(() => "none", String);
}
