/**
 * Tests of core tasks that need input: their status, and the connection on
 * which the server sends their input requests.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  type Ctx,
  defer,
  type Peer,
  related,
  type ServerSettings,
  settled,
  taskServer,
  taskTools,
} from "../../../harness/tasks/receiver.js";
import { requirement } from "../../../harness/run/requirement.js";

const test = suite("core tasks: input");

const QUESTION = {
  message: "Which city?",
  requestedSchema: { type: "object" },
};

type Ask = (ctx: Ctx) => Promise<unknown>;

const createTool = (ask: Ask) =>
  taskTools({ t: async (_args, ctx) => JSON.stringify(await ask(ctx)) });

/** Creates a server whose tool requests input before it answers. */
const asking = (ask: Ask, options: ServerSettings = {}): Peer =>
  taskServer(createTool(ask), {}, options);

const requests = (peer: Peer): Peer["heard"] =>
  peer.heard.filter(({ id, method }) => id !== undefined && method);

/** Returns the ids of the requests that the server has cancelled. */
const cancelled = (peer: Peer): unknown[] =>
  peer.heard
    .filter(({ method }) => method === "notifications/cancelled")
    .map(({ params }) => params?.requestId);

const statuses = (peer: Peer): unknown[] =>
  peer.heard
    .filter(({ method }) => method === "notifications/tasks/status")
    .map(({ params }) => params?.status);

const SAMPLE = { messages: [], maxTokens: 1 };

for (const [method, ask, params] of [
  ["elicitation/create", (ctx: Ctx) => ctx.elicit(QUESTION), QUESTION],
  ["sampling/createMessage", (ctx: Ctx) => ctx.sample(SAMPLE), SAMPLE],
  ["roots/list", (ctx: Ctx) => ctx.roots(), {}],
] as const) {
  requirement(`
    648b0d78689a c848832b1c24 621325744a10 9db3bd5b9f35 17b5b86a64cf
    3a88bd6cd21d b818f8cdb48c
  `);
  test(`core tasks: the request ${method} of a task is sent on the stream of tasks/result`, async () => {
    const end = defer();
    const peer = asking(async (ctx) => {
      const answer = await ask(ctx);
      await end.promise;
      return answer;
    });
    const { taskId } = await peer.task("t");
    await settled();
    assert.is((await peer.get(taskId)).status, "input_required");
    assert.equal(requests(peer), []);
    const result = peer.ask("tasks/result", { taskId });
    await settled();
    const [question, ...more] = requests(peer);
    assert.equal(more, []);
    assert.is(question?.method, method);
    assert.equal(question?.params, { ...params, _meta: related(taskId) });
    const answer = { model: "m", role: "user", action: "accept", roots: [] };
    const given = { ...answer, _meta: related(taskId) };
    peer.give({ id: question?.id, result: given });
    await settled();
    assert.is((await peer.get(taskId)).status, "working");
    end.resolve();
    assert.ok((await result).result?.content);
    await settled();
    assert.equal(statuses(peer), ["input_required", "working", "completed"]);
  });
}
requirement("099d60fd458a");
test("core tasks: an error response to an input request reaches the handler of the task", async () => {
  const peer = asking((ctx) =>
    ctx.elicit(QUESTION).catch((error: Error) => error.message),
  );
  const { taskId } = await peer.task("t");
  const result = peer.ask("tasks/result", { taskId });
  await settled();
  const error = { code: -1, message: "busy" };
  peer.give({ id: requests(peer)[0]?.id, error });
  const { content } = (await result).result as { content: unknown };
  assert.equal(content, [{ type: "text", text: '"busy"' }]);
  await settled();
  assert.equal(statuses(peer), ["input_required", "working", "completed"]);
});

test("core tasks: cancelling a task that needs input also cancels its input request", async () => {
  for (const listens of [false, true]) {
    const peer = asking((ctx) => ctx.elicit(QUESTION));
    const { taskId } = await peer.task("t");
    if (listens) void peer.ask("tasks/result", { taskId });
    await settled();
    const { result } = await peer.ask("tasks/cancel", { taskId });
    assert.is(result?.status, "cancelled");
    await settled();
    assert.is((await peer.get(taskId)).status, "cancelled");
    const asked = listens ? [requests(peer)[0]?.id] : [];
    assert.equal(cancelled(peer), asked);
  }
});

test("core tasks: an unsent input request is removed when its signal is aborted", async () => {
  const stop = new AbortController();
  const peer = asking((ctx) =>
    ctx
      .elicit(QUESTION, { signal: stop.signal })
      .catch((error: Error) => error.message),
  );
  const { taskId } = await peer.task("t");
  await settled();
  stop.abort(new Error("never mind"));
  const { result } = await peer.ask("tasks/result", { taskId });
  assert.equal(result?.content, [{ type: "text", text: '"never mind"' }]);
  assert.equal(requests(peer), []);
});

/** Opens two connections of one principal to one server. */
const twice = (ask: Ask): [Peer, Peer] =>
  taskServer.two(createTool(ask), {}, { origin: { auth: { subject: "ann" } } });

test("core tasks: a task is input_required until all of its input requests are answered", async () => {
  const peer = asking((ctx) =>
    Promise.all([ctx.elicit(QUESTION), ctx.elicit(QUESTION)]),
  );
  const { taskId } = await peer.task("t");
  void peer.ask("tasks/result", { taskId });
  await settled();
  const [first, second] = requests(peer);
  peer.give({ id: first?.id, result: { action: "accept" } });
  await settled();
  assert.is((await peer.get(taskId)).status, "input_required");
  peer.give({ id: second?.id, result: { action: "accept" } });
  await settled();
  assert.equal(statuses(peer), ["input_required", "working", "completed"]);
});

test("core tasks: when the requestor reconnects, an open input request is sent on the new connection", async () => {
  const [first, second] = twice((ctx) => ctx.elicit(QUESTION));
  const { taskId } = await first.task("t");
  void first.ask("tasks/result", { taskId });
  await settled();
  const result = second.ask("tasks/result", { taskId });
  await settled();
  const [question] = requests(second);
  second.give({ id: question?.id, result: { action: "accept" } });
  assert.ok((await result).result);
  assert.is(cancelled(first).length, 1);
});

test("core tasks: an input request is not sent on the stream of a cancelled tasks/result request", async () => {
  const go = defer();
  const peer = asking(async (ctx) => {
    await go.promise;
    return ctx.elicit(QUESTION);
  });
  const { taskId } = await peer.task("t");
  peer.give({ id: "r", method: "tasks/result", params: { taskId } });
  await settled();
  const params = { requestId: "r" };
  peer.give({ method: "notifications/cancelled", params });
  await settled();
  go.resolve();
  await settled();
  assert.equal(requests(peer), []);
  const result = peer.ask("tasks/result", { taskId });
  await settled();
  const [question] = requests(peer);
  peer.give({ id: question?.id, result: { action: "accept" } });
  assert.ok((await result).result);
});

test.run();
