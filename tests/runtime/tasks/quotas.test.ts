/** Tests of the quotas that the tasks of a client use and release. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ConnectionScopedTasks } from "../../../runtime/tasks/connection-scoped-tasks.js";
import { OwnerRates } from "../../../runtime/tasks/owner.js";
import { RunningTaskQuota } from "../../../runtime/tasks/running-quota.js";
import { SetMap } from "../../../runtime/tasks/set-map.js";
import { memoryTasks } from "../../../runtime/tasks/store.js";
import { withStoppedClock } from "../../harness/time/clock.js";
import type { Call } from "../../../runtime/protocol/connection/call.js";
import { reserveForEnd } from "../../../runtime/tasks/task.js";
import type { TaskRecord } from "../../../runtime/tasks/task.js";
import type { WatchedConnection } from "../../../runtime/json-rpc/health.js";

const test = suite("tasks: quotas");

/** Returns the message of the error that `run` throws. */
function getRefusal(run: () => unknown): string | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

const REFUSED = "Too many requests";

/**
 * Returns a handler context whose connection counts the characters that are
 * stored for the client.
 */
function createCall(limit = 1_000) {
  const state = { kept: 0 };
  const traffic = {
    fits: (length: number) => state.kept + length <= limit,
    keep: (length: number) => void (state.kept += length),
  };
  const call = { connection: { traffic } } as unknown as Call;
  return Object.assign(state, { call });
}

const owner = (name: string, holder = name) => ({
  name,
  holder,
  connectionScoped: false,
});

test("a running task and its params count towards the client's quota", () => {
  const quota = new RunningTaskQuota(2);
  const state = createCall();
  const params = { a: "x" };
  const { length } = JSON.stringify(params);
  const ends = [1, 2].map(() =>
    quota.reserve(owner("ann"), params, state.call),
  );
  assert.is(state.kept, 2 * length);
  const more = () => quota.reserve(owner("ann"), {}, state.call);
  assert.is(getRefusal(more), REFUSED);
  assert.is(state.kept, 2 * length);
  ends[0]?.();
  assert.is(state.kept, length);
  more()();
  ends[1]?.();
  assert.is(state.kept, 0);
});

test("a task whose params exceed the quota is refused", () => {
  const quota = new RunningTaskQuota(1);
  const small = createCall(10);
  const large = () =>
    quota.reserve(owner("ann"), { a: "0123456789" }, small.call);
  assert.is(getRefusal(large), REFUSED);
  assert.is(small.kept, 0);
  quota.reserve(owner("ann"), {}, small.call);
});

test("the sessions of one address share the quota of running tasks", () => {
  const quota = new RunningTaskQuota(4);
  const { call } = createCall();
  const start = (name: string) =>
    getRefusal(() => quota.reserve(owner(name, "address"), {}, call));
  assert.equal(["a", "a", "a", "b", "b", "c"].map(start), [
    undefined,
    undefined,
    REFUSED,
    undefined,
    REFUSED,
    undefined,
  ]);
});

test("the server limits each client's rate of requests about tasks", () =>
  withStoppedClock(({ skip }) => {
    const rates = new OwnerRates({ burst: 2, perSecond: 1 });
    const count = (name: string) =>
      getRefusal(() => rates.count(owner("session", name)));
    assert.equal(["a", "a", "a", "b"].map(count), [
      undefined,
      undefined,
      REFUSED,
      undefined,
    ]);
    skip(1_000);
    assert.equal(["a", "a"].map(count), [undefined, REFUSED]);
    for (let n = 0; n < 9_998; n += 1) count(String(n));
    assert.is(count("a"), REFUSED);
    count("last");
    assert.is(count("a"), undefined);
  }));

test("removing a value from a SetMap twice has no further effect", () => {
  const map = new SetMap<string>();
  const removeOne = map.add("task", "one");
  const removeTwo = map.add("task", "two");
  removeOne();
  removeOne();
  assert.equal([...(map.get("task") ?? [])], ["two"]);
  removeTwo();
  assert.is(map.get("task"), undefined);
  map.add("task", "three");
  removeTwo();
  assert.equal([...(map.get("task") ?? [])], ["three"]);
});

