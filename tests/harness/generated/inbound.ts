/**
 * Connects generated clients to a test. The test acts as the server and sends
 * each message itself.
 */
import type { UnknownValue } from "../../../runtime/protocol/protocol.js";
import { Wire } from "../wire/wire.js";
import { bundledModel } from "../models/models.js";
import { load } from "./load.js";
import type { Client } from "./modules.js";

export interface Opened {
  readonly client: Client;
  readonly wire: Wire;
  readonly unknown: UnknownValue[];
  readonly errors: string[];
}

const CAPABILITIES = {
  tools: {},
  prompts: {},
  resources: { subscribe: true },
  completions: {},
  logging: {},
  tasks: { list: {}, cancel: {} },
};

/**
 * Returns the result of `initialize` or `server/discover`, with the members of
 * `change` added.
 */
function hello(revision: string, change: object = {}): object {
  return revision < "2026"
    ? {
        protocolVersion: revision,
        capabilities: CAPABILITIES,
        serverInfo: { name: "test", version: "1" },
        ...change,
      }
    : {
        resultType: "complete",
        ttlMs: 0,
        cacheScope: "private",
        supportedVersions: [bundledModel(revision).protocolVersion],
        capabilities: CAPABILITIES,
        ...change,
      };
}

/**
 * Handlers of the client. The tests do not check the results of these handlers.
 */
const HANDLERS = {
  "roots/list": () => ({ roots: [] }),
  "sampling/createMessage": () => ({}),
  "elicitation/create": () => ({ action: "cancel" }),
  "tasks/get": () => ({}),
  "tasks/result": () => ({}),
  "tasks/list": () => ({ tasks: [] }),
  "tasks/cancel": () => ({}),
};

/** Connects a client to the test, which acts as its server. */
export async function open(
  revision: string,
  strict = false,
  change: object = {},
): Promise<Opened> {
  const { createClient } = await load(revision, "client");
  const unknown: UnknownValue[] = [];
  const errors: string[] = [];
  const info = { name: "client", version: "1" };
  const client = createClient(info, HANDLERS, {
    strict,
    onUnknown: (value: UnknownValue) => unknown.push(value),
    onError: ({ message }: Error) => errors.push(message),
  });
  const wire = new Wire();
  const connected = client.connect(wire);
  const first = await wire.next();
  wire.give({ id: first.id, result: hello(revision, change) });
  await connected;
  wire.sent.length = 0;
  atEnd.push(client);
  return { client, wire, unknown, errors };
}

const atEnd: Client[] = [];

/** Closes all clients that the finished test has opened. */
export async function closeClients(): Promise<void> {
  for (const client of atEnd.splice(0)) await client.close();
}

/**
 * Sends a request from the client and answers it with `result`. Returns
 * "accepted", or the error text if the client rejects the result.
 */
export async function answered(
  { client, wire }: Opened,
  method: string,
  result: unknown,
): Promise<string> {
  const outcome = client.request(method, { name: "n" }).then(
    () => "accepted",
    (error: Error & { fault?: string }) => `${error.fault}: ${error.message}`,
  );
  const request = await wire.next();
  wire.give({ id: request.id, result });
  return outcome;
}
