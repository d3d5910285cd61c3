/**
 * Tests of the client of the tasks extension, with generated and simulated
 * servers.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { load } from "../../../harness/generated/load.js";
import type { Client, Server } from "../../../harness/generated/modules.js";
import { defer } from "../../../harness/run/deferred.js";
import {
  FORM,
  INFO,
  MODERN,
  createTaskServer,
  TASKS,
  type Ctx,
} from "../../../harness/generated/tasks-extension.js";
import { requirement } from "../../../harness/run/requirement.js";
import { settled } from "../../../harness/tasks/receiver.js";

const test = suite("tasks extension: clients");

const PLACE = `${MODERN}+tasks`;
const text = (value: string) => [{ type: "text", text: value }];

/** Asserts that a promise rejects with a message that matches `words`. */
async function rejects(
  promise: Promise<unknown>,
  words: string | RegExp,
): Promise<void> {
  const message = await promise.then(() => "it did not fail", String);
  assert.match(message, words);
}

type Handle = ReturnType<Client["task"]>;

/** Calls a tool as a task and returns the handle of the task. */
async function startTask(client: Client, name = "t"): Promise<Handle> {
  const options = { task: true };
  return (await client.request("tools/call", { name }, options)) as Handle;
}

/** Connects a client to a server in the same process. */
async function connectClient(
  server: Server,
  handlers: object = {},
  options: object = {},
  revisions = PLACE,
): Promise<Client> {
  const { createClient } = await load(revisions, "client");
  const { memory } = await load(revisions, "server");
  const client = createClient(INFO, handlers, options);
  const [near, far] = memory();
  await Promise.all([server.connect(far), client.connect(near)]);
  return client;
}

requirement("91cce96b9312 32f76c913860");
test("tasks extension: a tool call without the task option returns the result of its task", async () => {
  const server = await createTaskServer({ t: () => "done" });
  const client = await connectClient(server);
  assert.equal((await client.callTool({ name: "t" })).content, text("done"));
  const failing = await connectClient(
    await createTaskServer({ t: () => Promise.reject(new Refusal()) }),
  );
  await rejects(failing.callTool({ name: "t" }), "refused");
});

class Refusal extends Error {
  override readonly name = "McpError";
  readonly code = -32000;
  override readonly message = "refused";
}

test("tasks extension: a task handle can be created again from the task id", async () => {
  const go = defer();
  const server = await createTaskServer({
    t: async (_args: never, ctx: Ctx) => {
      await ctx.task?.report("half");
      await go.promise;
      return "done";
    },
  });
  const client = await connectClient(server);
  const handle = await startTask(client);
  const states: string[] = [];
  for await (const state of handle) {
    const { status, statusMessage, ttl } = state as {
      status: string;
      statusMessage?: string;
      ttl: number;
    };
    states.push([status, statusMessage, ttl].join(" "));
    if (statusMessage === "half") go.resolve();
  }
  assert.equal(
    states.filter((state, at) => at > 0 || state.startsWith("working h")),
    ["working half 3600000", "completed  3600000"],
  );
  assert.equal((await handle.result()).content, text("done"));
  // The second client simulates the client program after a restart.
  const again = (await connectClient(server)).task(handle.taskId);
  assert.is((await again.status()).status, "completed");
  assert.equal((await again.result()).content, text("done"));
});

test("tasks extension: after `cancel()`, `result()` of the task handle rejects", async () => {
  const client = await connectClient(
    await createTaskServer({ t: () => new Promise(() => {}) }),
  );
  const handle = await startTask(client);
  assert.is((await handle.cancel()).status, "cancelled");
  await rejects(handle.result(), "The task was cancelled");
});

requirement("91cce96b9312");
test("tasks extension: if a tool creates no task, the call returns a completed task handle", async () => {
  const client = await connectClient(
    await createTaskServer({
      t: { taskSupport: "forbidden", handler: () => "now" },
    }),
  );
  const handle = await startTask(client);
  assert.equal((await handle.result()).content, text("now"));
  assert.is((await handle.cancel()).status, "completed");
  const states = [];
  for await (const { status } of handle) states.push(status);
  assert.equal(states, ["completed"]);
});

