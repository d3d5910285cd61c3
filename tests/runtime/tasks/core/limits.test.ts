/** Whose tasks are, how long they live, and how many there may be. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { Random } from "../../../../generator/emit/corpus/random.js";
import { systemClock } from "../../../../runtime/tasks/clock.js";
import { memoryTasks } from "../../../../runtime/tasks/store.js";
import type { TaskStore } from "../../../../runtime/tasks/store.js";

import {
  codes,
  later,
  settled,
  started,
  stuck,
  taskServer,
  taskTools,
  TestClock,
  type Peer,
} from "../../../harness/tasks/receiver.js";

const test = suite("tasks: owners and limits");

const as = (subject: string): { origin: { auth: { subject: string } } } => ({
  origin: { auth: { subject } },
});

const QUICK = taskTools({ t: () => "x" });
const STUCK = taskTools({ t: stuck });
const TASK = { name: "t", task: {} };

const NOBODY = {
  code: -32602,
  message: "There is no such task, or it has expired",
};

const ABOUT = ["tasks/get", "tasks/result", "tasks/cancel"];

/** No request about a task finds it. */
async function hasNone(peer: Peer, taskId: unknown): Promise<void> {
  for (const method of ABOUT)
    assert.equal((await peer.ask(method, { taskId })).error, NOBODY);
}

test("another principal cannot see, wait for or cancel a task", async () => {
  const [ann, bob] = taskServer.two(STUCK, {}, as("ann"), as("bob"));
  const task = await ann.task("t");
  await hasNone(bob, task.taskId);
  assert.equal((await bob.ask("tasks/list")).result, { tasks: [] });
  assert.equal((await ann.ask("tasks/list")).result, { tasks: [task] });
  assert.is((await ann.get(task.taskId)).status, "working");
});

test("without principals a task belongs to its connection, and ends with it", async () => {
  const stopped = later();
  const tools = taskTools({
    t: (_args, { signal }) => {
      signal.addEventListener("abort", () => stopped.resolve());
      return new Promise(() => {});
    },
  });
  const store = memoryTasks();
  const [one, other] = taskServer.two(tools, { store });
  const { taskId } = await one.task("t");
  await settled();
  await hasNone(other, taskId);
  one.close();
  await stopped.promise;
  assert.is(await store.get(taskId), undefined);
});

test("an owner of the server's own choice", async () => {
  const owner = ({ auth }: { auth: unknown }): string =>
    (auth as { tenant: string }).tenant;
  const tenant = (name: string): object => ({
    origin: { auth: { tenant: name } },
  });
  const [a, b] = taskServer.two(QUICK, { owner }, tenant("x"), tenant("y"));
  const { taskId } = await a.task("t");
  assert.ok(await a.get(taskId));
  await hasNone(b, taskId);
});

test("a sender without a subject has no tasks, until an owner is named", async () => {
  const peer = taskServer(QUICK, {}, { origin: { auth: { tenant: "x" } } });
  const { error } = await peer.ask("tools/call", { name: "t", task: {} });
  assert.is(error?.code, -32603);
  assert.match(peer.errors.join(), "name the owner in tasks({ owner })");
});

test("who cannot be told apart has tasks by their ids, and no tasks/list", async () => {
  const [one, other] = taskServer.two(QUICK, { owner: "anyone" });
  const { taskId } = await one.task("t");
  one.close();
  assert.ok(await other.get(taskId));
  assert.is((await other.ask("tasks/list")).error?.code, -32601);
});

for (const [asked, kept] of [
  [{}, 500],
  [{ ttl: 100 }, 100],
  [{ ttl: 1_000 }, 1_000],
  [{ ttl: 9_999 }, 1_000],
  [{ ttl: -5 }, 0],
] as const) {
  test(`a ttl of ${JSON.stringify(asked)} becomes ${kept}`, async () => {
    const clock = new TestClock();
    const peer = taskServer(QUICK, { ttl: 500, maxTtl: 1_000, clock });
    assert.is((await peer.task("t", asked)).ttl, kept);
  });
}

test("without a limit, the ttl of a task that asks for none is null", async () => {
  const clock = new TestClock();
  const settings = { ttl: Infinity, maxTtl: Infinity, clock };
  const peer = taskServer(QUICK, settings);
  const { taskId } = await peer.task("t");
  await clock.pass(1e12);
  assert.is((await peer.get(taskId)).ttl, null);
});

test("an expired task is gone, for everybody and everything, and its store is empty", async () => {
  const clock = new TestClock();
  const records = memoryTasks();
  const peer = taskServer(QUICK, { clock, store: records });
  const { taskId } = await peer.task("t", { ttl: 1_000 });
  await clock.pass(999);
  assert.ok(await peer.get(taskId));
  await clock.pass(1);
  assert.is(await records.get(taskId), undefined);
  await hasNone(peer, taskId);
  assert.equal((await peer.ask("tasks/list")).result, { tasks: [] });
  assert.is(clock.waiting, 0);
});

