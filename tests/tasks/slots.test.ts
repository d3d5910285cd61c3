/** Tasks that were never made do not count among those that run. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { memoryTasks } from "../../templates/runtime/tasks/store.js";
import { settled, taskServer, taskTools } from "./support.js";

const test = suite("tasks: slots");

test("a store that fails takes no slot", async () => {
  const store = memoryTasks();
  let full = true;
  const create: typeof store.create = (record) => {
    if (full) throw new Error("full");
    return store.create(record);
  };
  const peer = taskServer(taskTools({ t: () => new Promise(() => {}) }), {
    maxRunning: 2,
    store: { ...store, create },
  });
  const params = { name: "t", task: {} };
  for (let tries = 0; tries < 3; tries += 1)
    assert.is((await peer.ask("tools/call", params)).error?.code, -32603);
  full = false;
  for (const code of [undefined, undefined, 429])
    assert.is((await peer.ask("tools/call", params)).error?.code, code);
});

test("a task that ended gives its slot back", async () => {
  const tools = taskTools({
    good: () => "x",
    bad: () => Promise.reject(new Error("no")),
  });
  const peer = taskServer(tools, { maxRunning: 1 });
  for (const name of ["good", "bad", "good"]) {
    assert.ok((await peer.ask("tools/call", { name, task: {} })).result, name);
    await settled();
  }
});

test.run();
