/** Tasks that end badly: their time is over, or a store or hook fails. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { memoryTasks } from "../../templates/runtime/tasks/store.js";
import type { TaskStore } from "../../templates/runtime/tasks/store.js";
import {
  later,
  settled,
  started,
  taskServer,
  taskTools,
  TestClock,
  type Tool,
} from "./support.js";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

const test = suite("tasks: how they end");
const INTERNAL = { code: -32603, message: "Internal error" };

test("a store that fails when a task's time is over: it is stopped, the error told", async () => {
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
  const stopped = later<string>();
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

test("an outcome that the store does not take: the task has failed, who waits is told", async () => {
  const end = later<string>();
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
});

const fail = (): never => {
  throw new Error("log is full");
};

for (const [how, onEvent] of [
  ["throws", fail],
  ["rejects", async () => fail()],
] as const) {
  test(`an onEvent that ${how} is reported, and the task goes on`, async () => {
    const { peer, taskId } = await started(() => "x", { onEvent });
    assert.ok((await peer.ask("tasks/result", { taskId })).result);
    await settled();
    // Created, changed, retrieved.
    assert.equal(peer.errors, Array(3).fill("log is full"));
  });
}

test("nothing of a request is kept once its task is gone", async () => {
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
  assert.not(kept.some((one) => one.deref()));
});

test.run();