test("tasks that run at a time are limited for each owner", async () => {
  const settings = { maxRunning: 2 };
  const [ann, bob] = taskServer.two(STUCK, settings, as("ann"), as("bob"));
  const peers = [ann, ann, ann, bob];
  assert.equal(await codes(peers, "tools/call", TASK), [0, 0, 429, 0]);
});

test("tasks that are kept are limited for each owner, and in all", async () => {
  const clock = new TestClock();
  const store = memoryTasks({ perOwner: 2, total: 3 });
  const settings = { store, clock };
  const [ann, bob] = taskServer.two(QUICK, settings, as("ann"), as("bob"));
  const params = { name: "t", task: { ttl: 1_000 } };
  const peers = [ann, ann, ann, bob, bob];
  assert.equal(await codes(peers, "tools/call", params), [0, 0, 429, 0, 429]);
  await settled();
  await clock.pass(1_000);
  assert.equal(await codes([bob], "tools/call", params), [0]);
});

test("requests about tasks are limited for each owner", async () => {
  const rate = { burst: 3, perSecond: 0 };
  const [ann, bob] = taskServer.two(QUICK, { rate }, as("ann"), as("bob"));
  const found = await codes([ann, ann, ann, ann, bob], "tasks/get", {
    taskId: "?",
  });
  assert.equal(found, [-32602, -32602, -32602, 429, -32602]);
});

/** The memory store behind promises, as a database would be. */
function distant(store: TaskStore): TaskStore {
  const slow = async <T>(value: T | Promise<T>): Promise<T> => {
    await new Promise((resolve) => setImmediate(resolve));
    return value;
  };
  return {
    create: (record) => slow(store.create(record)),
    get: (taskId) => slow(store.get(taskId)),
    replace: (record, from) => slow(store.replace(record, from)),
    delete: (taskId) => slow(store.delete(taskId)),
    list: (...args) => slow(store.list(...args)),
  };
}

test("a store may be shared: another program sees the task, waits for it and cancels it", async () => {
  const store = distant(memoryTasks());
  const clock = new TestClock();
  const end = later<string>();
  const tools = taskTools({ t: () => end.promise });
  const one = taskServer(tools, { store, clock }, as("ann"));
  const other = taskServer(tools, { store, clock }, as("ann"));
  const { taskId } = await one.task("t");
  const second = await one.task("t");
  assert.is((await other.get(taskId)).status, "working");
  const { result } = await other.ask("tasks/cancel", { taskId: second.taskId });
  assert.is(result?.status, "cancelled");
  let given = false;
  const waiting = other.ask("tasks/result", { taskId });
  void waiting.then(() => (given = true));
  await settled();
  end.resolve("x");
  await settled();
  assert.not(given);
  await clock.pass(1_000);
  assert.ok((await waiting).result?.content);
  assert.is((await one.get(second.taskId)).status, "cancelled");
});

test("of two ends of one task, one alone counts", async () => {
  for (let round = 0; round < 20; round += 1) {
    const end = later<string>();
    const store = distant(memoryTasks());
    const { peer, taskId } = await started(() => end.promise, { store });
    await settled();
    if (round % 2) end.resolve("x");
    const cancel = peer.ask("tasks/cancel", { taskId });
    end.resolve("x");
    const cancelled = (await cancel).result !== undefined;
    await settled();
    const { status } = await peer.get(taskId);
    assert.is(status, cancelled ? "cancelled" : "completed");
  }
});

test("a life that is longer than a timer's is waited for in parts", () => {
  const { setTimeout: real } = globalThis;
  const waits: number[] = [];
  const early = (run: () => void, wait: number): object => {
    waits.push(wait);
    run();
    return {};
  };
  globalThis.setTimeout = early as unknown as typeof real;
  let ended = 0;
  systemClock.after(2 ** 31 + 4, () => (ended += 1));
  globalThis.setTimeout = real;
  assert.equal([waits, ended], [[2 ** 31 - 1, 5], 1]);
});

test("no id that was not given out finds a task", async () => {
  const { peer, taskId } = await started(stuck, {}, as("ann"));
  const random = new Random("ids of tasks");
  const ids: unknown[] = ["", "__proto__", "constructor", " ", "\0", "🙂"];
  ids.push(taskId.toUpperCase(), `${taskId} `, taskId.slice(1), `{${taskId}}`);
  for (let count = 0; count < 500; count += 1) {
    const at = random.below(taskId.length);
    const letter = random.pick([..."0123456789abcdef-"]);
    const id = taskId.slice(0, at) + letter + taskId.slice(at + 1);
    if (id !== taskId) ids.push(id);
  }
  for (const id of ids) await hasNone(peer, id);
  assert.is((await peer.get(taskId)).status, "working");
});

test.run();
