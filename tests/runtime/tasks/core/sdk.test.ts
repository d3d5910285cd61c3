/**
 * Tests of core tasks with the client and the server of the official SDK v1.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { Client as SdkClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { InMemoryTaskStore } from "@modelcontextprotocol/sdk/experimental/tasks/stores/in-memory.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import {
  CallToolResultSchema,
  ElicitRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { load } from "../../../harness/generated/load.js";
import type { Context, Task } from "../../../harness/generated/modules.js";
import type { Receiver } from "../../../../runtime/transport/transport.js";
import { requirement } from "../../../harness/run/requirement.js";

const test = suite("core tasks: official SDK");

requirement("48b38ad0cbcb 92d5ace1ce10 2aabc3a2c025 b9f1879de536");
test("core tasks: the official client reconnects and gets the result of its task", () =>
  startsAgain("2025-11-25"));

test("core tasks: the official client gets its task's result from a server of all revisions", () =>
  startsAgain("all"));

const INFO = { name: "test", version: "1" };
const FORM = { type: "object", properties: {} };

async function startsAgain(revision: string): Promise<void> {
  const { createServer, listen, tasks, tools } = await load(revision, "server");
  const handler = async (_args: unknown, ctx: Context) =>
    (await ctx.elicit({ message: "Go on?", requestedSchema: FORM })).action;
  const server = createServer(INFO, {
    ...tools({ ask: { taskSupport: "required", handler } }),
    ...tasks({ pollInterval: 5 }),
  });
  const verify = (token: string) => ({ subject: token });
  const { url, close } = await listen(server, { port: 0, auth: { verify } });
  const open = async (token: string) => {
    const capabilities = { elicitation: { form: {} } };
    const client = new SdkClient(INFO, { capabilities });
    client.setRequestHandler(ElicitRequestSchema, () => ({
      action: "accept" as const,
      content: {},
    }));
    const requestInit = { headers: { authorization: `Bearer ${token}` } };
    const at = new StreamableHTTPClientTransport(new URL(url), { requestInit });
    await client.connect(at as never);
    return { client, tasks: client.experimental.tasks };
  };
  const first = await open("ann");
  await first.client.listTools();
  const call = { name: "ask", arguments: {} };
  const options = { task: {} };
  const stream = first.tasks.callToolStream(
    call,
    CallToolResultSchema,
    options,
  );
  let taskId = "";
  for await (const message of stream) {
    if (message.type !== "taskCreated") continue;
    ({ taskId } = message.task);
    break;
  }
  await first.client.close();
  const stranger = await open("bob");
  for (const attempt of [
    stranger.tasks.getTask(taskId),
    stranger.tasks.cancelTask(taskId),
  ])
    assert.is(await attempt.catch(({ code }) => code), -32602);
  assert.equal((await stranger.tasks.listTasks()).tasks, []);
  await stranger.client.close();
  const again = await open("ann");
  const result = await again.tasks.getTaskResult(taskId, CallToolResultSchema);
  assert.equal(result.content, [{ type: "text", text: "accept" }]);
  const { tasks: listed } = await again.tasks.listTasks();
  assert.is(listed.length, 1);
  assert.equal([listed[0]?.taskId, listed[0]?.status], [taskId, "completed"]);
  await again.client.close();
  await close();
}

test("core tasks: a generated client gets the result of its task from the official server", async () => {
  const { createClient } = await load("2025-11-25", "client");
  const taskStore = new InMemoryTaskStore();
  const serve = () => {
    const requests = { tools: { call: {} } };
    const capabilities = { tasks: { list: {}, cancel: {}, requests } };
    const server = new McpServer(INFO, { taskStore, capabilities });
    server.experimental.tasks.registerToolTask(
      "slow",
      { description: "Slow", execution: { taskSupport: "required" } },
      {
        createTask: async (extra) => ({
          task: await extra.taskStore.createTask({ pollInterval: 20 }),
        }),
        getTask: (extra) => extra.taskStore.getTask(extra.taskId),
        getTaskResult: async (extra) =>
          CallToolResultSchema.parse(
            await extra.taskStore.getTaskResult(extra.taskId),
          ),
      },
    );
    return server;
  };
  const open = async () => {
    const [near, far] = InMemoryTransport.createLinkedPair();
    await serve().connect(far);
    const client = createClient(INFO);
    await client.connect({
      start(receiver: Receiver) {
        near.onmessage = (message) => receiver.receive(message);
        near.onclose = () => receiver.closed();
        return near.start();
      },
      send: (message: object) => void near.send(message as never),
      close: () => near.close(),
    });
    return client;
  };
  const first = await open();
  const slow = await first.callTool({ name: "slow" }, { task: true });
  const { taskId } = slow as object as Task;
  await first.close();
  const again = await open();
  const handle = again.task(taskId);
  assert.is((await handle.status()).status, "working");
  const result = { content: [{ type: "text" as const, text: "done" }] };
  await taskStore.storeTaskResult(taskId, "completed", result);
  const statuses: string[] = [];
  for await (const { status } of handle) statuses.push(status);
  assert.equal(statuses, ["completed"]);
  assert.equal((await handle.result()).content, result.content);
  const options = { task: { ttl: 9_000 } };
  const other = await again.callTool({ name: "slow" }, options);
  assert.is((await (other as object as Task).cancel()).status, "cancelled");
  await again.close();
  taskStore.cleanup();
});

test.run();
