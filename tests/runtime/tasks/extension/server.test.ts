/** A server of the extension with tasks, message by message. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { later } from "../../../harness/run/deferred.js";
import type { TaskStore } from "../../../../runtime/tasks/store.js";
import { load } from "../../../harness/generated/load.js";
import {
  Asker,
  FORM,
  INFO,
  MODERN,
  serverOf,
  TASKS,
  type Ctx,
} from "../../../harness/generated/tasks-extension.js";

const test = suite("tasks of the extension: servers");

const PLAIN = { elicitation: {} };
const MISSING = { requiredCapabilities: { extensions: { [TASKS]: {} } } };
const text = (value: string) => [{ type: "text", text: value }];

/** What a result says, without what names the server. */
const bare = (result: { [name: string]: unknown }) => {
  const rest = { ...result };
  delete rest._meta;
  return rest;
};

test("a server declares the extension, and shows nothing of tasks in its tools", async () => {
  const asker = await Asker.of(
    await serverOf({
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

test("the answer is the task alone, flat, until it can be found", async () => {
  const end = later();
  const asker = await Asker.of(await serverOf({ t: () => end.promise }));
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

test("a task is named once its store has kept it", async () => {
  const { memoryTasks } = await load<{ memoryTasks(): TaskStore }>(
    `${MODERN}+tasks`,
    "server",
  );
  const kept = later();
  const store = memoryTasks();
  const slow: TaskStore = {
    ...store,
    create: (record) => kept.promise.then(() => store.create(record)),
  };
  const asker = await Asker.of(
    await serverOf({ t: () => "" }, { store: slow }),
  );
  let answered = false;
  const call = asker.call("t").finally(() => (answered = true));
  await new Promise((resolve) => setTimeout(resolve, 5));
  assert.not.ok(answered);
  kept.resolve();
  const { result } = await call;
  assert.is((await asker.get(String(result.taskId))).taskId, result.taskId);
});

test("tasks without an end have no ttl, and none is kept longer than that", async () => {
  for (const [settings, ttlMs] of [
    [{ ttl: Infinity, maxTtl: Infinity }, null],
    [{ ttl: 9_000, maxTtl: 7_000 }, 7_000],
  ] as const) {
    const asker = await Asker.of(await serverOf({ t: () => "" }, settings));
    assert.is((await asker.call("t")).result.ttlMs, ttlMs);
  }
});

test("a task is completed with the result, if that is an error of the tool", async () => {
  const asker = await Asker.of(
    await serverOf({
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
    const task = await asker.until(await asker.task(tool), "completed");
    const { result, status } = task as { result: object; status: string };
    assert.is(status, "completed");
    const { isError } = result as { isError?: boolean };
    assert.is(isError === true, tool === "fails");
    assert.equal((result as { content?: unknown }).content, content);
    assert.not.ok("error" in task);
  }
});

test("an error of the protocol fails a task, with what it says", async () => {
  class McpError extends Error {
    override readonly name = "McpError";
    readonly code = -32000;
    readonly data = { why: 1 };
  }
  const fails = () => Promise.reject(new McpError("broken"));
  const asker = await Asker.of(await serverOf({ t: fails }));
  const task = await asker.until(await asker.task("t"), "failed");
  assert.is(task.status, "failed");
  assert.is(task.statusMessage, "broken");
  const error = { code: -32000, message: "broken", data: { why: 1 } };
  assert.equal(task.error, error);
  assert.not.ok("result" in task);
});

test("without the extension a call is a call, and a tool that needs it is refused", async () => {
  const server = await serverOf({
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
  // Whatever was declared before: each request says it anew.
  assert.is((await able.call("maybe")).result.resultType, "task");
  assert.is((await plain.call("maybe")).result.resultType, "complete");
});

test("requests about tasks are refused to who did not declare it, known task or not", async () => {
  const server = await serverOf({ t: () => "" });
  const taskId = await (await Asker.of(server)).task("t");
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

test("nothing but a call of a tool is answered with a task", async () => {
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

test("a task that is not there is -32602, for all three", async () => {
  const asker = await Asker.of(await serverOf({ t: () => "" }));
  for (const method of ["tasks/get", "tasks/update", "tasks/cancel"]) {
    const params = { taskId: "none", inputResponses: {} };
    assert.is((await asker.ask(method, params)).error.code, -32602);
  }
  for (const method of ["tasks/result", "tasks/list"])
    assert.is((await asker.ask(method, { taskId: "x" })).error.code, -32601);
});

test("a task is of the subject that its token named; without tokens of who knows its id", async () => {
  const server = await serverOf({ t: () => "" });
  const ann = await Asker.of(server, undefined, "ann");
  const bob = await Asker.of(server, undefined, "bob");
  const taskId = await ann.task("t");
  for (const method of ["tasks/get", "tasks/update", "tasks/cancel"]) {
    const params = { taskId, inputResponses: {} };
    assert.is((await bob.ask(method, params)).error.code, -32602);
  }
  assert.is((await ann.get(taskId)).taskId, taskId);
  const [one, other] = [await Asker.of(server), await Asker.of(server)];
  const open = await one.task("t");
  one.close();
  assert.is((await other.get(open)).taskId, open);
  assert.match(open, /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
});

test("questions: all that are open, answered in parts, in any order, each key once", async () => {
  const asker = await Asker.of(
    await serverOf({
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
  const taskId = await asker.task("t");
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
  // An answer that came once more is none of the other question.
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

test("what the client cannot be asked is told to the handler", async () => {
  const server = await serverOf({
    t: (_args: never, ctx: Ctx) => ctx.elicit(FORM),
  });
  const asker = await Asker.of(server, { extensions: { [TASKS]: {} } });
  const task = await asker.until(await asker.task("t"), "failed");
  assert.is((task.error as { code: number }).code, -32021);
});

test("a task is cancelled at once, its handler is told, and its question is gone", async () => {
  const reasons: unknown[] = [];
  const asker = await Asker.of(
    await serverOf({
      t: (_args: never, ctx: Ctx) => {
        ctx.signal.addEventListener("abort", () => reasons.push(1));
        return ctx.elicit(FORM).catch(() => reasons.push(2));
      },
    }),
  );
  const taskId = await asker.task("t");
  await asker.until(taskId, "input_required");
  for (let times = 0; times < 2; times += 1) {
    const { result } = await asker.ask("tasks/cancel", { taskId });
    assert.equal(bare(result), { resultType: "complete" });
  }
  const task = await asker.get(taskId);
  assert.is(task.status, "cancelled");
  for (const member of ["inputRequests", "result", "error"])
    assert.not.ok(member in task);
  assert.equal(reasons, [1, 2]);
});

test("a task that has ended is acknowledged, and stays as it is", async () => {
  const asker = await Asker.of(await serverOf({ t: () => "done" }));
  const taskId = await asker.task("t");
  const ended = await asker.until(taskId, "completed");
  const { result } = await asker.ask("tasks/cancel", { taskId });
  assert.equal(bare(result), { resultType: "complete" });
  assert.equal(await asker.get(taskId), ended);
});

test("who listens hears each state in full, and only of tasks that are theirs", async () => {
  const go = later();
  const server = await serverOf({
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
  const taskId = await ann.task("t");
  const notifications = { taskIds: [taskId, "none"] };
  const { id } = ann.open("subscriptions/listen", { notifications });
  const other = bob.open("subscriptions/listen", { notifications });
  await new Promise((resolve) => setTimeout(resolve, 5));
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
    new Set(ann.heard.map((one) => one.method)),
    new Set(["notifications/tasks"]),
  );
  assert.equal(bob.heard, []);
  // A subscription that ends hears nothing more.
  ann.give({ method: "notifications/cancelled", params: { requestId: id } });
  bob.give({
    method: "notifications/cancelled",
    params: { requestId: other.id },
  });
  ann.heard.length = 0;
  await ann.ask("tasks/cancel", { taskId: await ann.task("t") });
  assert.equal(ann.heard, []);
});

test("what is asked before there is a task is asked on the call itself", async () => {
  let runs = 0;
  const server = await serverOf({
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

test("`once` and `before` of a call that is no task", async () => {
  const server = await serverOf({
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

test("a task ends with its time, and its handler is told", async () => {
  const ended = later();
  const server = await serverOf(
    {
      t: (_args: never, ctx: Ctx) => {
        ctx.signal.addEventListener("abort", () => ended.resolve());
        return new Promise(() => {});
      },
    },
    { ttl: 20 },
  );
  const asker = await Asker.of(server);
  const taskId = await asker.task("t");
  // Nothing else keeps the process alive: neither does the time of a task.
  const awake = setTimeout(() => {}, 10_000);
  await ended.promise;
  clearTimeout(awake);
  assert.is((await asker.ask("tasks/get", { taskId })).error.code, -32602);
});

test("one owner runs no more tasks at a time than are allowed", async () => {
  const server = await serverOf(
    { t: () => new Promise(() => {}) },
    { maxRunning: 2 },
  );
  const asker = await Asker.of(server);
  await asker.task("t");
  const taskId = await asker.task("t");
  assert.is((await asker.call("t")).error.code, 429);
  await asker.ask("tasks/cancel", { taskId });
});

test("two programs with one store: each shows the task, takes its answers, and cancels it", async () => {
  const { memoryTasks } = await load<{ memoryTasks(): TaskStore }>(
    `${MODERN}+tasks`,
    "server",
  );
  const store = memoryTasks();
  let ended = 0;
  const program = () =>
    serverOf(
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
  const taskId = await near.task("t");
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
  // Nothing else keeps the process alive: neither do the looks.
  const awake = setInterval(() => {}, 1_000);
  const { result } = await far.until(taskId, "completed");
  const [{ text: said = "" } = {}] = (
    result as { content: { text?: string }[] }
  ).content;
  assert.equal(JSON.parse(said), [{ name: "1" }, { name: "2" }]);
  const stopped = await near.task("t");
  await far.until(stopped, "input_required");
  await far.ask("tasks/cancel", { taskId: stopped });
  assert.is((await near.get(stopped)).status, "cancelled");
  while (ended === 0) await new Promise((resolve) => setTimeout(resolve, 1));
  clearInterval(awake);
});

test("a store that tells of changes: a far program stops what works, and is heard", async () => {
  const { memoryTasks } = await load<{ memoryTasks(): TaskStore }>(
    `${MODERN}+tasks`,
    "server",
  );
  const store = memoryTasks();
  const programs: ((taskId: string) => void)[] = [];
  let stopped: () => void = () => {};
  const end = new Promise<void>((resolve) => (stopped = resolve));
  /** The store as one program sees it: the others are told what it changes. */
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
    return serverOf(
      { t, ask: (...of) => ask(...of).then(JSON.stringify as never) },
      // Nobody looks for himself while this runs.
      { store: view, pollInterval: 60_000 },
    ).then((server) => Asker.of(server));
  };
  const [near, far] = [await program(), await program()];
  const asking = await near.task("ask");
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
  const soon = (ms: number) => new Promise((done) => setTimeout(done, ms));
  for (let n = 0; n < 500 && last(far) !== "completed"; n += 1) await soon(1);
  assert.is(last(far), "completed");
  assert.is(last(near), "completed");
  const working = await near.task("t");
  await soon(1);
  await far.ask("tasks/cancel", { taskId: working });
  const late = new Promise((done) => setTimeout(done, 2_000, "late").unref());
  assert.is(await Promise.race([end, late]), undefined);
});

test("events tell what happens to tasks", async () => {
  const events: string[] = [];
  const onEvent = (event: { kind: string; status?: string }) =>
    events.push(`${event.kind} ${event.status ?? ""}`.trim());
  const server = await serverOf(
    {
      t: (_a: never, ctx: Ctx) => ctx.elicit(FORM, { key: "k" }).then(() => ""),
    },
    { onEvent },
  );
  const asker = await Asker.of(server);
  const taskId = await asker.task("t");
  await asker.until(taskId, "input_required");
  await asker.ask("tasks/update", {
    taskId,
    inputResponses: { k: { action: "cancel" } },
  });
  await asker.until(taskId, "completed");
  await asker.ask("tasks/get", { taskId: "none" });
  assert.equal(events, [
    "created working",
    "changed input_required",
    "changed working",
    "changed completed",
    "retrieved completed",
    "missed",
  ]);
});

test.run();
