/** What a receiver of tasks declares, and which requests run as tasks. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { taskToolHandlers } from "../../templates/runtime/tasks/tools.js";
import { connect, HELLO } from "../runtime/support.js";
import { Peer, TASK_SERVER, taskServer, taskTools } from "./support.js";
import { text } from "./receiver-support.js";

const test = suite("tasks: what the receiver declares");

test("declares tasks, list, cancel and the requests that it has handlers for", async () => {
  const { wire, errors } = connect(TASK_SERVER, {
    ...taskTools({ a: () => "a" }),
    ...((
      await import("../../templates/runtime/tasks/tasks.js")
    ).tasks() as object),
  });
  const peer = new Peer(wire, errors);
  const { result } = await peer.ask("initialize", HELLO.params);
  assert.equal(result?.capabilities, {
    tools: { listChanged: true },
    tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } },
  });
});

test("a server without tools declares no requests, and one without tasks() no tasks", async () => {
  const bare = taskServer({}, {});
  assert.is((await bare.ask("tools/call", { name: "a" })).error?.code, -32601);
  const { wire, errors } = connect(TASK_SERVER, {
    "tools/call": () => text("plain"),
  });
  const peer = new Peer(wire, errors);
  const { result } = await peer.ask("initialize", HELLO.params);
  assert.equal(result?.capabilities, { tools: {} });
});

test("without the capability for a request, its task metadata is ignored", async () => {
  for (const capabilities of [
    { tasks: { requests: false } },
    { tasks: { requests: { tools: false } } },
    { tasks: false },
  ]) {
    const peer = taskServer(taskTools({ a: () => "a" }), {}, { capabilities });
    const answer = await peer.ask("tools/call", { name: "a", task: {} });
    assert.equal(answer.result, text("a"));
  }
  const { wire, errors } = connect(TASK_SERVER, {
    "tools/call": () => text("plain"),
  });
  const peer = new Peer(wire, errors);
  await peer.ask("initialize", HELLO.params);
  const answer = await peer.ask("tools/call", { name: "a", task: {} });
  assert.equal(answer.result, text("plain"));
});

for (const part of ["list", "cancel"]) {
  test(`without the capability tasks.${part}, tasks/${part} is no method`, async () => {
    const peer = taskServer(
      taskTools({ a: () => "a" }),
      {},
      {
        capabilities: { tasks: { [part]: false } },
      },
    );
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
    () => connect(TASK_SERVER, taskTools({ slow: () => "" })),
    "The tool slow has taskSupport: add ...tasks() to the handlers",
  );
});
test.run();
