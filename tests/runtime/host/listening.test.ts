/** Tests of a host that keeps a subscription to list changes open. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  ConnectionError,
  McpError,
} from "../../../runtime/json-rpc/messages/errors.js";
import { keepListening } from "../../../runtime/host/listening.js";
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
 * Starts a host that listens for changes, with a simulated server and a
 * simulated clock.
 */
function startListening(waits: readonly number[], capabilities: object) {
  const asked: Asked[] = [];
  const told: unknown[] = [];
  const due: (() => void)[] = [];
  const client = {
    server: { capabilities },
    request: (_method: string, params: unknown, options: RequestOptions) =>
      new Promise((answer, fail) => {
        asked.push({ params, options, answer, fail });
      }),
  } as unknown as HostedClient;
  const stop = keepListening({
    client,
    waits,
    missed: (lists) => told.push(lists),
    failed: ({ message }) => told.push(message),
    after: (milliseconds, callback) => {
      told.push(milliseconds);
      due.push(callback);
      return () => void due.splice(due.indexOf(callback), 1);
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
  assert.is(due.length, 0); // No timer keeps the process alive.
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

test.run();
