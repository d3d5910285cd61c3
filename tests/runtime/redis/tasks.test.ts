/**
 * Tests of core tasks, rate limits and encrypted input state with several
 * server processes.
 */
import * as assert from "uvu/assert";
import { redisTasks } from "../../../runtime/redis/tasks.js";
import { tasks } from "../../../runtime/tasks/core/tasks.js";
import { taskToolHandlers } from "../../../runtime/tasks/tools.js";
import {
  gate,
  listenTo,
  openSession,
  post,
  SESSIONS,
  SINGLE,
  single,
} from "../../harness/http/site.js";
import { Events } from "../../harness/http/events.js";
import { TASK_SERVER } from "../../harness/tasks/receiver.js";
import { withRedis } from "../../harness/redis/cluster.js";
import type { SharedState } from "../../../runtime/http/server/shared-state.js";
import type { Call } from "../../../runtime/protocol/connection/call.js";
import type { Handlers } from "../../../runtime/protocol/lifecycle.js";
import type { Site } from "../../harness/http/site.js";

const test = withRedis("redis: tasks and limits");

type Task = {
  readonly taskId: string;
  readonly status: string;
  readonly statusMessage?: string;
};

const PROTOCOL = { ...TASK_SERVER, http: SESSIONS.http };

/**
 * Creates handlers with a tool that runs until `end` resolves. `cancelled` is
 * called if the call is cancelled.
 */
const slow =
  (end: Promise<void> = new Promise(() => {}), cancelled = (): void => {}) =>
  (_process: number, shared: SharedState): Handlers =>
    ({
      ...taskToolHandlers({
        slow: {
          inputSchema: { type: "object" },
          taskSupport: "optional",
          handler: async (_args: unknown, ctx: unknown) => {
            (ctx as Call).signal.addEventListener("abort", cancelled);
            await end;
            return { content: [{ type: "text", text: "done" }] };
          },
        },
      } as never),
      ...tasks({ store: redisTasks(shared), pollInterval: 50 }),
    }) as Handlers;

let ids = 10;
const ask = async (
  site: Site,
  session: { [name: string]: string },
  method: string,
  params: object,
): Promise<{ result: never; error?: { message: string } }> => {
  const response = await post(site, { id: ++ids, method, params }, session);
  return (await response.json()) as never;
};

const START = { name: "slow", arguments: {}, task: {} };

const startTask = async (
  site: Site,
  session: { [name: string]: string },
): Promise<string> => {
  const { result } = await ask(site, session, "tools/call", START);
  return (result as { task: Task }).task.taskId;
};

test("a client can get, list and await a task in any process", async (world) => {
  const end = gate();
  const [a, b] = await world.sites(2, PROTOCOL, slow(end.promise));
  const session = await openSession(a!);
  const taskId = await startTask(a!, session);
  const seen: Task = (await ask(b!, session, "tasks/get", { taskId })).result;
  assert.is(seen.status, "working");
  const listed = (await ask(b!, session, "tasks/list", {})).result as {
    tasks: Task[];
  };
  assert.equal(
    listed.tasks.map((task) => task.taskId),
    [taskId],
  );
  const waits = ask(b!, session, "tasks/result", { taskId });
  end.open();
  assert.match(JSON.stringify((await waits).result), "done");
  const stranger = await openSession(b!);
  assert.ok((await ask(b!, stranger, "tasks/get", { taskId })).error);
});

test("an input request of a task reaches a client that waits for the result at another process", async (world) => {
  const [a, b] = await world.sites(
    2,
    PROTOCOL,
    (_process, shared) =>
      ({
        ...taskToolHandlers({
          slow: {
            inputSchema: { type: "object" },
            taskSupport: "optional",
            handler: async (_args: unknown, ctx: unknown) =>
              JSON.stringify(
                await (ctx as Call).sample({ messages: [], maxTokens: 1 }),
              ),
          },
        } as never),
        ...tasks({ store: redisTasks(shared), pollInterval: 50 }),
      }) as Handlers,
  );
  const session = await openSession(a!);
  const listening = new Events(await listenTo(b!, session));
  const taskId = await startTask(a!, session);
  const waits = ask(b!, session, "tasks/result", { taskId });
  let asked: { id?: unknown; method?: string; params?: object } | undefined;
  while (asked?.method !== "sampling/createMessage")
    asked = (await listening.next())?.data as typeof asked;
  assert.match(JSON.stringify(asked.params), taskId);
  const answer = { id: asked.id, result: { model: "m" } };
  await post(b!, answer as never, session);
  assert.match(JSON.stringify((await waits).result), "model");
});

