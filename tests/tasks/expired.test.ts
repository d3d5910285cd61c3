/** A task whose time is over is gone, also where no timer has run for it. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { memoryTasks } from "../../templates/runtime/tasks/store.js";
import { taskServer, taskTools, TestClock } from "./support.js";

const test = suite("tasks: expired");

for (const [method, code] of [
  ["tasks/get", -32602],
  ["tasks/result", -32602],
  ["tasks/cancel", -32602],
] as const)
  test(`${method} finds none, and drops it`, async () => {
    const clock = new TestClock();
    const store = memoryTasks();
    const events: unknown[] = [];
    const peer = taskServer(taskTools({ t: () => new Promise(() => {}) }), {
      clock,
      store,
      onEvent: ({ kind, taskId: id }) => void events.push([kind, id]),
    });
    const { taskId } = await peer.task("t", { ttl: 1_000 });
    clock.time += 999;
    assert.is((await peer.get(taskId)).status, "working");
    clock.time += 1;
    const { error } = await peer.ask(method, { taskId });
    assert.is(error?.code, code);
    assert.is(await store.get(taskId), undefined);
    assert.equal(events, [
      ["created", taskId],
      ["expired", taskId],
      ["missed", taskId],
    ]);
  });

test("a list has none", async () => {
  const clock = new TestClock();
  const tools = taskTools({ t: () => new Promise(() => {}) });
  const peer = taskServer(tools, { clock });
  await peer.task("t", { ttl: 1_000 });
  const lasting = await peer.task("t", { ttl: 2_000 });
  clock.time += 1_000;
  const { result } = await peer.ask("tasks/list");
  assert.equal(result, { tasks: [lasting] });
});

test.run();
