/**
 * Tests of task handles, the client objects for core tasks: states, results and
 * progress.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  asError,
  ConnectionError,
} from "../../../../runtime/json-rpc/messages/errors.js";
import type { Handlers } from "../../../../runtime/protocol/lifecycle.js";
import { TaskWatch } from "../../../../runtime/tasks/core/client/watch.js";
import { tasks } from "../../../../runtime/tasks/core/tasks.js";
import { getRejectionMessage } from "../../../harness/wire/wire.js";
import {
  type Ctx,
  defer,
  related,
  settled,
  stuck,
  taskTools,
} from "../../../harness/tasks/receiver.js";
import {
  pair,
  slow,
  calls,
  states,
  startTask,
} from "../../../harness/tasks/requestor.js";
import type { Message } from "../../../harness/tasks/requestor.js";
import { requirement } from "../../../harness/run/requirement.js";

const test = suite("core tasks: handles");
requirement("a1c1aec4a1d5 8a3676abfc62 6400675036a4 d74981aa9f7c");
test("core tasks: the requests of a task handle contain only the task id as param", async () => {
  const { client, sent } = await pair(slow(stuck));
  const handle = await startTask(client);
  assert.is((await handle.status()).status, "working");
  const result = getRejectionMessage(handle.result());
  assert.is((await handle.cancel()).status, "cancelled");
  assert.is(await result, "The task was cancelled");
  assert.match(
    await getRejectionMessage(handle.cancel()),
    "it is cancelled already",
  );
  for (const { method, params } of sent.client) {
    if (!method?.startsWith("tasks/")) continue;
    assert.equal([method, params], [method, { taskId: handle.taskId }]);
  }
});

requirement("8bc48bf0fa89 0f390b06262f");
test("core tasks: iterating over a task handle yields each state once, up to the final state", async () => {
  const end = defer();
  const tool = async (_args: never, ctx: Ctx): Promise<string> => {
    await ctx.task?.report("half");
    await end.promise;
    return "x";
  };
  const { client } = await pair(slow(tool));
  const handle = await startTask(client);
  const seen: unknown[] = [];
  for await (const { status, statusMessage } of handle) {
    seen.push([status, statusMessage]);
    if (statusMessage === "half") end.resolve();
  }
  assert.equal(seen, [
    ["working", undefined],
    ["working", "half"],
    ["completed", undefined],
  ]);
  assert.equal(await states(handle), ["working", "completed"]);
});

requirement(`
  403f81b645b6 dedb0533b520 bc1b08b0342c b38bf41c7777 e184022dc120
`);
test("core tasks: a task handle polls at the interval of the server if no notification arrives", async () => {
  const { client, sent } = await pair(slow(() => "x"));
  const { connection } = client;
  const receive = connection.receive.bind(connection);
  connection.receive = (message, origin) => {
    const { method } = message as Message;
    if (method !== "notifications/tasks/status") receive(message, origin);
  };
  const handle = await startTask(client);
  assert.equal(await states(handle), ["working", "completed"]);
  assert.ok(calls(sent.client, "tasks/get").length > 0);
});

requirement("403f81b645b6 b38bf41c7777");
test("core tasks: a status notification ends the wait for the next poll", async () => {
  const end = defer<string>();
  const { client, sent } = await pair({
    ...taskTools({ t: () => end.promise }),
    ...(tasks({ pollInterval: 1e9 }) as Handlers),
  });
  const handle = await startTask(client);
  const seen = states(handle);
  await settled();
  end.resolve("x");
  assert.equal(await seen, ["working", "completed"]);
  assert.equal(calls(sent.client, "tasks/get"), []);
});

requirement(`
  8bc48bf0fa89 0f390b06262f a4b334388df7 17b5b86a64cf 3a88bd6cd21d
  b818f8cdb48c
`);
test("core tasks: if a task needs input, its handle answers the input request", async () => {
  const tool = async (_args: never, ctx: Ctx): Promise<string> =>
    (await ctx.elicit({ message: "?" })).action;
  const asked: unknown[] = [];
  const { client, sent } = await pair(slow(tool), {
    "elicitation/create": (params: unknown) => {
      asked.push(params);
      return { action: "decline", _meta: { mine: 1 } };
    },
  });
  const handle = await startTask(client);
  const seen = await states(handle);
  assert.is(seen[0], "working");
  assert.ok(seen.includes("input_required"));
  assert.is(seen.at(-1), "completed");
  const _meta = related(handle.taskId);
  assert.equal(asked, [{ message: "?", _meta }]);
  assert.is(calls(sent.client, "tasks/result").length, 1);
  const answer = sent.client.find(({ result }) => result?.action);
  assert.equal(answer?.result?._meta, { mine: 1, ..._meta });
});
test("core tasks: a task handle rejects a result that is not valid for the method", async () => {
  const call = () => ({ nonsense: 1 });
  const { client } = await pair({
    "tools/call": call,
    ...(tasks() as Handlers),
  });
  const handle = await startTask(client);
  assert.is(
    await getRejectionMessage(handle.result()),
    "The result of tools/call is not valid: content: expected array, got nothing",
  );
});
test("core tasks: the client reports the progress of a task until the task ends", async () => {
  const end = defer();
  const tool = async (_args: never, ctx: Ctx): Promise<string> => {
    ctx.progress(1);
    await end.promise;
    ctx.progress(2);
    return "x";
  };
  const { client } = await pair(slow(tool));
  const heard: number[] = [];
  const onProgress = ({ progress }: { progress: number }): void =>
    void heard.push(progress);
  const handle = await startTask(client, { onProgress });
  await settled();
  assert.equal(heard, [1]);
  end.resolve();
  await handle.result();
  assert.equal(heard, [1, 2]);
});

test("core tasks: a task request rejects if the response contains no valid task", async () => {
  for (const answer of [{ content: [] }, { task: { taskId: "1" } }]) {
    const { client } = await pair({ "tools/call": () => answer });
    const requests = { tools: { call: {} } };
    const capabilities = { tools: {}, tasks: { requests } };
    client.connection.peer = { ...client.connection.peer, capabilities };
    const error = await startTask(client).catch(asError);
    assert.ok(error instanceof ConnectionError);
    assert.equal(
      [error.fault, error.message],
      ["invalid", "The response contains no valid task"],
    );
  }
});

test("core tasks: TaskWatch stops reporting progress at the first final state of the task", () => {
  const watch = new TaskWatch();
  let ended = 0;
  watch.untilEnd("t", () => (ended += 1));
  const times = { createdAt: "", lastUpdatedAt: "", ttl: null };
  const counts = ["working", "input_required", "failed", "failed"].map(
    (status) => {
      watch.stateReceived({ taskId: "t", status, ...times });
      return ended;
    },
  );
  assert.equal(counts, [0, 0, 1, 1]);
});

test("core tasks: TaskWatch limits how often a server may ask for input for one task", () => {
  const watch = new TaskWatch();
  const asked = { method: "elicitation/create", message: {} } as never;
  for (let count = 0; count < 20; count += 1) watch.inputRequested("t", asked);
  assert.throws(() => watch.inputRequested("t", asked), /Too many requests/);
  watch.inputRequested("other", asked);
});

test.run();
