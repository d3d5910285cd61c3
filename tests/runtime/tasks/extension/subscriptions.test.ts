/**
 * Tests of subscriptions to tasks, and of how the subscriptions count towards
 * the client's quota.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { MIN_SUBSCRIPTION_LENGTH } from "../../../../runtime/protocol/constants.js";
import { TaskSubscriptions } from "../../../../runtime/tasks/extension/subscriptions.js";
import { nextTurn } from "../../../harness/time/clock.js";
import { defer } from "../../../harness/run/deferred.js";
import type { Call } from "../../../../runtime/protocol/connection/call.js";
import type { WireTask } from "../../../../runtime/tasks/extension/wire.js";

const test = suite("tasks extension: subscriptions");

const ACKNOWLEDGED = "notifications/subscriptions/acknowledged";
const TASKS = { extensions: { "io.modelcontextprotocol/tasks": {} } };

/** Creates subscriptions to tasks. The client owns the tasks `owned`. */
function createSubscriptions(owned: readonly string[]) {
  const reported: string[] = [];
  const failure = { text: "", read: "" };
  const subscriptions = new TaskSubscriptions({
    owns: (taskId) =>
      failure.text
        ? Promise.reject(new Error(failure.text))
        : Promise.resolve(owned.includes(taskId)),
    read: (taskId) =>
      failure.read
        ? Promise.reject(new Error(failure.read))
        : Promise.resolve({ taskId, ttlMs: null } as WireTask),
    report: (error) => reported.push(error.message),
  });
  /** Starts a `subscriptions/listen` request for tasks. */
  const subscribe = (
    taskIds: unknown,
    { room = Infinity, unread = true, id = 1, peer = TASKS as object } = {},
  ) => {
    const state = { kept: 0, sent: [] as unknown[], outcome: "" };
    const { promise, resolve } = defer<string>();
    const traffic = {
      fits: (length: number) => state.kept + length <= room,
      keep: (length: number) => void (state.kept += length),
      reserveUnread: () => unread,
    };
    const call = {
      id,
      method: "subscriptions/listen",
      peer: { capabilities: peer },
      endpoint: { protocol: { http: {} } },
      connection: { traffic },
      notify: (method: string, params: object) =>
        state.sent.push([method, params]),
    } as unknown as Call;
    const listen = async (
      _: unknown,
      { notify }: Pick<Call, "notify">,
    ): Promise<object> => {
      notify.call(call, ACKNOWLEDGED, { notifications: { other: true } });
      const problem = await promise;
      if (problem) throw new Error(problem);
      return {};
    };
    const run = subscriptions.wrap(listen as never) as unknown as (
      params: object,
      call: Call,
    ) => Promise<object>;
    const finish = (text: string): void => void (state.outcome = text);
    const done = (async () => run({ notifications: { taskIds } }, call))().then(
      () => finish("ended"),
      (error: Error) => finish(error.message),
    );
    const end = async (problem = ""): Promise<void> => {
      resolve(problem);
      await done;
    };
    return Object.assign(state, { end, done });
  };
  return { subscriptions, subscribe, reported, failure };
}

const acknowledged = (...taskIds: readonly string[]) => [
  ACKNOWLEDGED,
  { notifications: { other: true, taskIds } },
];

for (const [title, problem] of [
  ["that has ended", ""],
  ["that has failed", "The connection is lost"],
] as const)
  test(`a task subscription ${title} releases its quota`, async () => {
    const { subscriptions, subscribe } = createSubscriptions(["a", "b"]);
    const one = subscribe(["a", "b", "a"]);
    await nextTurn();
    assert.is(one.kept, 2 * MIN_SUBSCRIPTION_LENGTH);
    await subscriptions.notify("a");
    assert.is(one.sent.length, 2);
    await one.end(problem);
    assert.is(one.outcome, problem || "ended");
    assert.is(one.kept, 0);
    await subscriptions.notify("a");
    await subscriptions.notify("b");
    assert.is(one.sent.length, 2);
  });