test("tasks extension: a client validates the result of a task by the tool's output schema", async () => {
  const { outputValidator } = await load(PLACE, "client");
  const outputSchema = { type: "object", required: ["a"] };
  const server = await createTaskServer({
    right: {
      taskSupport: "optional",
      outputSchema,
      handler: () => ({ structuredContent: { a: 1 } }),
    },
  });
  const client = await connectClient(
    server,
    {},
    { validateOutput: outputValidator() },
  );
  await client.listTools();
  const { structuredContent } = await client.callTool({ name: "right" });
  assert.equal(structuredContent, { a: 1 });
  const handle = await startTask(client, "right");
  assert.equal((await handle.result()).structuredContent, { a: 1 });
});

requirement("ee397615b522 b30f9c45df63 ba97f7bf76b2");
test("tasks extension: a polling client answers each input request only once", async () => {
  let asked = 0;
  const answer = defer<object>();
  const client = await connectClient(
    await createTaskServer({
      t: async (_args: never, ctx: Ctx) =>
        JSON.stringify((await ctx.elicit(FORM)).content),
    }),
    {
      "elicitation/create": () => {
        asked += 1;
        setTimeout(() => {
          answer.resolve({ action: "accept", content: { name: "Ann" } });
        }, 40);
        return answer.promise;
      },
    },
  );
  const { content } = await client.callTool({ name: "t" });
  assert.equal(content, text('{"name":"Ann"}'));
  assert.is(asked, 1);
});

requirement("7cd453e04277");
test("tasks extension: a client polls at once after a notification", async () => {
  const go = defer();
  let looks = 0;
  const server = await createTaskServer(
    { t: () => go.promise.then(() => "done") },
    { pollInterval: 60_000 },
  );
  const { wrapServer } = await load<{
    wrapServer(of: object, wrap: object): Server;
  }>(PLACE, "server");
  const wrap = ({ method }: Asked, _ctx: object, next: () => unknown) => {
    if (method === "tasks/get") looks += 1;
    return next();
  };
  const client = await connectClient(wrapServer(server, wrap));
  const handle = await startTask(client);
  const stop = new AbortController();
  const acknowledged = defer();
  client
    .request(
      "subscriptions/listen",
      { notifications: { taskIds: [handle.taskId] } },
      { signal: stop.signal, onNotification: () => acknowledged.resolve() },
    )
    .catch(() => {});
  await acknowledged.promise;
  const result = handle.result();
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.is(looks, 0);
  go.resolve();
  assert.equal((await result).content, text("done"));
  assert.is(looks, 1);
  stop.abort();
});

interface Asked {
  readonly method: string;
}

requirement("37dfe07815e3 ee4d4bfb9747");
test("tasks extension: a client answers a repeatedly listed input request only once", async () => {
  const { createServer } = await load(PLACE, "server");
  const at = new Date(0).toISOString();
  const task = {
    taskId: "x",
    createdAt: at,
    lastUpdatedAt: at,
    ttlMs: null,
    pollIntervalMs: 1,
  };
  const question = { method: "elicitation/create", params: FORM };
  const updates: unknown[] = [];
  let looks = 0;
  const server = createServer(INFO, {
    "tools/list": () => ({ tools: [] }),
    "tools/call": () => ({ ...task, resultType: "task", status: "working" }),
    "tasks/get": () => {
      looks += 1;
      return looks < 5
        ? { ...task, status: "input_required", inputRequests: { k: question } }
        : { ...task, status: "completed", result: { content: [] } };
    },
    "tasks/update": ({ inputResponses }: { inputResponses: unknown }) => {
      updates.push(inputResponses);
      return {};
    },
  });
  let asked = 0;
  const client = await connectClient(server, {
    "elicitation/create": () => {
      asked += 1;
      return { action: "decline" };
    },
  });
  assert.equal((await client.callTool({ name: "t" })).content, []);
  assert.equal([asked, updates], [1, [{ k: { action: "decline" } }]]);
});

