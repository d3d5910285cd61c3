/**
 * Tests of the default limits of tasks. Each test reaches a limit and then
 * exceeds the limit by one.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { memoryTasks } from "../../../runtime/tasks/store.js";
import {
  settled,
  stuck,
  taskServer,
  taskTools,
} from "../../harness/tasks/receiver.js";
import type { TaskRecord } from "../../../runtime/tasks/task.js";

const test = suite("tasks: default limits");

const long = (length: number): string => "x".repeat(length);

/** Creates a task record whose JSON has `length` characters. */
function task(taskId: string, owner: string, length = 0): TaskRecord {
  const times = { createdAt: "", lastUpdatedAt: "", ttl: null };
  const of = (statusMessage: string): TaskRecord => ({
    task: { taskId, status: "working", statusMessage, ...times },
    owner,
    method: "m",
  });
  const { length: least } = JSON.stringify(of(""));
  return of(long(Math.max(0, length - least)));
}

test("memoryTasks: stores at most 1,000 tasks per owner and 10,000 tasks in total", () => {
  const store = memoryTasks();
  const created = (owner: string, most: number): number => {
    for (let count = 0; count < most; count += 1) {
      try {
        void store.create(task(`${owner}${count}`, owner));
      } catch {
        return count;
      }
    }
    return most;
  };
  for (let owner = 0; owner < 9; owner += 1)
    assert.is(created(`o${owner}`, 2_000), 1_000);
  // An owner may use at most half of the capacity that other owners leave free.
  // The nine other owners leave space for 1,000 tasks, so `ann` can store 500.
  assert.is(created("ann", 2_000), 500);
  // If the store is empty, an owner may use half of its 64 Mi characters. 300
  // of these characters are reserved for recording the end of the task.
  const most = 2 ** 25 - 300;
  void memoryTasks().create(task("1", "eve", most));
  assert.throws(() => memoryTasks().create(task("1", "eve", most + 1)));
});

test("core tasks: an owner may have at most 100 running tasks", async () => {
  const { now } = performance;
  performance.now = () => 0;
  try {
    const peer = taskServer(taskTools({ t: stuck }), {});
    const codeOf = async (method: string, params: object) =>
      (await peer.ask(method, params)).error?.code;
    const call = { name: "t", task: {} };
    for (let left = 100; left > 0; left -= 1)
      assert.is(await codeOf("tools/call", call), undefined);
    assert.is(await codeOf("tools/call", call), 429);
    const about = { taskId: "none" };
    for (let left = 9_899; left > 0; left -= 1)
      await codeOf("tasks/get", about);
    assert.is(await codeOf("tasks/get", about), 429);
  } finally {
    performance.now = now;
  }
});

test("core tasks: a task is stored for one hour by default, and for one day at most", async () => {
  const peer = taskServer(taskTools({ t: () => "x" }), {});
  for (const [task, kept] of [
    [{}, 3_600_000],
    [{ ttl: 86_400_000 }, 86_400_000],
    [{ ttl: 86_400_001 }, 86_400_000],
  ] as const) {
    const { result } = await peer.ask("tools/call", { name: "t", task });
    assert.is((result as { task: { ttl: number } }).task.ttl, kept);
  }
});

test("core tasks: a status message has at most 1,000 characters", async () => {
  for (const [length, said] of [
    [990, `t failed: ${long(990)}`],
    [991, `t failed: ${long(990)}…`],
  ] as const) {
    const fails = (): never => {
      throw new Error(long(length));
    };
    const peer = taskServer(taskTools({ t: fails }), {});
    const { taskId } = await peer.task("t");
    await settled();
    assert.is((await peer.get(taskId)).statusMessage, said);
  }
});

test.run();
