/** Tests of requests that run as core tasks: their responses and results. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { McpError } from "../../../../runtime/json-rpc/messages/errors.js";
import {
  defer,
  settled,
  started,
  getTask,
  taskServer,
  taskTools,
  text,
  related,
} from "../../../harness/tasks/receiver.js";
import { requirement } from "../../../harness/run/requirement.js";

const test = suite("core tasks: results");

const JAMMED = { code: -32050, message: "jammed", data: { tray: 2 } };
const LONG = { ...text("x".repeat(1_001)), isError: true };
const NO_PAPER = { ...text("no paper"), isError: true };
const PICTURE = {
  content: [
    { type: "image", data: "", mimeType: "image/png" },
    { type: "text", text: "no paper" },
  ],
  isError: true,
};

for (const [title, handler, message, outcome] of [
  [
    "a result with isError",
    () => NO_PAPER,
    "no paper",
    (_meta: object) => ({ result: { ...NO_PAPER, _meta } }),
  ],
  [
    "a result with isError whose text follows an image",
    () => PICTURE,
    "no paper",
    (_meta: object) => ({ result: { ...PICTURE, _meta } }),
  ],
  [
    "a long error",
    () => LONG,
    `${"x".repeat(1_000)}…`,
    (_meta: object) => ({ result: { ...LONG, _meta } }),
  ],
  [
    "an error of the protocol",
    () => Promise.reject(new McpError(-32050, "jammed", JAMMED.data)),
    "jammed",
    () => ({ error: JAMMED }),
  ],
] as const) {
  requirement(`
    68727675f02d 360e98077dc5 b318946da133 825b133f6d8a cf1bb31e95b7
  `);
  test(`core tasks: after a handler has ended with ${title}, tasks/result returns this outcome`, async () => {
    const { peer, taskId } = await started(handler);
    await settled();
    const { status, statusMessage } = await peer.get(taskId);
    assert.equal([status, statusMessage], ["failed", message]);
    const { result, error } = await peer.ask("tasks/result", { taskId });
    const given = { ...(result && { result }), ...(error && { error }) };
    assert.equal(given, outcome(related(taskId)));
  });
}

requirement("4b2135eb3e28 0a71b5b1c8f9");
test("core tasks: if a handler throws an Error, tasks/result returns an internal error", async () => {
  const fails = () => Promise.reject(new Error("secret"));
  const peer = taskServer({ "tools/call": fails });
  const plain = await peer.ask("tools/call", { name: "t" });
  const { taskId } = await peer.task("t");
  const { error } = await peer.ask("tasks/result", { taskId });
  assert.equal(error, plain.error);
  assert.is((await peer.get(taskId)).statusMessage, "Internal error");
  assert.equal(peer.errors, ["secret", "secret"]);
});

requirement("68727675f02d 360e98077dc5 41abe5cdeb46 cf1bb31e95b7");
test("core tasks: tasks/result returns the result of the tool", async () => {
  const _meta = { mine: 1 };
  const result = { ...text("x"), structuredContent: { a: 1 }, _meta };
  const { peer, taskId } = await started(() => result);
  for (let time = 0; time < 2; time += 1) {
    const answer = await peer.ask("tasks/result", { taskId });
    const key = "io.modelcontextprotocol/related-task";
    const all = { mine: 1, [key]: { taskId } };
    assert.equal(answer.result, { ...result, _meta: all });
  }
});

requirement("e04e21079584");
test("core tasks: tasks/result waits until the task has ended", async () => {
  const end = defer<string>();
  const { peer, taskId } = await started(() => end.promise);
  let answered = false;
  const waiting = [1, 2].map(() => peer.ask("tasks/result", { taskId }));
  void Promise.race(waiting).then(() => (answered = true));
  // Send and cancel a third `tasks/result` request. It must not get a response.
  peer.give({ id: "r", method: "tasks/result", params: { taskId } });
  await settled();
  const params = { requestId: "r", reason: "enough" };
  peer.give({ method: "notifications/cancelled", params });
  assert.not(answered);
  assert.is((await peer.get(taskId)).status, "working");
  end.resolve("late");
  for (const { result } of await Promise.all(waiting)) {
    assert.equal(result, { ...text("late"), _meta: related(taskId) });
  }
  await settled();
  assert.not(peer.heard.some(({ id }) => id === "r"));
});

requirement("a1c1aec4a1d5");
test("core tasks: cancelling the request that created a task does not cancel the task", async () => {
  const end = defer<string>();
  const peer = taskServer(taskTools({ t: () => end.promise }));
  peer.give({ id: "c", method: "tools/call", params: { name: "t", task: {} } });
  await settled();
  const created = peer.heard.find(({ id }) => id === "c");
  const { taskId } = getTask(created);
  peer.give({ method: "notifications/cancelled", params: { requestId: "c" } });
  end.resolve("x");
  await settled();
  assert.is((await peer.get(taskId)).status, "completed");
});

requirement("6400675036a4 d74981aa9f7c");
test("core tasks: results of tasks/get, tasks/list and tasks/cancel have no related task in `_meta`", async () => {
  const { peer, taskId } = await started(() => "x");
  await settled();
  for (const [method, params] of [
    ["tasks/get", { taskId }],
    ["tasks/list", {}],
  ] as const) {
    assert.is((await peer.ask(method, params)).result?._meta, undefined);
  }
  const other = await peer.task("t");
  const { result } = await peer.ask("tasks/cancel", { taskId: other.taskId });
  assert.is(result?._meta, undefined);
  assert.is(result?.status, "cancelled");
});

requirement("40060e3ecdd7 8a3676abfc62");
test("core tasks: the param taskId takes precedence over a related task in `_meta`", async () => {
  const peer = taskServer(taskTools({ t: () => "x", u: () => "y" }));
  const first = await peer.task("t");
  const other = await peer.task("u");
  const params = { taskId: first.taskId, _meta: related(other.taskId) };
  await settled();
  const { result } = await peer.ask("tasks/get", params);
  assert.is(result?.taskId, first.taskId);
  assert.is(result?._meta, undefined);
  const answer = await peer.ask("tasks/result", params);
  assert.equal(answer.result, { ...text("x"), _meta: related(first.taskId) });
});

test.run();