for (const [failing, message] of [
  ["the handler of the client", "The user is away"],
  ["the request that sends the answer", "later"],
] as const)
  test(`tasks extension: a client asks for input again after ${failing} has failed`, async () => {
    const { createServer } = await load(PLACE, "server");
    const at = new Date(0).toISOString();
    const task = {
      taskId: "x",
      createdAt: at,
      lastUpdatedAt: at,
      ttlMs: null,
      pollIntervalMs: 1,
    };
    const question = { method: "elicitation/create", params: FORM };
    const updates: unknown[] = [];
    const isClient = failing.startsWith("the handler");
    let fails = 1;
    const fail = (isHere: boolean): void => {
      if (!isHere || fails-- <= 0) return;
      const error = new Error(message) as Error & { code: number };
      throw Object.assign(error, { name: "McpError", code: -32000 });
    };
    const server = createServer(INFO, {
      "tools/list": () => ({ tools: [] }),
      "tools/call": () => ({ ...task, resultType: "task", status: "working" }),
      "tasks/get": () =>
        updates.length === 0
          ? {
              ...task,
              status: "input_required",
              inputRequests: { k: question },
            }
          : { ...task, status: "completed", result: { content: [] } },
      "tasks/update": ({ inputResponses }: { inputResponses: unknown }) => {
        fail(!isClient);
        updates.push(inputResponses);
        return {};
      },
    });
    let asked = 0;
    const client = await connectClient(server, {
      "elicitation/create": () => {
        asked += 1;
        fail(isClient);
        return { action: "decline" };
      },
    });
    const handle = await startTask(client);
    await rejects(handle.result(), message);
    assert.equal((await handle.result()).content, []);
    assert.equal([asked, updates], [2, [{ k: { action: "decline" } }]]);
  });

requirement("32f76c913860 829327503db1");
test("tasks extension: a client does not cancel a task that has failed", async () => {
  const server = await createTaskServer({
    t: () => Promise.reject(new Refusal()),
  });
  const methods: string[] = [];
  server.endpoint.intercept({
    answer(call, next) {
      methods.push(call.method);
      return next(call);
    },
  });
  const client = await connectClient(server);
  await rejects(client.callTool({ name: "t" }), "refused");
  await settled();
  assert.ok(methods.includes("tasks/get"));
  assert.not(methods.includes("tasks/cancel"));
});

test("tasks extension: an aborted signal rejects the call and cancels its task", async () => {
  const cancelled = defer();
  const stop = new AbortController();
  const client = await connectClient(
    await createTaskServer({
      t: (_args: never, ctx: Ctx) => {
        ctx.signal.addEventListener("abort", () => cancelled.resolve());
        setTimeout(() => stop.abort(new Error("enough")), 10);
        return new Promise(() => {});
      },
    }),
  );
  const call = client.callTool({ name: "t" }, { signal: stop.signal });
  await rejects(call, "enough");
  await cancelled.promise;
});

test("tasks extension: the maxTimeout of a call also limits the task that the call creates", async () => {
  const cancelled = defer();
  const client = await connectClient(
    await createTaskServer({
      t: (_args: never, ctx: Ctx) => {
        ctx.signal.addEventListener("abort", () => cancelled.resolve());
        return new Promise(() => {});
      },
    }),
  );
  const call = client.callTool({ name: "t" }, { maxTimeout: 30 });
  await rejects(call, "took more than 30 ms");
  await cancelled.promise;
});

test("tasks extension: a client whose capabilities contain `false` for the extension does not declare the extension", async () => {
  const declared: unknown[] = [];
  const server = await createTaskServer({
    t: (_args: never, ctx: Ctx) => {
      const { peer } = ctx as unknown as { peer: { capabilities: object } };
      declared.push(peer.capabilities);
      return ctx.task ? "task" : "call";
    },
  });
  const client = await connectClient(server);
  assert.equal((await client.callTool({ name: "t" })).content, text("task"));
  const capabilities = { extensions: { [TASKS]: false } };
  const plain = await connectClient(server, {}, { capabilities });
  assert.equal((await plain.callTool({ name: "t" })).content, text("call"));
  assert.equal(declared, [{ extensions: { [TASKS]: {} } }, { extensions: {} }]);
  const { createServer, tools } = await load(PLACE, "server");
  const none = createServer(INFO, tools({ t: { handler: () => "" } }));
  const asking = (await connectClient(none)).request("tasks/get", {
    taskId: "x",
  });
  await rejects(asking, /needs the extension io\.modelcontext/);
});

