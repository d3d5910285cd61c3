/**
 * Tests of a server with the tasks extension. The tests send and check single
 * JSON-RPC messages.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { defer } from "../../../harness/run/deferred.js";
import { memoryTasks } from "../../../../runtime/tasks/store.js";
import type { TaskStore } from "../../../../runtime/tasks/store.js";
import { matchAnswers } from "../../../../runtime/tasks/extension/run.js";
import { load } from "../../../harness/generated/load.js";
import {
  Asker,
  FORM,
  INFO,
  MODERN,
  createTaskServer,
  TASKS,
  type Ctx,
} from "../../../harness/generated/tasks-extension.js";
import { requirement } from "../../../harness/run/requirement.js";
import { countTurns } from "../../../harness/run/turns.js";
import { settled } from "../../../harness/tasks/receiver.js";
import { waitUntil } from "../../../harness/run/time-limit.js";

const test = suite("tasks extension: servers");

const PLAIN = { elicitation: {} };
const MISSING = { requiredCapabilities: { extensions: { [TASKS]: {} } } };
const text = (value: string) => [{ type: "text", text: value }];

/** Returns a result without its `_meta`. */
const bare = (result: { [name: string]: unknown }) => {
  const rest = { ...result };
  delete rest._meta;
  return rest;
};

test("tasks extension: a server lists its tools without members about tasks", async () => {
  const asker = await Asker.of(
    await createTaskServer({
      t: { taskSupport: "required", before: () => 1, handler: () => "" },
    }),
  );
  const { result } = await asker.ask("server/discover");
  assert.equal((result.capabilities as { extensions?: unknown }).extensions, {
    [TASKS]: {},
  });
  const list = await asker.ask("tools/list");
  const [tool = {}] = list.result.tools as object[];
  assert.equal(Object.keys(tool), ["name", "inputSchema"]);
});

requirement(`
  9c6e2ea198e2 1b4dfd2ba19e cb8e8b0594af bc7c43a6767e 138d42996f2f
`);
test("tasks extension: a new task is returned with its members at the top level of the result", async () => {
  const end = defer();
  const asker = await Asker.of(
    await createTaskServer({ t: () => end.promise }),
  );
  const { result } = await asker.call("t");
  const { taskId, createdAt, lastUpdatedAt, ...rest } = bare(result);
  assert.equal(rest, {
    resultType: "task",
    status: "working",
    ttlMs: 3_600_000,
    pollIntervalMs: 5,
  });
  assert.is(createdAt, lastUpdatedAt);
  const task = bare(await asker.get(String(taskId)));
  assert.equal(task, { ...bare(result), resultType: "complete" });
  end.resolve();
});

requirement(`
  fcc2a8eb03da cb8e8b0594af 5c8601f442ed a421a7d5fc24 641af7e829ef
  a157de0e1613
`);
test("tasks extension: a tool result with isError completes the task", async () => {
  const asker = await Asker.of(
    await createTaskServer({
      fine: () => "done",
      fails: () => {
        throw new Error("no luck");
      },
    }),
  );
  for (const [tool, content] of [
    ["fine", text("done")],
    ["fails", text("fails failed: no luck")],
  ] as const) {
    const task = await asker.until(
      (await asker.task(tool)).taskId,
      "completed",
    );
    const { result, status } = task;
    assert.is(status, "completed");
    const { isError } = result as { isError?: boolean };
    assert.is(isError === true, tool === "fails");
    assert.equal((result as { content?: unknown }).content, content);
    assert.not.ok("error" in task);
  }
});

requirement("899a09ab7dfc 5f916c8921c1");
test("tasks extension: for a client without the extension, a tool runs without a task", async () => {
  const server = await createTaskServer({
    maybe: (_args: never, ctx: Ctx) => (ctx.task ? "task" : "call"),
    always: { taskSupport: "required", handler: () => "" },
    never: { taskSupport: "forbidden", handler: () => "plain" },
  });
  const plain = await Asker.of(server, PLAIN);
  const able = await Asker.of(server);
  assert.equal((await plain.call("maybe")).result.content, text("call"));
  const { error } = await plain.call("always");
  assert.equal([error.code, error.data], [-32021, MISSING]);
  assert.equal((await able.call("never")).result.content, text("plain"));
  // In stateless revisions, the client capabilities in a request apply to that
  // request only.
  assert.is((await able.call("maybe")).result.resultType, "task");
  assert.is((await plain.call("maybe")).result.resultType, "complete");
});

