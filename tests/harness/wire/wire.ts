/** Test connections: the test acts as the peer of a client or a server. */
import type { EndpointOptions } from "../../../runtime/protocol/endpoint-options.js";
import { Connection } from "../../../runtime/protocol/connection/connection.js";
import type { Call } from "../../../runtime/protocol/connection/call.js";
import type { Message } from "../../../runtime/json-rpc/messages/messages.js";
import { ClientCore } from "../../../runtime/protocol/client-core.js";
import { Endpoint } from "../../../runtime/protocol/endpoint.js";
import { ServerCore } from "../../../runtime/protocol/server-core.js";
import type { Handlers } from "../../../runtime/protocol/lifecycle.js";
import { memory } from "../../../runtime/transport/memory.js";
import type { Protocol } from "../../../runtime/protocol/protocol.js";
import type {
  Origin,
  Receiver,
  Transport,
} from "../../../runtime/transport/transport.js";
import { CLIENT, SERVER } from "./protocols.js";
import { waitFor } from "../run/time-limit.js";

export * from "./protocols.js";

/**
 * Type with which tests read a sent message. It declares all members as
 * present, so tests need no checks. If a member is missing, reading its
 * properties throws an error, and the test fails.
 */
export interface Sent {
  readonly id: number;
  readonly method: string;
  readonly params: { readonly [name: string]: unknown };
  readonly result: { readonly [name: string]: unknown };
  readonly error: { readonly code: number; readonly message: string };
}

/** Returns a message or batch without the member `jsonrpc`. */
function stripVersion(message: unknown): Sent {
  if (Array.isArray(message))
    return message.map(stripVersion) as unknown as Sent;
  const { jsonrpc, ...rest } = message as Sent & { jsonrpc?: unknown };
  if (jsonrpc !== "2.0") throw new Error(`Sent: ${JSON.stringify(message)}`);
  return rest;
}

function addVersion(message: object): object {
  return Array.isArray(message)
    ? message.map(addVersion)
    : { jsonrpc: "2.0", ...message };
}

/**
 * Transport whose peer is the test. Messages that the test reads and writes do
 * not contain the member `jsonrpc`.
 */
export class Wire implements Transport {
  readonly sent: Sent[] = [];
  receiver!: Receiver;
  closes = 0;
  #waiting: (() => void)[] = [];

  start(receiver: Receiver): void {
    this.receiver = receiver;
  }

