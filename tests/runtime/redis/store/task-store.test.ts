/** Tests of the task store of one process, with a simulated Redis. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ClusterNode } from "../../../../runtime/redis/cluster-node.js";
import {
  FORGET_STEP,
  KEEP_TASK_STEP,
  NAMES_STEP,
  READ_TASKS_STEP,
  WEIGH_TASK_STEP,
} from "../../../../runtime/redis/store/task-scripts.js";
import { redisTasks } from "../../../../runtime/redis/tasks.js";
import {
  fakeStore,
  type ScriptRun,
} from "../../../harness/redis/fake-store.js";

const test = suite("redis: task store");

/** Task store of one process whose Redis commands `answer` answers. */
function createStore(answer: (run: ScriptRun) => unknown) {
  const fake = fakeStore(answer);
  const node = new ClusterNode(fake.store, 5_000);
  Object.assign(node, { ready: () => undefined });
  return { ...fake, node, tasks: redisTasks({ node } as never) };
}

const WORKING = { status: "working", createdAt: "2020", ttl: 1_000 };
const buildRecord = (taskId: string, more: object = {}) => ({
  task: { taskId, ...WORKING },
  owner: "ann",
  method: "tools/call",
  ...more,
});

test("deleting a task rejects if the store cannot remove the task from its owner's list", async () => {
  const { tasks: store } = createStore(({ script }) => {
    if (script === FORGET_STEP) throw new Error("ERR no memory");
    return ["ann", "at"];
  });
  const deleted = store.delete(crypto.randomUUID());
  const outcome = await Promise.resolve(deleted).then(() => "deleted", String);
  assert.is(outcome, "StoreError: ERR no memory");
});

test("a task whose record cannot be stored does not count towards the limits", async () => {
  const { tasks: store, runs } = createStore(({ script }) => {
    if (script === KEEP_TASK_STEP) throw new Error("ERR no memory");
    return 1;
  });
  const taskId = crypto.randomUUID();
  const created = store.create(buildRecord(taskId) as never);
  const outcome = await Promise.resolve(created).then(() => "created", String);
  assert.is(outcome, "StoreError: ERR no memory");
  const { script, args } = runs.at(-1) ?? {};
  assert.is(script, FORGET_STEP);
  assert.equal(args, [`2020 ${taskId}`, taskId]);
});

test("a process that has lost its lease does not mark its own running tasks as failed", async () => {
  const taskId = crypto.randomUUID();
  const { tasks: store, node } = createStore(({ script }) =>
    script === READ_TASKS_STEP
      ? [JSON.stringify(buildRecord(taskId, { by: node.name }))]
      : 0,
  );
  assert.is((await store.get(taskId))?.task.status, "working");
});

test("a task that ends while its process is found to have ended keeps its result", async () => {
  const taskId = crypto.randomUUID();
  const completed = { taskId, ...WORKING, status: "completed" };
  const { tasks: store, runs } = createStore(({ script }) => {
    if (script === WEIGH_TASK_STEP) return 1;
    if (script !== READ_TASKS_STEP) return 0;
    const isFirst = runs.length === 1;
    const record = buildRecord(taskId, { by: "bbbbbbbbbbbb" });
    return [JSON.stringify(isFirst ? record : { ...record, task: completed })];
  });
  assert.is((await store.get(taskId))?.task.status, "completed");
});

test("each task store of a process receives only the changes of other processes", () => {
  const { tasks: store, node } = createStore(() => 1);
  const changes: string[] = [];
  store.watch?.((taskId) => changes.push(`one ${taskId}`));
  store.watch?.((taskId) => changes.push(`two ${taskId}`));
  for (const p of [node.name, "bbbbbbbbbbbb"])
    node.on["task"]?.({ t: "task", p, i: `of ${p}` });
  assert.equal(changes, ["one of bbbbbbbbbbbb", "two of bbbbbbbbbbbb"]);
});

test("tasks are listed in the order of their creation", async () => {
  const ids = [crypto.randomUUID(), crypto.randomUUID()];
  const names = [`2021 ${ids[1]}`, `2020 ${ids[0]}`];
  const { tasks: store } = createStore(({ script, keys }) =>
    script === NAMES_STEP
      ? names
      : keys.map((key) =>
          JSON.stringify({
            ...buildRecord(/t:([^}]+)/.exec(key)?.[1] ?? ""),
            task: { ...WORKING, taskId: key, status: "failed" },
          }),
        ),
  );
  const { records } = await store.list("ann", undefined, 10);
  assert.equal(
    records.map(({ task }) => task.taskId),
    ids.map((id) => `mcp:{t:${id}}`),
  );
});

for (const [isCluster, sizes, client] of [
  [true, Array(101).fill(1), "ann"],
  [false, [100, 1], "holder"],
] as const)
  test(`${isCluster ? "in a Redis cluster, each script reads and counts the tasks of one owner" : "one script reads up to 100 tasks"}`, async () => {
    const {
      tasks: store,
      store: redisStore,
      runs,
      prepare,
    } = createStore(({ script }) => (script === READ_TASKS_STEP ? [] : 1));
    await prepare(READ_TASKS_STEP);
    if (!isCluster) await redisStore.findSlots();
    const taskId = crypto.randomUUID();
    await Promise.all(Array.from({ length: 101 }, () => store.get(taskId)));
    const reads = runs.filter(({ script }) => script === READ_TASKS_STEP);
    assert.equal(
      reads.map(({ keys }) => keys.length),
      sizes,
    );
    await store.create(buildRecord(taskId, { holder: "holder" }) as never);
    const [created, kept] = runs.slice(reads.length);
    const [, , , , holder, owner, bytes] = created?.args ?? [];
    assert.equal([holder, owner], [client, "ann"]);
    // A running task also counts the bytes of its later outcome.
    assert.is(Number(bytes), Buffer.byteLength(kept?.args[0] ?? "") + 300);
  });

test.run();
