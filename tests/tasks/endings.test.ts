/** Tasks whose time or connection ends: what is left of them, and what if the store fails. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { memoryTasks } from "../../templates/runtime/tasks/store.js";
import type { TaskStore } from "../../templates/runtime/tasks/store.js";
import { later, settled, taskServer, taskTools, TestClock } from "./support.js";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

const test = suite("tasks: how they end");

/** A store that rejects everything from a point on. */
function failing(): TaskStore & { broken: boolean } {
  const store = memoryTasks();
  const own = {
    ...store,
    broken: false,
    get: async (taskId: string) => {
      if (own.broken) throw new Error("no answer");
      return store.get(taskId);
    },
    delete: async (taskId: string) => {
      if (own.broken) throw new Error("no space");
      return store.delete(taskId);
    },
  };
  return own;
}

/** A tool that never ends by itself, and the reason why it was ended. */
function stuck() {
  const stopped = later<string>();
  const tools = taskTools({
    t: (_args, { signal }) => {
      signal.addEventListener("abort", () =>
        stopped.resolve((signal.reason as Error).message),
      );
      return new Promise(() => {});
    },
  });
  return { tools, stopped: stopped.promise };
}

test("a store that fails when a task's time is over: it is stopped, the error told", async () => {
  const clock = new TestClock();
  const store = failing();
  const { tools, stopped } = stuck();
  const peer = taskServer(tools, { clock, store });
  const { taskId } = await peer.task("t", { ttl: 1_000 });
  await settled();
  const waiting = peer.ask("tasks/result", { taskId });
  await settled();
  store.broken = true;
  await clock.pass(1_000);
  assert.is(await stopped, "The task has ended");
  assert.is((await waiting).error?.code, -32603);
  assert.equal(peer.errors.sort(), ["no answer", "no space"]);
});

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