test("a task can be cancelled in any process", async (world) => {
  const cancelled = gate();
  const [a, b] = await world.sites(
    2,
    PROTOCOL,
    slow(undefined, cancelled.open),
  );
  const session = await openSession(a!);
  const taskId = await startTask(a!, session);
  const ended: Task = (await ask(b!, session, "tasks/cancel", { taskId }))
    .result;
  assert.is(ended.status, "cancelled");
  await cancelled.promise;
});

test("a completed task outlives its process", async (world) => {
  const end = gate();
  const [a, b] = await world.sites(2, PROTOCOL, slow(end.promise));
  const session = await openSession(a!);
  const done = await startTask(a!, session);
  end.open();
  const result = { id: 1, method: "tasks/result", params: { taskId: done } };
  await (await post(a!, result, session)).text();
  await a!.close();
  const task: Task = (await ask(b!, session, "tasks/get", { taskId: done }))
    .result;
  assert.is(task.status, "completed");
});

test("when a process ends, its running tasks get the status failed", async (world) => {
  const [a] = await world.sites(1, PROTOCOL, slow());
  const session = await openSession(a!);
  const taskId = await startTask(a!, session);
  const client = await world.client();
  const [key = ""] = await client.keys(`*{t:${taskId}}`);
  const kept = JSON.parse((await client.get(key)) ?? "") as object;
  await client.set(key, JSON.stringify({ ...kept, by: "000000000000" }));
  const task: Task = (await ask(a!, session, "tasks/get", { taskId })).result;
  const message = "The process that ran the task has ended";
  assert.equal([task.status, task.statusMessage], ["failed", message]);
  const { error } = await ask(a!, session, "tasks/result", { taskId });
  assert.equal(error, { code: -32603, message });
});

test("the limit of tasks per owner applies to the shared store", async (world) => {
  const [a] = await world.sites(
    1,
    PROTOCOL,
    (process, shared) =>
      ({
        ...slow()(process, shared),
        ...tasks({ store: redisTasks(shared, { perOwner: 4 }) }),
      }) as Handlers,
  );
  const session = await openSession(a!);
  const errors: (string | undefined)[] = [];
  for (let n = 0; n < 3; n += 1) {
    const { error } = await ask(a!, session, "tools/call", START);
    errors.push(error?.message);
  }
  assert.equal(errors, [undefined, undefined, "Too many requests"]);
});

test("a rate limit applies to all processes together", async (world) => {
  const rate = { burst: 20, perSecond: 0.001 };
  const sites = await world.sites(
    2,
    SINGLE,
    () => ({ "tools/list": () => ({ tools: [] }) }),
    { rate },
  );
  const send = async (site: Site, count: number): Promise<number> => {
    let passed = 0;
    for (let n = 0; n < count; n += 1) {
      const { status } = await post(site, ...single("tools/list"));
      if (status === 200) passed += 1;
    }
    return passed;
  };
  assert.is(await send(sites[0]!, 15), 15);
  await world.waitForBeats(2);
  await world.settle();
  // The second process learns the shared number of requests only after its
  // first request.
  assert.is(await send(sites[1]!, 1), 1);
  await world.waitForBeats(2);
  await world.settle();
  assert.is(await send(sites[1]!, 10), 4);
  await world.waitForBeats(2);
  await world.settle();
  assert.is(await send(sites[0]!, 5), 0);
});

test("request state that one process has encrypted is accepted by another process", async (world) => {
  const sites = await world.sites(2, SINGLE, () => ({
    "tools/call": async (_params: never, ctx: Call) => ({
      answer: await ctx.sample({ messages: [], maxTokens: 1 }),
    }),
  }));
  const meta = {
    "io.modelcontextprotocol/clientCapabilities": { sampling: {} },
  };
  const first = await post(
    sites[0]!,
    ...single("tools/call", { name: "x" }, meta),
  );
  const { result } = (await first.json()) as {
    result: { requestState: string; inputRequests: object };
  };
  const [key = ""] = Object.keys(result.inputRequests);
  const again = {
    name: "x",
    requestState: result.requestState,
    inputResponses: { [key]: { model: "m" } },
  };
  const second = await post(sites[1]!, ...single("tools/call", again, meta));
  assert.match(await second.text(), '"answer":{"model":"m"}');
});

test.run();
