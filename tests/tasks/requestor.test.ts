/** The requestor of tasks: what it sends, and what its handles do. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ClientCore, withShorthands } from "../../templates/runtime/client.js";
import { McpError } from "../../templates/runtime/connection/errors.js";
import { taskToolHandlers } from "../../templates/runtime/tasks/tools.js";
import type { Handlers } from "../../templates/runtime/lifecycle/lifecycle.js";
import { ServerCore } from "../../templates/runtime/server.js";
import { withTasks } from "../../templates/runtime/tasks/client.js";
import type { TaskHandle } from "../../templates/runtime/tasks/handle.js";
import { RELATED_TASK } from "../../templates/runtime/tasks/task.js";
import type { TaskState } from "../../templates/runtime/tasks/task.js";
import { tasks } from "../../templates/runtime/tasks/tasks.js";
import { memory } from "../../templates/runtime/transport/memory.js";
import { CLIENT, messageOf } from "../runtime/support.js";
import {
  later,
  settled,
  TASK_CLIENT,
  TASK_SERVER,
  taskIn,
  taskTools,
} from "./support.js";

const test = suite("tasks: the requestor");

interface Client extends ClientCore {
  callTool(params: object, options: object): Promise<TaskHandle>;
  task(taskId: string): TaskHandle;
}

interface Message {
  readonly method?: string;
  readonly params?: { readonly [name: string]: unknown };
  readonly result?: { readonly [name: string]: unknown };
}

interface Pair {
  readonly client: Client;
  /** What the client sent, and what the server sent. */
  readonly sent: { readonly client: Message[]; readonly server: Message[] };
  close(): Promise<void>;
}

const info = { name: "test", version: "1" };
const onError = (): void => {};

/** A client and a server of these handlers, connected in memory. */
async function pair(server: Handlers, client: Handlers = {}): Promise<Pair> {
  const core = new ServerCore(TASK_SERVER, info, server, {
    onError,
  });
  const made = withTasks(
    withShorthands(new ClientCore(TASK_CLIENT, info, client, { onError }), {
      callTool: "tools/call",
    }),
  ) as unknown as Client;
  const [near, far] = memory();
  const sent = { client: [] as Message[], server: [] as Message[] };
  const record = (transport: typeof near, messages: Message[]): void => {
    const send = transport.send.bind(transport);
    transport.send = (message) => {
      messages.push(message as Message);
      send(message);
    };
  };
  record(near, sent.client);
  record(far, sent.server);
  await Promise.all([core.connect(far), made.connect(near)]);
  return { client: made, sent, close: () => made.close() };
}

const slow = (handler: (...args: never[]) => unknown): Handlers => ({
  ...taskTools({ t: handler as never }),
  ...(tasks({ pollInterval: 1 }) as Handlers),
});

const calls = (messages: readonly Message[], method: string): Message[] =>
  messages.filter((message) => message.method === method);

async function states(handle: TaskHandle): Promise<string[]> {
  const all: string[] = [];
  for await (const { status } of handle) all.push(status);
  return all;
}

for (const [task, sent] of [
  [true, {}],
  [{ ttl: 1_234 }, { ttl: 1_234 }],
] as const) {
  test(`task: ${JSON.stringify(task)} is sent as ${JSON.stringify(sent)}`, async () => {
    const { client, sent: messages } = await pair(slow(() => "x"));
    const handle = await client.callTool({ name: "t" }, { task });
    const [call] = calls(messages.client, "tools/call");
    assert.equal(call?.params, { name: "t", task: sent });
    assert.equal((await handle.result()) as object, {
      content: [{ type: "text", text: "x" }],
      _meta: { [RELATED_TASK]: { taskId: handle.taskId } },
    });
  });
}

test("a handle has status, result and cancel, and sends no related task", async () => {
  const { client, sent } = await pair(slow(() => new Promise(() => {})));
  const handle = await client.callTool({ name: "t" }, { task: true });
  assert.is((await handle.status()).status, "working");
  const result = messageOf(handle.result());
  assert.is((await handle.cancel()).status, "cancelled");
  assert.is(await result, "The task was cancelled");
  assert.match(await messageOf(handle.cancel()), "it is cancelled already");
  for (const { method, params } of sent.client) {
    if (!method?.startsWith("tasks/")) continue;
    assert.equal([method, params], [method, { taskId: handle.taskId }]);
  }
});