requirement("c3ceff72d28f ecddc31674e1 43b16b21d5ed");
test("tasks extension: requests about tasks are rejected if the client does not declare the extension", async () => {
  const server = await createTaskServer({ t: () => "" });
  const { taskId } = await (await Asker.of(server)).task("t");
  const plain = await Asker.of(server, PLAIN);
  for (const id of [taskId, "none"])
    for (const method of ["tasks/get", "tasks/update", "tasks/cancel"]) {
      const params = { taskId: id, inputResponses: {} };
      const { error } = await plain.ask(method, params);
      assert.equal([method, error.code, error.data], [method, -32021, MISSING]);
    }
  const notifications = { taskIds: [taskId] };
  const { error } = await plain.ask("subscriptions/listen", { notifications });
  assert.equal([error.code, error.data], [-32021, MISSING]);
});

requirement("ae507437fd57");
test("tasks extension: a handler of a method other than tools/call must not return a task", async () => {
  const { createServer, tasks } = await load(`${MODERN}+tasks`, "server");
  const handlers = {
    ...tasks({}),
    "prompts/get": () => ({ resultType: "task", taskId: "x" }),
  };
  const server = createServer(INFO, handlers, { onError: () => {} });
  const asker = await Asker.of(server);
  const { error } = await asker.ask("prompts/get", { name: "p" });
  assert.is(error.code, -32603);
});

test("tasks extension: the server rejects tasks/result and tasks/list as unknown methods", async () => {
  const asker = await Asker.of(await createTaskServer({ t: () => "" }));
  for (const method of ["tasks/result", "tasks/list"])
    assert.is((await asker.ask(method, { taskId: "x" })).error.code, -32601);
});

test("tasks extension: without authentication, a task continues after its connection has closed", async () => {
  const server = await createTaskServer({ t: () => "" });
  const [first, second] = [await Asker.of(server), await Asker.of(server)];
  const { taskId } = await first.task("t");
  first.close();
  assert.is((await second.get(taskId)).taskId, taskId);
});

requirement(`
  04cb8e222840 6a8577b6be4d 31de76aa9292 d3986c2daf53 767a5842f62f
  bce08dd8d7c4 07a0fbe29c7a
`);
test("tasks extension: a client may answer open input requests in any order", async () => {
  const asker = await Asker.of(
    await createTaskServer({
      t: async (_args: never, ctx: Ctx) => {
        const both = await Promise.all([
          ctx.elicit(FORM, { key: "a" }),
          ctx.elicit({ ...FORM, message: "Other?" }, { key: "b" }),
        ]);
        const third = await ctx.elicit(FORM, { key: "a" });
        return JSON.stringify([...both, third].map(({ content }) => content));
      },
    }),
  );
  const { taskId } = await asker.task("t");
  const keys = async () => {
    const { status, inputRequests = {} } = await asker.get(taskId);
    return [status, ...Object.keys(inputRequests as object)];
  };
  const answer = async (given: object) => {
    const params = { taskId, inputResponses: given };
    const { result, error } = await asker.ask("tasks/update", params);
    return error?.code ?? bare(result);
  };
  const said = (name: string) => ({ action: "accept", content: { name } });
  const first = await asker.until(taskId, "input_required");
  const { a } = first.inputRequests as { a: unknown };
  assert.equal(a, { method: "elicitation/create", params: FORM });
  assert.equal(await keys(), ["input_required", "a", "b"]);
  const ack = { resultType: "complete" };
  assert.equal(await answer({ b: said("2"), made: { up: true } }), ack);
  assert.equal(await keys(), ["input_required", "a"]);
  // Answer `b` a second time. This must not answer the input request `a`, which
  // is still open.
  assert.equal(await answer({ b: said("late") }), ack);
  assert.is(await answer({ a: { action: "perhaps" } }), -32602);
  assert.equal(await keys(), ["input_required", "a"]);
  assert.equal(await answer({ a: said("1") }), ack);
  await asker.until(taskId, "input_required");
  assert.equal(await keys(), ["input_required", "a-2"]);
  assert.equal(await answer({ "a-2": said("3") }), ack);
  const { result } = await asker.until(taskId, "completed");
  const [{ text: all = "" } = {}] = (result as { content: { text?: string }[] })
    .content;
  assert.equal(JSON.parse(all), [{ name: "1" }, { name: "2" }, { name: "3" }]);
  assert.equal(await answer({ "a-2": said("4") }), ack);
});

