/**
 * Tests of task records. The tests replace the clock and move it forward
 * themselves.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { TaskRecords, type TaskEvent } from "../../../runtime/tasks/records.js";
import { changeRecord, memoryTasks } from "../../../runtime/tasks/store.js";
import type { TaskRecord } from "../../../runtime/tasks/task.js";
import type { Owner } from "../../../runtime/tasks/owner.js";

const test = suite("tasks: records");

type Create = Parameters<TaskRecords["create"]>;

const CALL = {
  method: "tools/call",
  endpoint: { report: assert.unreachable },
} as unknown as Create[1];
const ANN: Owner = { name: "ann", holder: "ann", connectionScoped: false };
const EVE: Owner = { name: "eve", holder: "10.0.0.1", connectionScoped: true };

function createRecords() {
  let time = 0;
  const timers = new Set<() => void>();
  const events: string[] = [];
  const changes: string[] = [];
  const store = memoryTasks();
  const records = new TaskRecords({
    store,
    clock: {
      now: () => time,
      after: (_delay, callback) => {
        timers.add(callback);
        return () => timers.delete(callback);
      },
    },
    onEvent: ({ kind, owner, status }: TaskEvent) =>
      events.push(`${kind} ${owner} ${status}`),
    onChange: (_taskId, task) => changes.push(task?.status ?? "removed"),
  });
  /** Moves the clock without calling the timers. */
  const wait = (milliseconds: number): void => void (time += milliseconds);
  return { records, store, timers, events, changes, wait };
}

test("a task without a lifetime starts no timer", async () => {
  const { records, timers, wait } = createRecords();
  const { taskId } = await records.create(ANN, CALL, null, 500);
  wait(1e12);
  assert.is((await records.find(taskId, ANN)).task.taskId, taskId);
  assert.is((await records.list(ANN, undefined, 10)).tasks.length, 1);
  assert.is(timers.size, 0);
});

test("a task that the store refuses starts no timer", async () => {
  const { records, store, timers, events } = createRecords();
  store.create = () => Promise.reject(new Error("full"));
  const created = records.create(ANN, CALL, 1_000, 500);
  assert.is(await created.then(() => "created", String), "Error: full");
  assert.equal([timers.size, events], [0, []]);
});

test("a task cannot be found after its lifetime, even if its timer is late", async () => {
  const { records, store, timers, events, changes, wait } = createRecords();
  const { taskId } = await records.create(ANN, CALL, 1_000, 500);
  wait(999);
  await records.find(taskId, ANN);
  assert.is((await records.list(ANN, undefined, 10)).tasks.length, 1);
  wait(1);
  assert.equal((await records.list(ANN, undefined, 10)).tasks, []);
  let code = 0;
  await records
    .find(taskId, ANN)
    .catch((error: { code: number }) => void ({ code } = error));
  assert.is(code, -32602);
  assert.is(await store.get(taskId), undefined);
  assert.is(timers.size, 0);
  assert.equal(changes, ["removed"]);
  assert.equal(events, [
    "created ann working",
    "expired ann working",
    "missed ann undefined",
  ]);
});

test("the timer removes an expired task from the store", async () => {
  const { records, store, timers, events, wait } = createRecords();
  const { taskId } = await records.create(ANN, CALL, 1_000, 500);
  wait(1_000);
  for (const timer of timers) timer();
  // The removal is asynchronous: wait until the promises of the store have
  // settled.
  await new Promise(setImmediate);
  assert.is(await store.get(taskId), undefined);
  assert.equal(events, ["created ann working", "expired ann working"]);
});

test("a task record has the member `holder` only if the holder differs from the owner", async () => {
  const { records, store } = createRecords();
  const holders = [];
  for (const owner of [ANN, EVE]) {
    const { taskId } = await records.create(owner, CALL, null, 500);
    holders.push((await store.get(taskId))?.holder);
  }
  assert.equal(holders, [undefined, "10.0.0.1"]);
});

test("a lookup of a task id with another owner finds no task", async () => {
  const { records, events } = createRecords();
  const { taskId } = await records.create(ANN, CALL, null, 500);
  let message = "";
  await records
    .find(taskId, EVE)
    .catch((error: Error) => void ({ message } = error));
  assert.is(message, "The task does not exist or has expired");
  assert.equal(events, ["created ann working", "missed eve undefined"]);
});

test("TaskRecords.move shortens a status message of more than 1,000 characters", async () => {
  const { records, wait } = createRecords();
  const { taskId, createdAt } = await records.create(ANN, CALL, null, 500);
  wait(5);
  const first = await records.move(taskId, "working", "x".repeat(1_000));
  assert.is(first?.statusMessage, "x".repeat(1_000));
  const second = await records.move(taskId, "working", "y".repeat(1_001));
  assert.is(second?.statusMessage, `${"y".repeat(1_000)}…`);
  assert.is(second?.createdAt, createdAt);
  assert.is(second?.lastUpdatedAt, new Date(5).toISOString());
  assert.is(await records.move(taskId, "working"), undefined);
  const third = await records.move(taskId, "completed");
  assert.not.ok(third && "statusMessage" in third);
  assert.is(await records.move(taskId, "working", "late"), undefined);
});

/** Returns the record of a running task with a status message. */
const recordOf = (statusMessage: string): TaskRecord => ({
  task: {
    taskId: "1",
    status: "working",
    statusMessage,
    createdAt: "",
    lastUpdatedAt: "",
    ttl: null,
  },
  owner: "ann",
  method: "tools/call",
});

test("if a task record changes between read and write, the record is read again", async () => {
  const store = memoryTasks();
  const first = recordOf("first");
  await store.create(first);
  const seen: (string | undefined)[] = [];
  const changed = await changeRecord(
    store,
    async () => store.get("1"),
    (record) => {
      seen.push(record.task.statusMessage);
      if (seen.length === 1) void store.replace(recordOf("other"), record);
      return recordOf("mine");
    },
  );
  assert.equal(seen, ["first", "other"]);
  assert.is(changed?.before.task.statusMessage, "other");
  assert.is((await store.get("1"))?.task.statusMessage, "mine");
});

test("changing a task record fails after 100 refused attempts to replace the record", async () => {
  let reads = 0;
  const read = async (): Promise<TaskRecord> => recordOf(String((reads += 1)));
  const store = { ...memoryTasks(), replace: () => false };
  const changing = changeRecord(store, read, (record) => record);
  const problem = await changing.catch(({ message }: Error) => message);
  assert.is(problem, "The task store did not replace the record of a task");
  assert.is(reads, 100);
});

test.run();