test("iterating gives each state once, to the end", async () => {
  const end = later();
  const tool = async (
    _args: object,
    ctx: { task: { report(text: string): Promise<void> } },
  ): Promise<string> => {
    await ctx.task.report("half");
    await end.promise;
    return "x";
  };
  const { client } = await pair(slow(tool as never));
  const handle = await client.callTool({ name: "t" }, { task: true });
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

test("the states are polled when nothing tells of them, as often as the server says", async () => {
  const { client, sent } = await pair(slow(() => "x"));
  const { connection } = client;
  const receive = connection.receive.bind(connection);
  connection.receive = (message, origin) => {
    const { method } = message as Message;
    if (method !== "notifications/tasks/status") receive(message, origin);
  };
  const handle = await client.callTool({ name: "t" }, { task: true });
  assert.equal(await states(handle), ["working", "completed"]);
  assert.ok(calls(sent.client, "tasks/get").length > 0);
});

test("a notification ends the wait for the next poll", async () => {
  const end = later<string>();
  const { client, sent } = await pair({
    ...taskTools({ t: () => end.promise }),
    ...(tasks({ pollInterval: 1e9 }) as Handlers),
  });
  const handle = await client.callTool({ name: "t" }, { task: true });
  const seen = states(handle);
  await settled();
  end.resolve("x");
  assert.equal(await seen, ["working", "completed"]);
  assert.equal(calls(sent.client, "tasks/get"), []);
});

test("a state that needs input makes the client wait for the result, where it is asked", async () => {
  const tool = async (
    _args: object,
    ctx: { elicit(params: object): Promise<{ action: string }> },
  ): Promise<string> => (await ctx.elicit({ message: "?" })).action;
  const asked: unknown[] = [];
  const { client, sent } = await pair(slow(tool as never), {
    "elicitation/create": (params: unknown) => {
      asked.push(params);
      return { action: "decline", _meta: { mine: 1 } };
    },
  });
  const handle = await client.callTool({ name: "t" }, { task: true });
  const seen = await states(handle);
  assert.is(seen[0], "working");
  assert.ok(seen.includes("input_required"));
  assert.is(seen.at(-1), "completed");
  const related = { [RELATED_TASK]: { taskId: handle.taskId } };
  assert.equal(asked, [{ message: "?", _meta: related }]);
  assert.is(calls(sent.client, "tasks/result").length, 1);
  const answer = sent.client.find(({ result }) => result?.action);
  assert.equal(answer?.result?._meta, { mine: 1, ...related });
});

test("progress is heard for the life of the task, and not after it", async () => {
  const end = later();
  const tool = async (
    _args: object,
    ctx: { progress(value: number): void },
  ): Promise<string> => {
    ctx.progress(1);
    await end.promise;
    ctx.progress(2);
    return "x";
  };
  const { client } = await pair(slow(tool as never));
  const heard: number[] = [];
  const onProgress = ({ progress }: { progress: number }): void =>
    void heard.push(progress);
  const handle = await client.callTool(
    { name: "t" },
    { task: true, onProgress },
  );
  await settled();
  assert.equal(heard, [1]);
  end.resolve();
  await handle.result();
  assert.equal(heard, [1, 2]);
});

test("a handle is made again from the id", async () => {
  const end = later<string>();
  const { client } = await pair(slow(() => end.promise));
  const { taskId } = await client.callTool({ name: "t" }, { task: true });
  const handle = client.task(taskId);
  assert.is(handle.taskId, taskId);
  assert.is((await handle.status()).status, "working");
  end.resolve("x");
  assert.equal((await states(handle)).at(-1), "completed");
  assert.ok(await handle.result());
  assert.match(await messageOf(client.task("?").status()), "no such task");
  assert.match(await messageOf(states(client.task("?"))), "no such task");
});

test("a result that is none of its method is refused", async () => {
  const handlers: Handlers = {
    "tools/call": () => ({ nonsense: 1 }),
    ...(tasks() as Handlers),
  };
  const { client } = await pair(handlers);
  const handle = await client.callTool({ name: "t" }, { task: true });
  assert.is(
    await messageOf(handle.result()),
    "The result of tools/call is not valid: content: expected array, got nothing",
  );
});

test("an error of the request is that error", async () => {
  const fail = (): never => {
    throw new McpError(-32050, "jammed", { tray: 2 });
  };
  const { client } = await pair(slow(fail));
  const handle = await client.callTool({ name: "t" }, { task: true });
  const error = await handle.result().catch((thrown: unknown) => thrown);
  assert.instance(error, McpError);
  const { code, message, data } = error as McpError;
  assert.equal([code, message, data], [-32050, "jammed", { tray: 2 }]);
});

for (const [title, answer] of [
  ["a plain result", { content: [] }],
  ["no state", { task: { taskId: "1" } }],
  [
    "an unknown status",
    {
      task: {
        taskId: "1",
        status: "dreaming",
        createdAt: "",
        lastUpdatedAt: "",
        ttl: null,
      },
    },
  ],
] as const) {
  test(`a server that answers with ${title} instead of a task`, async () => {
    const { client } = await pair({ "tools/call": () => answer });
    const capabilities = {
      tools: {},
      tasks: { requests: { tools: { call: {} } } },
    };
    client.connection.peer = { ...client.connection.peer, capabilities };
    assert.is(
      await messageOf(client.callTool({ name: "t" }, { task: true })),
      "The answer is not a valid task",
    );
  });
}

test("no task is asked for that the server did not declare", async () => {
  const { client, sent } = await pair({
    "tools/call": () => ({ content: [] }),
  });
  const refused =
    "A task of tools/call needs tasks.requests.tools.call, which the peer did not declare";
  assert.is(
    await messageOf(client.callTool({ name: "t" }, { task: true })),
    refused,
  );
  assert.is(
    await messageOf(client.request("tools/call", { name: "t", task: {} })),
    refused,
  );
  assert.match(
    await messageOf(client.request("tasks/list")),
    "tasks/list needs tasks.list",
  );
  assert.equal(calls(sent.client, "tools/call"), []);
});

const SUPPORTS = {
  no: { handler: () => "x" },
  never: { taskSupport: "forbidden", handler: () => "x" },
  may: { taskSupport: "optional", handler: () => "x" },
  must: { taskSupport: "required", handler: () => "x" },
} as const;

for (const [name, plain, asTask] of [
  ["no", true, false],
  ["never", true, false],
  ["may", true, true],
  ["must", false, true],
] as const) {
  test(`once tools are listed, ${name} is called as it says`, async () => {
    const { client, sent } = await pair({
      ...(taskToolHandlers(SUPPORTS) as Handlers),
      ...(tasks() as Handlers),
    });
    await client.request("tools/list");
    const problems = [
      await messageOf(client.request("tools/call", { name })),
      await messageOf(client.callTool({ name }, { task: true })),
    ];
    assert.equal(
      problems.map((text) => text.startsWith("The tool ")),
      [!plain, !asTask],
    );
    const made = Number(plain) + Number(asTask);
    assert.is(calls(sent.client, "tools/call").length, made);
  });
}

test("without a list the server decides", async () => {
  const { client } = await pair({
    ...(taskToolHandlers(SUPPORTS) as Handlers),
    ...(tasks() as Handlers),
  });
  assert.is(
    await messageOf(client.request("tools/call", { name: "must" })),
    "The tool must runs as a task only: ask for one",
  );
  assert.is(
    await messageOf(client.callTool({ name: "no" }, { task: true })),
    "The tool no does not run as a task",
  );
});

test("what a list said is forgotten when the tools change", async () => {
  const tools = taskToolHandlers(SUPPORTS);
  const { client } = await pair({
    ...(tools as Handlers),
    ...(tasks() as Handlers),
  });
  await client.request("tools/list");
  tools.set("no", { taskSupport: "optional", handler: () => "x" });
  await settled();
  assert.ok(await client.callTool({ name: "no" }, { task: true }));
});

test("params.task of the program's own gives the answer as it is", async () => {
  const { client } = await pair(slow(() => "x"));
  const answer = await client.request("tools/call", { name: "t", task: {} });
  const { task } = answer as { task: TaskState };
  assert.is(task.status, "working");
});

test("a revision without tasks knows nothing of them", async () => {
  const core = new ClientCore(CLIENT, info, tasks() as Handlers, { onError });
  const [near, far] = memory();
  const server = new ServerCore(
    TASK_SERVER,
    info,
    slow(() => "x"),
    {},
  );
  await Promise.all([server.connect(far), core.connect(near)]);
  assert.match(
    await messageOf(core.request("tasks/get", { taskId: "1" })),
    "tasks/get is not part of revision",
  );
});

/** A server's tool that asks the client for a task, and the client. */
function sampling(
  use: (handle: TaskHandle) => Promise<unknown>,
  task: object | true = true,
): Handlers {
  const tool = async (
    _args: object,
    ctx: { sample(params: object, options: object): Promise<TaskHandle> },
  ): Promise<string> =>
    JSON.stringify(await use(await ctx.sample({ maxTokens: 1 }, { task })));
  return {
    ...taskTools({ t: tool as never }),
    ...(tasks({ pollInterval: 1 }) as Handlers),
  };
}

const SAMPLE = { role: "assistant", content: [], model: "m" };

test("a client declares what it can run as tasks", async () => {
  const { sent } = await pair(
    slow(() => "x"),
    {
      "sampling/createMessage": () => SAMPLE,
      "elicitation/create": () => ({ action: "accept" }),
      ...(tasks() as Handlers),
    },
  );
  assert.equal(sent.client[0]?.params?.capabilities, {
    sampling: {},
    elicitation: {},
    tasks: {
      list: {},
      cancel: {},
      requests: {
        sampling: { createMessage: {} },
        elicitation: { create: {} },
      },
    },
  });
});

test("a server asks with a task: the client answers at once, and is polled", async () => {
  const end = later();
  const { client, sent } = await pair(
    sampling(async (handle) => {
      const before = (await handle.status()).status;
      end.resolve();
      return [before, await states(handle), await handle.result()];
    }),
    {
      "sampling/createMessage": () => end.promise.then(() => SAMPLE),
      ...(tasks({ pollInterval: 1 }) as Handlers),
    },
  );
  const result = (await client.request("tools/call", { name: "t" })) as {
    content: [{ text: string }];
  };
  const [before, seen, sample] = JSON.parse(result.content[0].text) as [
    string,
    string[],
    { model: string },
  ];
  assert.is(before, "working");
  assert.equal(seen, ["working", "completed"]);
  assert.is(sample.model, "m");
  const [asked] = calls(sent.server, "sampling/createMessage");
  assert.equal(asked?.params, { maxTokens: 1, task: {} });
});

test("a server lists and cancels the tasks of a client", async () => {
  const stopped = later();
  const { client } = await pair(
    sampling((handle) => handle.cancel()),
    {
      "sampling/createMessage": (
        _params: unknown,
        { signal }: { signal: AbortSignal },
      ) => {
        signal.addEventListener("abort", () => stopped.resolve());
        return new Promise(() => {});
      },
      ...(tasks() as Handlers),
    } as Handlers,
  );
  const result = (await client.request("tools/call", { name: "t" })) as {
    content: [{ text: string }];
  };
  assert.match(result.content[0].text, '"status":"cancelled"');
});

test("a task within a task: each message belongs to its own", async () => {
  const { client, sent } = await pair(
    sampling((handle) => handle.result()),
    {
      "sampling/createMessage": () => SAMPLE,
      ...(tasks() as Handlers),
    },
  );
  const handle = await client.callTool({ name: "t" }, { task: true });
  const result = (await handle.result()) as { content: [{ text: string }] };
  assert.match(result.content[0].text, '"model":"m"');
  const outer = { [RELATED_TASK]: { taskId: handle.taskId } };
  const [asked] = calls(sent.server, "sampling/createMessage");
  assert.equal(asked?.params?._meta, outer);
  const created = sent.client.find(({ result: answer }) => answer?.task);
  assert.equal(created?.result?._meta, outer);
  const inner = taskIn(created).taskId;
  const answer = sent.client.find(({ result: given }) => given?.model);
  assert.equal(answer?.result?._meta, { [RELATED_TASK]: { taskId: inner } });
});

test("a server that runs no tasks cannot ask for them", async () => {
  const tool = (
    _args: object,
    ctx: { sample(params: object, options: object): Promise<unknown> },
  ): Promise<string> => messageOf(ctx.sample({}, { task: true }));
  const { client, sent } = await pair(
    taskToolHandlers({ t: { handler: tool as never } }) as Handlers,
    { "sampling/createMessage": () => SAMPLE, ...(tasks() as Handlers) },
  );
  const result = (await client.request("tools/call", { name: "t" })) as {
    content: [{ text: string }];
  };
  assert.match(result.content[0].text, "add ...tasks() to the handlers");
  assert.equal(calls(sent.server, "sampling/createMessage"), []);
});

test.run();
