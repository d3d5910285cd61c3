/**
 * Tests of core tasks that expire, that no longer count as running, or whose
 * store or callback fails.
 */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { memoryTasks } from "../../../../runtime/tasks/store.js";
import type { TaskStore } from "../../../../runtime/tasks/store.js";
import {
  codes,
  defer,
  settled,
  started,
  stuck,
  taskServer,
  taskTools,
  TestClock,
  type Tool,
} from "../../../harness/tasks/receiver.js";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

const test = suite("core tasks: endings");
const STUCK = taskTools({ t: stuck });
const TASK = { name: "t", task: {} };
const INTERNAL = { code: -32603, message: "Internal error" };

test("core tasks: an expired task is aborted even if the store fails", async () => {
  const clock = new TestClock();
  const records = memoryTasks();
  let broken = false;
  const store: TaskStore = {
    ...records,
    get: async (taskId) => {
      if (broken) throw new Error("no answer");
      return records.get(taskId);
    },
    delete: async (taskId) => {
      if (broken) throw new Error("no space");
      return records.delete(taskId);
    },
  };
  const stopped = defer<string>();
  const tool: Tool = (_args, { signal }) =>
    new Promise(() =>
      signal.addEventListener("abort", () =>
        stopped.resolve((signal.reason as Error).message),
      ),
    );
  const peer = taskServer(taskTools({ t: tool }), { clock, store });
  const { taskId } = await peer.task("t", { ttl: 1_000 });
  await settled();
  const waiting = peer.ask("tasks/result", { taskId });
  await settled();
  broken = true;
  await clock.pass(1_000);
  assert.is(await stopped.promise, "The task has ended");
  assert.is((await waiting).error?.code, -32603);
  assert.equal(peer.errors.sort(), ["no answer", "no space"]);
});

test("core tasks: a task fails if the store rejects its outcome", async () => {
  const end = defer<string>();
  const records = memoryTasks();
  const store: TaskStore = {
    ...records,
    async replace(record, from) {
      const { outcome = {} } = record;
      if ("result" in outcome) throw new Error("too large");
      return records.replace(record, from);
    },
  };
  const { peer, taskId } = await started(() => end.promise, { store });
  const waiting = peer.ask("tasks/result", { taskId });
  await settled();
  end.resolve("x");
  assert.equal((await waiting).error, INTERNAL);
  const { status, statusMessage } = await peer.get(taskId);
  assert.equal([status, statusMessage], ["failed", INTERNAL.message]);
  assert.equal(peer.errors, ["too large"]);
  const method = "notifications/tasks/status";
  const last = peer.heard.findLast((message) => message.method === method);
  assert.is(last?.params?.status, "failed");
});

test("core tasks: tasks/result gets an error if the task record in the store contains no outcome", async () => {
  const records = memoryTasks();
  let broken = false;
  const store: TaskStore = {
    ...records,
    async get(taskId) {
      if (broken) throw new Error("no answer");
      const { outcome: _lost, ...record } = (await records.get(taskId)) ?? {};
      return record as Awaited<ReturnType<TaskStore["get"]>>;
    },
    async replace(record) {
      const stored = await records.get(record.task.taskId);
      return stored !== undefined && records.replace(record, stored);
    },
  };
  const { peer, taskId } = await started(() => "x", { store });
  await settled();
  const message = "The result of the task was lost";
  const { error } = await peer.ask("tasks/result", { taskId });
  assert.equal(error, { code: -32603, message });
  const end = defer<string>();
  const other = await started(() => end.promise, { store });
  await settled();
  broken = true;
  end.resolve("x");
  await settled();
  assert.equal(other.peer.errors, ["no answer", "no answer"]);
});

const fail = (): never => {
  throw new Error("log is full");
};