test("when a connection ends, ConnectionScopedTasks removes the tasks of this connection", async () => {
  const removed: string[] = [];
  const scoped = new ConnectionScopedTasks((taskId) => removed.push(taskId));
  const ends: (() => void)[] = [];
  const connect = (): WatchedConnection =>
    ({
      done: new Promise<void>((resolve) => ends.push(resolve)),
    }) as unknown as WatchedConnection;
  const [one, two] = [connect(), connect()];
  for (const id of ["a", "b", "c"]) scoped.add(id, one);
  scoped.add("d", two);
  scoped.forget("b");
  scoped.forget("unknown");
  ends[0]?.();
  await one.done;
  assert.equal(removed, ["a", "c"]);
  scoped.add("e", one);
  await one.done;
  await Promise.resolve();
  assert.equal(removed, ["a", "c", "e"]);
});

const record = (
  taskId: string,
  name = "ann",
  more: Partial<TaskRecord> = {},
): TaskRecord => ({
  task: {
    taskId,
    status: "working",
    createdAt: "",
    lastUpdatedAt: "",
    ttl: null,
  },
  owner: name,
  method: "tools/call",
  ...more,
});

/**
 * Returns the number of characters that a task store counts for a running task.
 */
const lengthOf = (task: TaskRecord): number =>
  JSON.stringify(task).length + reserveForEnd(task);

test("a deleted task no longer counts towards the limits of the memory store", async () => {
  const length = lengthOf(record("1"));
  for (const limits of [
    { perOwner: 1 },
    { total: 2 },
    { maxLength: 2 * length },
  ]) {
    const store = memoryTasks(limits);
    const create = (id: string) =>
      getRefusal(() => store.create(record(id)) as void);
    assert.equal([create("1"), create("2")], [undefined, REFUSED]);
    await store.delete("unknown");
    assert.is(create("2"), REFUSED);
    await store.delete("1");
    await store.delete("1");
    assert.equal([create("2"), create("3")], [undefined, REFUSED]);
  }
});

test("a replaced task counts with its new length towards the limit of the memory store", async () => {
  const length = lengthOf(record("1"));
  const store = memoryTasks({ maxLength: 4 * length });
  let stored = record("1");
  const put = (text: string) =>
    getRefusal(() => {
      const next = record("1", "ann", { outcome: { result: { text } } });
      const isReplaced = store.replace(next, stored) as boolean;
      if (isReplaced) stored = next;
      return isReplaced;
    });
  await store.create(stored);
  assert.is(put("x".repeat(length / 2)), undefined);
  assert.is(put("x".repeat(2 * length)), REFUSED);
  assert.is(put(""), undefined);
  const other = record("2", "eve");
  await store.create(other);
  assert.is(await store.replace(other, record("2", "eve")), false);
  assert.is(await store.replace(record("3"), record("3")), false);
});

test("the memory store's limit applies to all tasks of a client, even from several sessions", async () => {
  const store = memoryTasks({ perOwner: 4 });
  const create = (id: string, name: string) =>
    getRefusal(
      () => store.create(record(id, name, { holder: "address" })) as void,
    );
  assert.equal(
    [create("1", "a"), create("2", "a"), create("3", "a"), create("4", "b")],
    [undefined, undefined, REFUSED, undefined],
  );
  const page = await store.list("a", undefined, 10);
  assert.equal(
    page.records.map(({ task }) => task.taskId),
    ["1", "2"],
  );
  await store.delete("1");
  await store.delete("2");
  assert.equal(await store.list("a", undefined, 10), {
    records: [],
    nextCursor: undefined,
  });
});

for (const limits of [
  { total: 4 },
  { maxLength: 6 * lengthOf(record("1", "a", { holder: "address" })) },
])
  test(`each session of an address may use half of what the other sessions leave free within its limit: ${Object.keys(limits).join()}`, async () => {
    const store = memoryTasks(limits);
    const create = (id: string, name: string) =>
      getRefusal(
        () => store.create(record(id, name, { holder: "address" })) as void,
      );
    for (let count = 0; count < 3; count += 1) {
      assert.equal(
        [create("1", "a"), create("2", "a"), create("3", "b")],
        [undefined, REFUSED, undefined],
      );
      await store.delete("1");
      await store.delete("3");
    }
  });

test("a task of a client above its share may be replaced by a shorter task", async () => {
  const build = (length: number) =>
    record("1", "ann", { outcome: { result: { text: "x".repeat(length) } } });
  const [long, shorter] = [build(500), build(499)];
  const store = memoryTasks({ maxLength: 2 * lengthOf(long) });
  await store.create(long);
  await store.create(record("2", "eve"));
  assert.is(await store.replace(shorter, long), true);
});

test.run();