test("tasks extension: a handler continues only when the store has removed the answered input request", async () => {
  const steps: string[] = [];
  const store = memoryTasks();
  const replace: TaskStore["replace"] = async (record, before) => {
    await new Promise(setImmediate);
    const { inputRequests = {} } = record as { inputRequests?: object };
    steps.push(`stored ${Object.keys(inputRequests).join()}`);
    return store.replace(record, before);
  };
  const tool = async (_args: never, ctx: Ctx): Promise<string> => {
    await ctx.elicit(FORM, { key: "k" });
    steps.push("continued");
    return "";
  };
  const settings = { store: { ...store, replace } };
  const asker = await Asker.of(await createTaskServer({ t: tool }, settings));
  const { taskId } = await asker.task("t");
  await asker.until(taskId, "input_required");
  const inputResponses = { k: { action: "cancel" } };
  await asker.ask("tasks/update", { taskId, inputResponses });
  await asker.until(taskId, "completed");
  assert.equal(steps.slice(0, 3), ["stored k", "stored ", "continued"]);
});

test("tasks extension: an input request with the key `constructor` is not answered by an inherited member", () => {
  const requests = [["constructor", { method: "ping" }]] as const;
  const endpoint = { problem: () => undefined };
  assert.equal(matchAnswers({}, requests, endpoint), []);
});

test("tasks extension: a subscription that is cancelled while the server reads its tasks does not stay open", async () => {
  const store = memoryTasks();
  const reading = defer();
  const slow = async (taskId: string) => {
    await reading.promise;
    return store.get(taskId);
  };
  const server = await createTaskServer(
    { t: () => defer().promise },
    { store: { ...store, get: slow } },
  );
  const asker = await Asker.of(server);
  const { taskId } = await asker.task("t");
  const notifications = { taskIds: [taskId] };
  const { id } = asker.open("subscriptions/listen", { notifications });
  asker.give({
    method: "notifications/cancelled",
    params: { requestId: id },
  });
  reading.resolve();
  await settled();
  // When it closes, a server sends a message about each open subscription. No
  // message means that no subscription is open.
  await server.close();
  assert.equal(asker.heard, []);
});

test("tasks extension: tasks cannot send log messages", async () => {
  const server = await createTaskServer({
    t: (_args: never, ctx: Ctx) => {
      ctx.progress(1);
      for (let count = 0; count < 2; count += 1) ctx.log("info", "lost");
      return "done";
    },
  });
  const errors: string[] = [];
  server.endpoint.report = ({ message }) => errors.push(message);
  const asker = await Asker.of(server);
  for (const meta of [
    {},
    { "io.modelcontextprotocol/logLevel": "debug", progressToken: 1 },
  ]) {
    const { result } = await asker.call("t", { _meta: meta });
    await asker.until(String(result["taskId"]), "completed");
  }
  assert.equal(errors, [
    "notifications/message was not sent: a task sends no notifications in this revision. Use ctx.task.report()",
  ]);
});

requirement("b2595d0d84af");
test("tasks extension: a subscribed client receives the full state of a task at each change", async () => {
  const go = defer();
  const server = await createTaskServer({
    t: async (_args: never, ctx: Ctx) => {
      await go.promise;
      ctx.log("info", "not of tasks");
      ctx.progress(1);
      await ctx.task?.report("half");
      await ctx.elicit(FORM, { key: "k" });
      return "done";
    },
  });
  const ann = await Asker.of(server, undefined, "ann");
  const bob = await Asker.of(server, undefined, "bob");
  const { taskId } = await ann.task("t");
  const notifications = { taskIds: [taskId, "none"] };
  const { id } = ann.open("subscriptions/listen", { notifications });
  const other = bob.open("subscriptions/listen", { notifications });
  await waitUntil("both subscriptions are acknowledged", () =>
    [ann, bob].every(({ heard }) => heard.length > 0),
  );
  const acknowledged = ({ heard }: Asker) =>
    heard
      .splice(0)
      .map(({ method, params }) => [method, params?.notifications]);
  const method = "notifications/subscriptions/acknowledged";
  assert.equal(acknowledged(ann), [[method, { taskIds: [taskId] }]]);
  assert.equal(acknowledged(bob), [[method, { taskIds: [] }]]);
  go.resolve();
  await ann.until(taskId, "input_required");
  const inputResponses = { k: { action: "cancel" } };
  await ann.ask("tasks/update", { taskId, inputResponses });
  const last = await ann.until(taskId, "completed");
  const states = ann.heard.map(({ params }) => [
    params?.status,
    params?.statusMessage,
  ]);
  assert.equal(states, [
    ["working", "half"],
    ["input_required", "half"],
    ["working", "half"],
    ["completed", undefined],
  ]);
  const { _meta, ...told } = ann.heard.at(-1)?.params ?? {};
  assert.equal(_meta, { "io.modelcontextprotocol/subscriptionId": id });
  assert.equal({ ...told, resultType: "complete" }, bare(last));
  assert.equal(
    new Set(ann.heard.map((message) => message.method)),
    new Set(["notifications/tasks"]),
  );
  assert.equal(bob.heard, []);
  // After its cancellation, a subscription must not receive further
  // notifications.
  ann.give({ method: "notifications/cancelled", params: { requestId: id } });
  bob.give({
    method: "notifications/cancelled",
    params: { requestId: other.id },
  });
  ann.heard.length = 0;
  await ann.ask("tasks/cancel", await ann.task("t"));
  assert.equal(ann.heard, []);
});