  send(message: Message): void {
    this.sent.push(stripVersion(JSON.parse(JSON.stringify(message))));
    for (const wake of this.#waiting.splice(0)) wake();
  }

  close(): void {
    this.closes += 1;
    this.receiver.closed();
  }

  /** Delivers a message or batch from the test, as if the peer had sent it. */
  give(message: object, origin?: Origin): void {
    this.receiver.receive(addVersion(message), origin);
  }

  /**
   * Waits until at least `count` messages were sent. Returns all messages sent
   * after the previous `take`, `next` or `rest`.
   */
  async take(count = 1): Promise<unknown[]> {
    while (this.sent.length < count) {
      await waitFor(
        `${count} messages are sent, after ${this.sent.length}`,
        new Promise<void>((resolve) => this.#waiting.push(resolve)),
      );
    }
    return this.sent.splice(0);
  }

  /**
   * Waits for a message. Returns the first message sent after the previous
   * `take`, `next` or `rest`, and drops the messages sent after it.
   */
  async next(): Promise<Sent> {
    const [first] = await this.take();
    return first as Sent;
  }

  /**
   * Waits until all pending callbacks have run. Returns all messages sent after
   * the previous `take`, `next` or `rest`.
   */
  async rest(): Promise<unknown[]> {
    await new Promise((resolve) => setImmediate(resolve));
    return this.sent.splice(0);
  }
}

export interface Opened {
  readonly wire: Wire;
  readonly connection: Connection;
  readonly errors: string[];
}

/**
 * Creates a connection of a client or a server. The connection is not
 * initialized yet.
 */
export function connect(
  protocol: Protocol,
  handlers: Handlers = {},
  options: EndpointOptions = {},
): Opened {
  const errors: string[] = [];
  const info = { name: protocol.side, version: "1" };
  const endpoint = new Endpoint(protocol, info, handlers, {
    onError: (error) => errors.push(error.message),
    ...options,
  });
  const wire = new Wire();
  const connection = new Connection(endpoint, wire);
  wire.start(connection);
  return { wire, connection, errors };
}

export const HELLO = {
  id: "hello",
  method: "initialize",
  params: {
    protocolVersion: "2000-01-01",
    capabilities: { sampling: {}, roots: {} },
    clientInfo: { name: "test", version: "1" },
  },
};

/** Creates a server connection that a client has initialized. */
export function openServer(
  handlers: Handlers = {},
  options: EndpointOptions = {},
  protocol: Protocol = SERVER,
): Opened {
  const opened = connect(protocol, handlers, options);
  opened.wire.give(HELLO);
  opened.wire.give({ method: "notifications/initialized" });
  opened.wire.sent.length = 0;
  return opened;
}

/**
 * Opens a client connection to a simulated server that declares the given
 * capabilities.
 */
export async function openClient(
  handlers: Handlers = {},
  capabilities: object = { tools: {}, prompts: {}, resources: {}, logging: {} },
): Promise<Opened> {
  const opened = connect(CLIENT, handlers);
  const open = opened.connection.open();
  const { id } = await opened.wire.next();
  const serverInfo = { name: "test", version: "1" };
  const { version: protocolVersion } = CLIENT;
  opened.wire.give({
    id,
    result: { protocolVersion, capabilities, serverInfo },
  });
  await open;
  opened.wire.sent.length = 0;
  return opened;
}

/**
 * Connects a client and a server in memory. The handlers `theirs` belong to the
 * server, and `ours` to the client.
 */
export async function pair(
  theirs: Handlers,
  ours: Handlers = {},
  options: EndpointOptions = {},
) {
  const problems: string[] = [];
  const onError = ({ message }: Error) => problems.push(message);
  const all = { onError, ...options };
  const info = (name: string) => ({ name, version: "1" });
  const server = new ServerCore(SERVER, info("server"), theirs, all);
  const client = new ClientCore(CLIENT, info("client"), ours, all);
  const [near, far] = memory();
  const session = await server.connect(far);
  await client.connect(near);
  return { client, server, session, problems };
}

/** Returns the message of the error with which a promise rejects. */
export async function getRejectionMessage(
  promise: Promise<unknown>,
): Promise<string> {
  return promise.then(
    (value) => `resolved to ${JSON.stringify(value)}`,
    (error: unknown) => (error instanceof Error ? error.message : `${error}`),
  );
}

/** Handlers of a server with an empty list of tools. */
export const TOOLS = { "tools/list": () => ({ tools: [] }) };

/**
 * Returns the handlers of a server. They call `act` for every `tools/list`
 * request.
 */
export const listing = (act: (ctx: Call) => unknown): Handlers => ({
  "tools/list": (_: never, ctx: Call) => {
    act(ctx);
    return { tools: [] };
  },
});

/** Options of a server that declares the logging capability. */
export const LOGGING = { capabilities: { logging: {} } };

/** Request for the list of tools. */
export const LIST = { id: 1, method: "tools/list" };

/** Object that cannot be serialized as JSON. */
export const cyclic: { self?: object } = {};
cyclic.self = cyclic;

/**
 * Sends one request to a server with the given handlers. Returns the response.
 */
export async function ask(
  handlers: Handlers,
  method: string,
  params?: object,
  protocol: Protocol = SERVER,
): Promise<Partial<Sent>> {
  const { wire } = openServer(handlers, {}, protocol);
  wire.give({ id: 1, method, params });
  return wire.next();
}

/** Returns a text content block. */
export const text = (value: string): object => ({ type: "text", text: value });