test("a subscription releases its quota if the owner of a task cannot be read", async () => {
  const { subscribe, failure } = createSubscriptions(["a"]);
  failure.text = "The store failed";
  const one = subscribe(["a"]);
  await one.done;
  assert.equal([one.outcome, one.kept, one.sent], ["The store failed", 0, []]);
});

test("a subscription that exceeds the client's quota is refused", async () => {
  const { subscribe } = createSubscriptions(["a", "b"]);
  const room = 2 * MIN_SUBSCRIPTION_LENGTH - 1;
  const one = subscribe(["a", "b"], { room });
  await one.done;
  assert.is(one.outcome, "Too many subscriptions are open");
  assert.equal([one.kept, one.sent], [0, []]);
  const other = subscribe(["a"], { room });
  await nextTurn();
  assert.equal(other.sent, [acknowledged("a")]);
  await other.end();
});

test("a subscription is acknowledged only for tasks of its client", async () => {
  const { subscriptions, subscribe } = createSubscriptions(["a", "c"]);
  const one = subscribe(["a", "b", "c"]);
  await nextTurn();
  assert.equal(one.sent.splice(0), [acknowledged("a", "c")]);
  await subscriptions.notify("b");
  await subscriptions.notify("c");
  const _meta = { "io.modelcontextprotocol/subscriptionId": 1 };
  assert.equal(
    JSON.parse(JSON.stringify(one.sent)),
    JSON.parse(
      JSON.stringify([
        ["notifications/tasks", { taskId: "c", ttlMs: null, _meta }],
      ]),
    ),
  );
  await one.end();
});

test("a task accepts another subscription after one of its 100 subscriptions has ended", async () => {
  const { subscribe } = createSubscriptions(["a"]);
  const all = Array.from({ length: 100 }, () => subscribe(["a"]));
  await nextTurn();
  const refused = subscribe(["a"]);
  await nextTurn();
  assert.equal(refused.sent, [acknowledged()]);
  await all[0]?.end();
  const accepted = subscribe(["a"]);
  await nextTurn();
  assert.equal(accepted.sent, [acknowledged("a")]);
  for (const one of [...all, refused, accepted]) await one.end();
});

test("a client with too much unread data gets no task notifications", async () => {
  const { subscriptions, subscribe, reported } = createSubscriptions(["a"]);
  const slow = subscribe(["a"], { unread: false });
  const fast = subscribe(["a"]);
  await nextTurn();
  await subscriptions.notify("a");
  await nextTurn();
  await nextTurn();
  assert.equal([slow.sent.length, fast.sent.length], [1, 2]);
  assert.equal(reported, []);
  await slow.end();
  await fast.end();
});

test("if a subscribed task cannot be read from the store, the error is reported", async () => {
  const { subscriptions, subscribe, reported, failure } = createSubscriptions([
    "a",
  ]);
  failure.read = "The store failed";
  await subscriptions.notify("a");
  assert.equal(reported, []);
  const one = subscribe(["a"]);
  await nextTurn();
  await subscriptions.notify("a");
  assert.equal(reported, ["The store failed"]);
  await one.end();
});

for (const [taskIds, peer, expected] of [
  ["a", TASKS, "Invalid params: taskIds is not an array of strings"],
  [["a", 1], TASKS, "Invalid params: taskIds is not an array of strings"],
  [
    ["a"],
    {},
    "subscriptions/listen needs the extension io.modelcontextprotocol/tasks, which the client did not declare",
  ],
] as const)
  test(`a subscription to ${JSON.stringify(taskIds)} is refused for a client with the capabilities ${JSON.stringify(peer)}`, async () => {
    const { subscribe } = createSubscriptions(["a"]);
    const one = subscribe(taskIds, { peer });
    await one.done;
    assert.equal([one.outcome, one.kept], [expected, 0]);
  });

test.run();
