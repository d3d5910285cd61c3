/** Tests of how a running task polls its store for answers of the client. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { StoredInputs } from "../../../../runtime/tasks/extension/stored-inputs.js";
import { memoryTasks } from "../../../../runtime/tasks/store.js";
import { TestClock } from "../../../harness/tasks/receiver.js";
import type { ExtensionTaskRun } from "../../../../runtime/tasks/extension/run.js";

const test = suite("tasks extension: stored inputs");

/** Creates a task with an open input request in a store. */
async function ask(shared: boolean) {
  const clock = new TestClock();
  const store = memoryTasks();
  const task = { taskId: "t", status: "working", ttl: null };
  await store.create({ task, owner: "ann", method: "m" } as never);
  const options = { clock, store, shared, pollInterval: 10 };
  const inputs = new StoredInputs(options as never, assert.unreachable);
  const run = {
    taskId: "t",
    needsInput: true,
    reads: 0,
    answer: () => Promise.resolve(void (run.reads += 1)),
  };
  const update = () =>
    inputs.store(run as unknown as ExtensionTaskRun, { a: { method: "m" } });
  await update();
  return { clock, run, update };
}

test("a task polls its shared store once per interval while it needs input", async () => {
  const { clock, run, update } = await ask(true);
  await update();
  assert.is(clock.waiting, 1);
  await clock.pass(10);
  await clock.pass(10);
  assert.is(run.reads, 2);
  run.needsInput = false;
  await clock.pass(10);
  assert.equal([run.reads, clock.waiting], [2, 0]);
});

test("a task does not poll a store that no other process shares", async () => {
  const { clock } = await ask(false);
  assert.is(clock.waiting, 0);
});

test.run();
