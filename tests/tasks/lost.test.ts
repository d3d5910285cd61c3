/** Tasks whose outcome cannot be kept, or whose events cannot be told. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { memoryTasks } from "../../templates/runtime/tasks/store.js";
import type { TaskStore } from "../../templates/runtime/tasks/store.js";
import type { TaskRecord } from "../../templates/runtime/tasks/task.js";
import { later, settled, taskServer, taskTools } from "./support.js";

const test = suite("tasks: what gets lost");
const INTERNAL = { code: -32603, message: "Internal error" };

/** A store that keeps no record that `refuses` is true for. */
function choosy(refuses: (record: TaskRecord) => boolean): TaskStore {
  const store = memoryTasks();
  return {
    ...store,
    async replace(record, from) {
      if (refuses(record)) throw new Error("too large");
      return store.replace(record, from);
    },
  };
}

test("an outcome that the store does not take: the task has failed, who waits is told", async () => {
  const end = later<string>();
  const store = choosy(({ outcome = {} }) => "result" in outcome);
  const peer = taskServer(taskTools({ t: () => end.promise }), { store });
  const { taskId } = await peer.task("t");
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
    const end = later<string>();
    const peer = taskServer(taskTools({ t: () => end.promise }), { onEvent });
    const { taskId } = await peer.task("t");
    const waiting = peer.ask("tasks/result", { taskId });
    await settled();
    end.resolve("x");
    assert.ok((await waiting).result);
    await settled();
    // Created, changed, retrieved.
    assert.equal(peer.errors, Array(3).fill("log is full"));
  });
}

test.run();