test("tasks extension: a task has at most 100 subscriptions", async () => {
  const go = defer();
  const server = await createTaskServer({ t: () => go.promise });
  const asker = await Asker.of(server);
  const { taskId } = await asker.task("t");
  const notifications = { taskIds: [taskId] };
  for (let count = 0; count < 101; count += 1)
    asker.open("subscriptions/listen", { notifications });
  await settled();
  const accepted = asker.heard
    .splice(0)
    .map(
      ({ params = {} }) =>
        (params.notifications as typeof notifications).taskIds,
    );
  assert.equal(
    accepted.map(({ length }) => length),
    [...Array.from({ length: 100 }, () => 1), 0],
  );
  const counter = countTurns();
  const turns = new Set<number>();
  asker.heard.push = (message) =>
    turns.add(counter.turn).size + Number(!message);
  go.resolve();
  await waitUntil("100 turns have notifications", () => turns.size >= 100);
  counter.stop();
});

requirement("b7564622f95d");
test("tasks extension: input for a tool's `before` handler is requested before the task is created", async () => {
  let runs = 0;
  const server = await createTaskServer({
    t: {
      taskSupport: "required",
      before: async (_args: never, ctx: Ctx) => {
        const { content } = await ctx.elicit(FORM, { key: "who" });
        return (content as { name: string }).name;
      },
      handler: (_args: never, ctx: Ctx) => {
        runs += 1;
        return `Hello, ${String(ctx.before)}`;
      },
    },
  });
  const asker = await Asker.of(server);
  const first = (await asker.call("t")).result;
  assert.is(first.resultType, "input_required");
  assert.not.ok("taskId" in first);
  assert.is(runs, 0);
  const inputResponses = {
    who: { action: "accept", content: { name: "Ann" } },
  };
  const { requestState } = first;
  const second = (await asker.call("t", { inputResponses, requestState }))
    .result;
  assert.is(second.resultType, "task");
  for (const member of ["requestState", "inputRequests"])
    assert.not.ok(member in second);
  const task = await asker.until(String(second.taskId), "completed");
  assert.equal(
    (task.result as { content?: unknown }).content,
    text("Hello, Ann"),
  );
  assert.is(runs, 1);
});

test("tasks extension: a handler can use ctx.once and ctx.before with and without a task", async () => {
  const server = await createTaskServer({
    t: {
      taskSupport: "optional",
      before: () => "b",
      handler: async (_args: never, ctx: Ctx) =>
        `${String(ctx.before)}${String(await ctx.once("k", () => 1))}`,
    },
  });
  for (const can of [PLAIN, undefined]) {
    const asker = await Asker.of(server, can);
    const { result } = await asker.call("t");
    const done = can
      ? result
      : (await asker.until(String(result.taskId), "completed")).result;
    assert.equal((done as { content?: unknown }).content, text("b1"));
  }
});

