/** What a receiver of tasks declares, and which requests run as tasks. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { asOne } from "../../templates/runtime/features/modules.js";
import { tasks } from "../../templates/runtime/tasks/tasks.js";
import type { Handlers } from "../../templates/runtime/lifecycle/lifecycle.js";
import { taskToolHandlers } from "../../templates/runtime/tasks/tools.js";
import { connect, HELLO } from "../runtime/support.js";
import { Peer, TASK_SERVER, taskServer, taskTools, text } from "./support.js";

const test = suite("tasks: what the receiver declares");

/** A peer of these handlers, and what the server declares to it. */
async function declared(handlers: Handlers) {
  const { wire, errors } = connect(TASK_SERVER, handlers);
  const peer = new Peer(wire, errors);
  const { result } = await peer.ask("initialize", HELLO.params);
  return { peer, capabilities: result?.capabilities };
}

const PLAIN = { "tools/call": () => text("plain") };
const TOOL = taskTools({ a: () => "a" });

test("declares tasks, list, cancel and the requests that it has handlers for", async () => {
  const all = { ...TOOL, ...(tasks() as Handlers) };
  assert.equal((await declared(all)).capabilities, {
    tools: { listChanged: true },
    tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } },
  });
});

test("a server without tools declares no requests, and one without tasks() no tasks", async () => {
  const bare = taskServer({}, {});
  assert.is((await bare.ask("tools/call", { name: "a" })).error?.code, -32601);
  assert.equal((await declared(PLAIN)).capabilities, { tools: {} });
});

test("without the capability for a request, its task metadata is ignored", async () => {
  const params = { name: "a", task: {} };
  for (const capabilities of [
    { tasks: { requests: false } },
    { tasks: { requests: { tools: false } } },
    { tasks: false },
  ]) {
    const peer = taskServer(TOOL, {}, { capabilities });
    const answer = await peer.ask("tools/call", params);
    assert.equal(answer.result, text("a"));
  }
  const { peer } = await declared(PLAIN);
  const answer = await peer.ask("tools/call", params);
  assert.equal(answer.result, text("plain"));
});

for (const part of ["list", "cancel"]) {
  test(`without the capability tasks.${part}, tasks/${part} is no method`, async () => {
    const capabilities = { tasks: { [part]: false } };
    const peer = taskServer(TOOL, {}, { capabilities });
    const { taskId } = await peer.task("a");
    const { error } = await peer.ask(`tasks/${part}`, { taskId });
    assert.is(error?.code, -32601);
  });
}

for (const [support, asked, outcome] of [
  [undefined, false, "result"],
  [undefined, true, "The tool t does not run as a task"],
  ["forbidden", false, "result"],
  ["forbidden", true, "The tool t does not run as a task"],
  ["optional", false, "result"],
  ["optional", true, "task"],
  ["required", false, "The tool t runs as a task only: ask for one"],
  ["required", true, "task"],
] as const) {
  test(`a tool with taskSupport ${support ?? "absent"}, ${asked ? "as a task" : "plain"}: ${outcome}`, async () => {
    const spec = { taskSupport: support, handler: () => "x" };
    const peer = taskServer(taskToolHandlers({ t: spec }) as never);
    const params = asked ? { name: "t", task: {} } : { name: "t" };
    const { result, error } = await peer.ask("tools/call", params);
    if (outcome === "result") assert.equal(result, text("x"));
    else if (outcome === "task") assert.ok(result?.task);
    else assert.equal(error, { code: -32601, message: outcome });
  });
}

test("a tool with taskSupport needs tasks(), and says so when the server is made", () => {
  assert.throws(
    () => asOne(taskTools({ slow: () => "" })),
    "slow: Add ...tasks() to handlers",
  );
});
test.run();