for (const [how, onEvent] of [
  ["throws", fail],
  ["rejects", async () => fail()],
] as const) {
  test(`core tasks: a task continues if its onEvent callback ${how}`, async () => {
    const { peer, taskId } = await started(() => "x", { onEvent });
    assert.ok((await peer.ask("tasks/result", { taskId })).result);
    await settled();
    // The onEvent callback fails for three events: created, changed and
    // retrieved.
    assert.equal(peer.errors, Array(3).fill("log is full"));
  });
}

for (const method of ["tasks/get", "tasks/result", "tasks/cancel"])
  test(`core tasks: ${method} removes an expired task even if its timer has not run`, async () => {
    const clock = new TestClock();
    const store = memoryTasks();
    const kinds: unknown[] = [];
    const onEvent = ({ kind }: { kind: string }) => void kinds.push(kind);
    const peer = taskServer(STUCK, { clock, store, onEvent });
    const { taskId } = await peer.task("t", { ttl: 1_000 });
    clock.time += 999;
    assert.is((await peer.get(taskId)).status, "working");
    clock.time += 1;
    assert.equal((await peer.ask("tasks/list")).result, { tasks: [] });
    assert.equal(await codes([peer], method, { taskId }), [-32602]);
    assert.is(await store.get(taskId), undefined);
    assert.equal(kinds, ["created", "expired", "missed"]);
  });

test("core tasks: a task that could not be created does not count as running", async () => {
  const store = memoryTasks();
  let full = true;
  const create: typeof store.create = (record) => {
    if (full) throw new Error("full");
    return store.create(record);
  };
  const settings = { maxRunning: 2, store: { ...store, create } };
  const peer = taskServer(STUCK, settings);
  const three = [peer, peer, peer];
  const failed = Array(3).fill(INTERNAL.code);
  assert.equal(await codes(three, "tools/call", TASK), failed);
  full = false;
  assert.equal(await codes(three, "tools/call", TASK), [0, 0, 429]);
});

test("core tasks: a task counts as running until the store has saved its final status", async () => {
  const records = memoryTasks();
  const stored = defer();
  const replace: TaskStore["replace"] = async (record, before) => {
    await stored.promise;
    return records.replace(record, before);
  };
  const settings = { maxRunning: 1, store: { ...records, replace } };
  const peer = taskServer(taskTools({ t: () => "x" }), settings);
  assert.equal(await codes([peer], "tools/call", TASK), [0]);
  await settled();
  assert.equal(await codes([peer], "tools/call", TASK), [429]);
  stored.resolve();
  await settled();
  assert.equal(await codes([peer], "tools/call", TASK), [0]);
});

test("core tasks: a task that has ended does not count as running", async () => {
  const bad = () => Promise.reject(new Error("no"));
  const tools = taskTools({ good: () => "x", bad });
  const peer = taskServer(tools, { maxRunning: 1 });
  for (const name of ["good", "bad", "good"]) {
    await peer.task(name);
    await settled();
  }
});

test("core tasks: a task that is cancelled before its handler starts does not count as running", async () => {
  let starts = 0;
  const tools = taskTools({ t: () => `start ${(starts += 1)}` });
  const peer = taskServer(tools, { maxRunning: 1 });
  const { taskId } = await peer.task("t");
  await peer.ask("tasks/cancel", { taskId });
  await settled();
  assert.is(starts, 0);
  assert.equal(await codes([peer], "tools/call", TASK), [0]);
});

test("core tasks: the arguments of a request can be garbage-collected once its task is removed", async () => {
  const clock = new TestClock();
  const kept: WeakRef<object>[] = [];
  const keep = (args: object) => kept.push(new WeakRef(args)) && "x";
  const peer = taskServer(taskTools({ t: keep }), { clock });
  for (let count = 0; count < 3; count++) {
    await peer.task("t", { ttl: 1_000 }, { arguments: { count } });
  }
  await settled();
  await clock.pass(1_000);
  collect();
  assert.is(kept.length, 3);
  assert.not(kept.some((args) => args.deref()));
});

test.run();