test("tasks extension: another process with the same store can cancel a task", async () => {
  const store = memoryTasks();
  let ended = 0;
  const program = () =>
    createTaskServer(
      {
        t: (_args: never, ctx: Ctx) =>
          Promise.all([
            ctx.elicit(FORM, { key: "a" }),
            ctx.elicit(FORM, { key: "b" }),
          ]).then(
            (all) => JSON.stringify(all.map(({ content }) => content)),
            () => {
              ended += 1;
              return "";
            },
          ),
      },
      { store },
    );
  const [near, far] = [
    await Asker.of(await program()),
    await Asker.of(await program()),
  ];
  const { taskId } = await near.task("t");
  const keys = async () =>
    Object.keys((await far.get(taskId)).inputRequests as object);
  await far.until(taskId, "input_required");
  assert.equal(await keys(), ["a", "b"]);
  const give = async (key: string, name: unknown) => {
    const inputResponses = {
      [key]: { action: "accept", content: { name } },
      made: { up: true },
    };
    return (await far.ask("tasks/update", { taskId, inputResponses })).error
      ?.code;
  };
  assert.is(await give("a", { no: "text" }), -32602);
  assert.is(await give("a", "1"), undefined);
  assert.equal(await keys(), ["b"]);
  assert.is(await give("b", "2"), undefined);
  // Keep the process alive with an interval, because the polling timers do not.
  const awake = setInterval(() => {}, 1_000);
  const { result } = await far.until(taskId, "completed");
  const [{ text: said = "" } = {}] = (
    result as { content: { text?: string }[] }
  ).content;
  assert.equal(JSON.parse(said), [{ name: "1" }, { name: "2" }]);
  const { taskId: stopped } = await near.task("t");
  await far.until(stopped, "input_required");
  await far.ask("tasks/cancel", { taskId: stopped });
  assert.is((await near.get(stopped)).status, "cancelled");
  await waitUntil("the tool ends", () => ended > 0);
  clearInterval(awake);
});

test("tasks extension: a store with the method `watch` passes input responses to the process that runs the task", async () => {
  const store = memoryTasks();
  const programs: ((taskId: string) => void)[] = [];
  let stopped: () => void = () => {};
  const end = new Promise<void>((resolve) => (stopped = resolve));
  /**
   * Simulates a process that uses the shared store. If one process changes a
   * task, the store reports the change to the other processes.
   */
  const program = () => {
    let own: ((taskId: string) => void) | undefined;
    const view: TaskStore = {
      ...store,
      async replace(record, from) {
        const moved = await store.replace(record, from);
        for (const told of programs) {
          if (moved && told !== own) told(record.task.taskId);
        }
        return moved;
      },
      watch: (changed) => programs.push((own = changed)),
    };
    const t = (_args: never, { signal }: Ctx) =>
      new Promise((_, reject) =>
        signal.addEventListener("abort", () => {
          stopped();
          reject(signal.reason as Error);
        }),
      );
    const ask = (_args: never, ctx: Ctx) =>
      ctx.elicit(FORM, { key: "k" }).then(({ content }) => content);
    return createTaskServer(
      { t, ask: (...of) => ask(...of).then(JSON.stringify as never) },
      // The polling interval is so long that only notifications can report a
      // change during the test.
      { store: view, pollInterval: 60_000 },
    ).then((server) => Asker.of(server));
  };
  const [near, far] = [await program(), await program()];
  const { taskId: asking } = await near.task("ask");
  near.open("subscriptions/listen", { notifications: { taskIds: [asking] } });
  far.open("subscriptions/listen", { notifications: { taskIds: [asking] } });
  await far.until(asking, "input_required");
  await far.ask("tasks/update", {
    taskId: asking,
    inputResponses: { k: { action: "accept", content: { name: "n" } } },
  });
  const { result } = await far.until(asking, "completed");
  assert.match(
    JSON.stringify(result),
    JSON.stringify('{"name":"n"}').slice(1, -1),
  );
  const last = ({ heard }: Asker) =>
    heard.findLast(({ method }) => method === "notifications/tasks")?.params
      ?.status;
  await waitUntil("both clients know that the task is completed", () =>
    [near, far].every((asker) => last(asker) === "completed"),
  );
  const { taskId: working } = await near.task("t");
  await settled();
  await far.ask("tasks/cancel", { taskId: working });
  await end;
});

test("tasks extension: a subscription may name at most 100 tasks", async () => {
  const rate = { burst: 150, perSecond: 0.001 };
  const asker = await Asker.of(
    await createTaskServer({ t: () => "" }, { rate }),
  );
  const taskIds = Array.from({ length: 101 }, (_, n) => `task ${n}`);
  const listen = (ids: readonly string[]) =>
    asker.open("subscriptions/listen", { notifications: { taskIds: ids } });
  assert.equal((await listen(taskIds).answer).error, {
    code: -32602,
    message: "Invalid params: taskIds has more than 100 ids",
  });
  listen(taskIds.slice(1));
  const { error } = await listen(taskIds.slice(1)).answer;
  assert.is(error.message, "Too many requests");
});

test.run();