requirement("ce70c82b3509");
test("tasks extension: a client rejects a task as the result of a method without task support", async () => {
  // Use a server without the extension: a server with the extension would
  // refuse to send a task as this method's result.
  const { createServer } = await load(MODERN, "server");
  const at = new Date(0).toISOString();
  const task = {
    resultType: "task",
    taskId: "x",
    status: "working",
    createdAt: at,
    lastUpdatedAt: at,
    ttlMs: null,
  };
  const server = createServer(INFO, {
    "prompts/get": () => task,
    "tools/call": () => ({ ...task, status: "asleep" }),
    "tools/list": () => ({ tools: [] }),
  });
  const client = await connectClient(server);
  await rejects(
    client.request("prompts/get", { name: "p" }),
    'The result of prompts/get has an unknown type: "task"',
  );
  await rejects(client.callTool({ name: "t" }), "no valid task");
});

requirement("13725079a4c5");
test("tasks extension: in requests about a task, the Mcp-Name header contains the task id", async () => {
  const { listen } = await load(PLACE, "server");
  const { createClient, http } = await load(PLACE, "client");
  const server = await createTaskServer({ t: () => "done" });
  const { url, close } = await listen(server, { port: 0 });
  const seen: [string | null, string | null][] = [];
  const fetch = (to: string, init: RequestInit) => {
    const headers = new Headers(init.headers);
    seen.push([headers.get("mcp-method"), headers.get("mcp-name")]);
    return globalThis.fetch(to, init);
  };
  const client = createClient(INFO);
  await client.connect(http(url, { fetch }));
  const handle = await startTask(client);
  await handle.result();
  await handle.cancel();
  const { taskId } = handle;
  const named = seen.filter(([method]) => method?.startsWith("tasks/"));
  assert.equal(new Set(named.map(([, name]) => name)), new Set([taskId]));
  const { createMeta } = await import("../../../harness/peers/meta.js");
  const _meta = createMeta(MODERN, { extensions: { [TASKS]: {} } });
  const answer = await globalThis.fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": MODERN,
      "mcp-method": "tasks/get",
      "mcp-name": "another",
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tasks/get",
      params: { taskId, _meta },
    }),
  });
  assert.is(answer.status, 400);
  const { error } = (await answer.json()) as { error: { code: number } };
  assert.is(error.code, -32020);
  await client.close();
  await close();
});

const ALL = "all+tasks";

test("tasks extension: one handler serves core tasks and tasks of the extension", async () => {
  const server = await createTaskServer(
    {
      ask: {
        taskSupport: "required",
        handler: async (_args: never, ctx: Ctx) =>
          JSON.stringify((await ctx.elicit(FORM)).content),
      },
    },
    {},
    ALL,
  );
  const handlers = {
    "elicitation/create": () => ({ action: "accept", content: { name: "A" } }),
  };
  for (const revision of [MODERN, "2025-11-25"]) {
    const options = { revisions: [revision] };
    const client = await connectClient(server, handlers, options, ALL);
    assert.is(client.server.version, revision);
    await client.listTools();
    const handle = await startTask(client, "ask");
    const again = client.task(handle.taskId);
    assert.equal((await again.result()).content, text('{"name":"A"}'));
    const states: string[] = [];
    for await (const { status } of client.task(handle.taskId))
      states.push(status);
    assert.equal(states, ["completed"]);
  }
});

test("tasks extension: a client can read a core task that another client of the same owner has created", async () => {
  const settings = { owner: () => "ann" };
  const server = await createTaskServer({ t: () => "done" }, settings, ALL);
  const connectAt = (revision: string) =>
    connectClient(server, {}, { revisions: [revision] }, ALL);
  const core = await connectAt("2025-11-25");
  await core.listTools();
  const { taskId } = await startTask(core);
  const client = await connectAt(MODERN);
  const { content } = await client.task(taskId).result();
  assert.equal(content, text("done"));
});

test("tasks extension: clients of revisions without tasks call a tool without creating a task", async () => {
  const server = await createTaskServer({ t: () => "plain" }, {}, ALL);
  for (const revision of ["2025-06-18", "2025-03-26", "2024-11-05"]) {
    const options = { revisions: [revision] };
    const client = await connectClient(server, {}, options, ALL);
    assert.equal((await client.callTool({ name: "t" })).content, text("plain"));
  }
});

test.run();
