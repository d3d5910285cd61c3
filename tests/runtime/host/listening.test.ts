/** Tests of a host that keeps a subscription to list changes open. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  ConnectionError,
  McpError,
} from "../../../runtime/json-rpc/messages/errors.js";
import { ConcurrencyLimit } from "../../../runtime/host/consent/gate.js";
import { keepListening } from "../../../runtime/host/listening.js";
import { HostedServer } from "../../../runtime/host/server.js";
import { waitUntil } from "../../harness/run/time-limit.js";
import type { HostedClient } from "../../../runtime/host/client.js";
import type { RequestOptions } from "../../../runtime/json-rpc/requests.js";

const test = suite("host: subscriptions");

interface Asked {
  readonly params: unknown;
  readonly options: RequestOptions;
  readonly answer: (result: unknown) => void;
  readonly fail: (error: unknown) => void;
}

/**
 * Creates a client of a server with the given capabilities. The test answers
 * the requests of the client.
 */
function createClient(capabilities: object) {
  const asked: Asked[] = [];
  const client = {
    server: { capabilities },
    request: (_method: string, params: unknown, options: RequestOptions) =>
      new Promise((answer, fail) => {
        asked.push({ params, options, answer, fail });
      }),
  } as unknown as HostedClient;
  return { client, asked };
}

/**
 * Starts a host that listens for changes, with a simulated server and a
 * simulated clock.
 */
function startListening(waits: readonly number[], capabilities: object) {
  const { client, asked } = createClient(capabilities);
  const told: unknown[] = [];
  const due: (() => void)[] = [];
  const stop = keepListening({
    client,
    waits,
    missed: (lists) => told.push(lists),
    failed: ({ message }) => told.push(message),
    after: (milliseconds, callback) => {
      told.push(milliseconds);
      due.push(callback);
      return () => {
        told.push("cancelled");
        due.splice(due.indexOf(callback), 1);
      };
    },
  });
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return {
    asked,
    told,
    due,
    stop,
    /**
     * Ends the open subscription. Then fires the timer of the delay after which
     * the host subscribes again.
     */
    async end(how: (open: Asked) => void): Promise<void> {
      how(asked.at(-1) as Asked);
      await settled();
      due.shift()?.();
      await settled();
    },
  };
}

const ALL = {
  tools: { listChanged: true },
  resources: { listChanged: true },
  prompts: {},
};
const ACKNOWLEDGED = "notifications/subscriptions/acknowledged";

test("if a subscription to list changes ends, the host subscribes again after increasing delays", async () => {
  const { asked, told, end, stop, due } = startListening([5, 10], ALL);
  const hears = (method: string) =>
    asked.at(-1)?.options.onNotification?.(method, {});
  const lists = ["tools", "resources", "resourceTemplates"];
  const notifications = { toolsListChanged: true, resourcesListChanged: true };
  assert.is(asked.length, 1);
  assert.equal(asked[0]?.params, { notifications });
  assert.is(asked[0]?.options.timeout, Infinity);
  hears(ACKNOWLEDGED);
  await end(({ answer }) => answer({}));
  hears(ACKNOWLEDGED);
  await end(({ fail }) => fail(new Error("lost")));
  await end(({ fail }) => fail(new McpError(-32603, "no")));
  hears(ACKNOWLEDGED);
  hears("notifications/tools/list_changed"); // A notification resets the delay.
  await end(({ answer }) => answer({}));
  assert.equal(told, [5, lists, 10, "lost", 10, "no", lists, 5]);
  assert.is(asked.length, 5);
  asked.at(-1)?.answer({});
  await new Promise((resolve) => setImmediate(resolve));
  assert.is(due.length, 1);
  stop();
  // Only the pending timer is cancelled, so that no timer keeps the process
  // alive.
  assert.equal([due.length, told.slice(8)], [0, [10, "cancelled"]]);
});

const CLOSED = new ConnectionError("closed", "The connection was closed");

for (const [event, error] of [
  ["the server lacks the method", new McpError(-32601, "Method not found")],
  [
    "the revision has no subscriptions",
    new ConnectionError("version", "is not part of"),
  ],
  ["the host stops", CLOSED],
] as const)
  test(`the host does not subscribe to list changes again when ${event}`, async () => {
    const { asked, told, end, stop } = startListening([0], ALL);
    await end(({ fail }) => {
      if (error === CLOSED) stop();
      fail(error);
    });
    assert.equal([asked.length, told], [1, []]);
  });

test("the host does not subscribe to list changes of a server without the capability listChanged", () => {
  assert.is(startListening([0], { tools: {} }).asked.length, 0);
});

test("the host requests the lists of a server again after its subscription to list changes was interrupted", async () => {
  const lists: string[] = [];
  const { client, asked } = createClient({ tools: { listChanged: true } });
  Object.assign(client, {
    closed: new Promise(() => {}),
    connect: () => Promise.resolve(),
    close: () => Promise.resolve(),
    listAll: async (method: string) => (lists.push(method), { tools: [] }),
  });
  const ignore = (): void => {};
  const server = new HostedServer(
    {
      name: "s",
      config: { command: "s" },
      client: () => client,
      transport: () => ({ start: ignore, send: ignore, close: ignore }),
      listens: true,
      waits: [0],
      timeout: 1_000,
      maxTimeout: 1_000,
      concurrency: new ConcurrencyLimit(1),
      traffic: {},
      restarts: [],
      record: () => ignore,
      changed: ignore,
      stateChanged: ignore,
      onError: ignore,
    },
    {},
  );
  await server.connect();
  asked[0]?.answer({});
  await waitUntil("the host subscribes again", () => asked.length === 2);
  asked[1]?.options.onNotification?.(ACKNOWLEDGED, {});
  await waitUntil("the host requests the tools", () => lists.length === 2);
  assert.equal(lists, ["tools/list", "tools/list"]);
  await server.close();
});

test.run();
