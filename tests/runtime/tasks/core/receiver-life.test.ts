/**
 * Tests of the receiver of core tasks, the side that runs tasks: its
 * capabilities, notifications and task lists.
 */
import * as assert from "uvu/assert";
import { suite } from "uvu";
import {
  defer,
  settled,
  started,
  taskServer,
  taskTools,
  TestClock,
  related,
  Peer,
  TASK_SERVER,
  text,
} from "../../../harness/tasks/receiver.js";
import { combineHandlers } from "../../../../runtime/features/modules.js";
import { tasks } from "../../../../runtime/tasks/core/tasks.js";
import type { Handlers } from "../../../../runtime/protocol/lifecycle.js";
import { taskToolHandlers } from "../../../../runtime/tasks/tools.js";
import { connect, HELLO } from "../../../harness/wire/wire.js";
import { requirement } from "../../../harness/run/requirement.js";

const test = suite("core tasks: receiver");

requirement("fffb35de3288");
test("core tasks: a status notification contains the whole task and no related-task metadata", async () => {
  const clock = new TestClock();
  const { peer, taskId } = await started(() => "x", { clock });
  await settled();
  const method = "notifications/tasks/status";
  const params = await peer.get(taskId);
  assert.equal(peer.heard, [{ jsonrpc: "2.0", method, params }]);
});

requirement(`
  0dcdb044f244 1860ff41b0aa 17b5b86a64cf 3a88bd6cd21d b818f8cdb48c
`);
test("core tasks: progress and log messages of a task contain the task id in `_meta`", async () => {
  const tools = taskTools({
    t: (_args, ctx) => {
      ctx.progress(1);
      ctx.log("info", "hello");
      return "x";
    },
  });
  const peer = taskServer(tools, {}, { capabilities: { logging: {} } });
  const asked = { _meta: { progressToken: "p" } };
  const { taskId } = await peer.task("t", {}, asked);
  await settled();
  const _meta = related(taskId);
  assert.equal(
    peer.heard.slice(0, 2).map(({ method, params }) => [method, params]),
    [
      ["notifications/progress", { progressToken: "p", progress: 1, _meta }],
      ["notifications/message", { level: "info", data: "hello", _meta }],
    ],
  );
});

test("core tasks: for a cancelled task, tasks/result fails with -32800", async () => {
  const go = defer();
  const tools = taskTools({
    t: async (_args, ctx) => {
      await go.promise;
      ctx.progress(1);
      return "late";
    },
  });
  const peer = taskServer(tools);
  const { taskId } = await peer.task("t", {}, { _meta: { progressToken: 1 } });
  await settled();
  const result = peer.ask("tasks/result", { taskId });
  await peer.ask("tasks/cancel", { taskId });
  const message = "The task was cancelled";
  assert.equal((await result).error, { code: -32800, message });
  peer.heard.length = 0;
  go.resolve();
  await settled();
  assert.equal([peer.heard, peer.errors], [[], []]);
});

requirement(`
  389e3177e7de 1688548978b6 9bb8a6d3ebf7 4b2135eb3e28 0a71b5b1c8f9
`);
test("core tasks: tasks/list returns all tasks in pages", async () => {
  const peer = taskServer(taskTools({ t: () => "x" }), { maxRunning: 1_000 });
  const ids: string[] = [];
  for (let count = 0; count < 250; count += 1) {
    ids.push((await peer.task("t")).taskId);
  }
  await settled();
  const found: string[] = [];
  const sizes: number[] = [];
  let cursor: unknown;
  do {
    const { result } = await peer.ask("tasks/list", cursor ? { cursor } : {});
    const page = result?.tasks as { taskId: string }[];
    sizes.push(page.length);
    found.push(...page.map(({ taskId }) => taskId));
    cursor = result?.nextCursor;
  } while (cursor !== undefined);
  assert.equal(sizes, [100, 100, 50]);
  assert.equal(found, ids);
  const { error } = await peer.ask("tasks/list", { cursor: "made up" });
  assert.is(error?.code, -32602);
});

/**
 * Connects a peer to a server with the given handlers and returns the declared
 * capabilities.
 */
async function connectPeer(handlers: Handlers) {
  const peer = new Peer(connect(TASK_SERVER, handlers));
  const { result } = await peer.ask("initialize", HELLO.params);
  return { peer, capabilities: result?.capabilities };
}

const PLAIN = { "tools/call": () => text("plain") };
const TOOL = taskTools({ a: () => "a" });

requirement("f4166201fc03");
test("core tasks: the capability tasks lists the requests for which the server has handlers", async () => {
  const all = { ...TOOL, ...(tasks() as Handlers) };
  assert.equal((await connectPeer(all)).capabilities, {
    tools: { listChanged: true },
    logging: {},
    tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } },
  });
});

test("core tasks: a server without tasks() does not declare the capability tasks", async () => {
  const bare = taskServer({}, {});
  assert.is((await bare.ask("tools/call", { name: "a" })).error?.code, -32601);
  assert.equal((await connectPeer(PLAIN)).capabilities, {
    tools: {},
    logging: {},
  });
});

requirement("91e4be68d7d6");
test("core tasks: task params are ignored if the server does not declare the tasks capability", async () => {
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
  const { peer } = await connectPeer(PLAIN);
  const answer = await peer.ask("tools/call", params);
  assert.equal(answer.result, text("plain"));
});

for (const part of ["list", "cancel"]) {
  test(`core tasks: tasks/${part} is an unknown method without the capability tasks.${part}`, async () => {
    const capabilities = { tasks: { [part]: false } };
    const peer = taskServer(TOOL, {}, { capabilities });
    const { taskId } = await peer.task("a");
    const { error } = await peer.ask(`tasks/${part}`, { taskId });
    assert.is(error?.code, -32601);
  });
}

for (const [support, asked, outcome] of [
  [undefined, false, "result"],
  [undefined, true, "The tool t cannot run as a task"],
  ["forbidden", false, "result"],
  ["forbidden", true, "The tool t cannot run as a task"],
  ["optional", false, "result"],
  ["optional", true, "task"],
  ["required", false, "The tool t runs as a task only: send params.task"],
  ["required", true, "task"],
] as const) {
  requirement("01947d65dfcb 86f14face86c");
  test(`core tasks: calling a tool with taskSupport ${support ?? "absent"} ${asked ? "as a task" : "without a task"} returns: ${outcome}`, async () => {
    const spec = { taskSupport: support, handler: () => "x" };
    const peer = taskServer(taskToolHandlers({ t: spec }) as never);
    const params = asked ? { name: "t", task: {} } : { name: "t" };
    const { result, error } = await peer.ask("tools/call", params);
    if (outcome === "result") assert.equal(result, text("x"));
    else if (outcome === "task") assert.ok(result?.task);
    else assert.equal(error, { code: -32601, message: outcome });
  });
}

test("core tasks: createServer throws for a tool with taskSupport if the handlers do not include tasks()", () => {
  assert.throws(
    () => combineHandlers(taskTools({ slow: () => "" })),
    "slow: Add ...tasks() to the handlers",
  );
});

test.run();
