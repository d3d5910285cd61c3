/** A host goes on listening for changes, whatever becomes of its subscription. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  ConnectionError,
  McpError,
} from "../../../runtime/json-rpc/messages/errors.js";
import { keepListening } from "../../../runtime/host/listening.js";
import type { HostedClient } from "../../../runtime/host/client.js";
import type { RequestOptions } from "../../../runtime/json-rpc/requests.js";

const test = suite("a host that listens");

interface Asked {
  readonly params: unknown;
  readonly options: RequestOptions;
  readonly answer: (result: unknown) => void;
  readonly fail: (error: unknown) => void;
}

/** A listening host whose server and clock are the test. */
function listening(waits: readonly number[], capabilities: object) {
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
    /** Ends the open subscription, and the wait after it. */
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

test("it asks again after any end, later each time, and lists what it missed", async () => {
  const { asked, told, end, stop, due } = listening([5, 10], ALL);
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
  hears("notifications/tools/list_changed"); // it is of use
  await end(({ answer }) => answer({}));
  assert.equal(told, [5, lists, 10, "lost", 10, "no", lists, 5]);
  assert.is(asked.length, 5);
  asked.at(-1)?.answer({});
  await new Promise((resolve) => setImmediate(resolve));
  assert.is(due.length, 1);
  stop();
  assert.is(due.length, 0); // no timer keeps the program
});

const CLOSED = new ConnectionError("closed", "The connection was closed");

for (const [what, error] of [
  ["a server has no such method", new McpError(-32601, "Method not found")],
  ["a revision has none", new ConnectionError("version", "is not part of")],
  ["the host stops", CLOSED],
] as const)
  test(`it is not asked again when ${what}`, async () => {
    const { asked, told, end, stop } = listening([0], ALL);
    await end(({ fail }) => {
      if (error === CLOSED) stop();
      fail(error);
    });
    assert.equal([asked.length, told], [1, []]);
  });

test("a server that tells of no changes is not asked", () => {
  assert.is(listening([0], { tools: {} }).asked.length, 0);
});

test.run();
