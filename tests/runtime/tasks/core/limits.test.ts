/** Tests of the owners, lifetimes and limits of core tasks. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { Random } from "../../../../generator/emit/corpus/random.js";
import { systemClock } from "../../../../runtime/tasks/clock.js";
import { memoryTasks } from "../../../../runtime/tasks/store.js";

import {
  defer,
  settled,
  slowStore,
  started,
  stuck,
  taskServer,
  taskTools,
  TestClock,
  type Peer,
} from "../../../harness/tasks/receiver.js";
import { requirement } from "../../../harness/run/requirement.js";
import { waitUntil } from "../../../harness/run/time-limit.js";

const test = suite("core tasks: owners and limits");

const as = (subject: string): { origin: { auth: { subject: string } } } => ({
  origin: { auth: { subject } },
});

const QUICK = taskTools({ t: () => "x" });

const NOT_FOUND = {
  code: -32602,
  message: "The task does not exist or has expired",
};

const METHODS = ["tasks/get", "tasks/result", "tasks/cancel"];

/**
 * Asserts that every request about a task fails because the task is not found.
 */
async function assertNotFound(peer: Peer, taskId: unknown): Promise<void> {
  for (const method of METHODS)
    assert.equal((await peer.ask(method, { taskId })).error, NOT_FOUND);
}

test("core tasks: without authentication, a task ends with the connection that created the task", async () => {
  const stopped = defer();
  const tools = taskTools({
    t: (_args, { signal }) => {
      signal.addEventListener("abort", () => stopped.resolve());
      return new Promise(() => {});
    },
  });
  const store = memoryTasks();
  const [first, other] = taskServer.two(tools, { store });
  const { taskId } = await first.task("t");
  await settled();
  await assertNotFound(other, taskId);
  first.close();
  await stopped.promise;
  assert.is(await store.get(taskId), undefined);
});

test("core tasks: the owner callback decides which clients can access a task", async () => {
  const owner = ({ auth }: { auth: unknown }): string =>
    (auth as { tenant: string }).tenant;
  const tenant = (name: string): object => ({
    origin: { auth: { tenant: name } },
  });
  const [a, b] = taskServer.two(QUICK, { owner }, tenant("x"), tenant("y"));
  const { taskId } = await a.task("t");
  assert.ok(await a.get(taskId));
  await assertNotFound(b, taskId);
});

test("core tasks: without the callback `owner`, a client whose token has no subject cannot start a task", async () => {
  const peer = taskServer(QUICK, {}, { origin: { auth: { tenant: "x" } } });
  const { error } = await peer.ask("tools/call", { name: "t", task: {} });
  assert.is(error?.code, -32603);
  assert.match(peer.errors.join(), "set the option `owner` of tasks()");
});

requirement("c1538196ac99");
test('core tasks: with the option owner "anyone", every client finds a task by its id, and tasks/list is an unknown method', async () => {
  const [first, other] = taskServer.two(QUICK, { owner: "anyone" });
  const { taskId } = await first.task("t");
  first.close();
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
  requirement("d4e1ee0ed889");
  test(`core tasks: a request with the task params ${JSON.stringify(asked)} gets a task with the ttl ${kept}`, async () => {
    const clock = new TestClock();
    const peer = taskServer(QUICK, { ttl: 500, maxTtl: 1_000, clock });
    assert.is((await peer.task("t", asked)).ttl, kept);
  });
}

test("core tasks: another process with the same store can cancel a task", async () => {
  const store = slowStore(memoryTasks());
  const clock = new TestClock();
  const end = defer<string>();
  const tools = taskTools({ t: () => end.promise });
  const runner = taskServer(tools, { store, clock }, as("ann"));
  const other = taskServer(tools, { store, clock }, as("ann"));
  const { taskId } = await runner.task("t");
  const second = await runner.task("t");
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
  assert.is((await runner.get(second.taskId)).status, "cancelled");
});

test("system clock: a timer calls back once, and never after it was cancelled", async () => {
  const called: number[] = [];
  systemClock.after(1, () => called.push(1));
  systemClock.after(1, () => called.push(2))();
  await waitUntil("a timer calls back", () => called.length > 0);
  assert.equal(called, [1]);
});

test("system clock: a delay above the maximum of setTimeout is split into several timers", () => {
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

requirement("4b2135eb3e28 0a71b5b1c8f9");
test("core tasks: an id that differs slightly from a task's id finds no task", async () => {
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
  for (const id of ids) await assertNotFound(peer, id);
  assert.is((await peer.get(taskId)).status, "working");
});

test.run();
