/**
 * Tests of clients of the official SDKs with two server processes behind a load
 * balancer.
 */
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
  ToolListChangedNotificationSchema,
} from "@modelcontextprotocol/sdk/types.js";
import * as assert from "uvu/assert";
import {
  startProgram,
  stopServer,
  type Listening,
} from "../../harness/http/programs.js";
import { overHttp } from "../../harness/new/project.js";
import { buildExample } from "../../harness/run/shared-output.js";
import { defer } from "../../harness/run/deferred.js";
import { roundRobin, type Proxy } from "../../harness/redis/balancer.js";
import {
  redisSuite,
  startRedis,
  type RedisServer,
} from "../../harness/redis/redis-server.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";

const test = redisSuite("redis: clients of the official SDK");
let store: RedisServer;
let servers: Listening[] = [];
let proxy: Proxy;

test.before(async () => {
  store = await startRedis();
  const file = await buildExample("conformance-server", "all");
  servers = await Promise.all(
    [1, 2].map(() => startProgram(file, "--shared", store.url)),
  );
  proxy = await roundRobin(servers.map(({ url }) => url));
});

test.after(async () => {
  await proxy.close();
  await Promise.all(servers.map(({ child }) => stopServer(child)));
  await store.stop();
});

const CONTENT = {
  username: "u",
  email: "e@example.com",
  name: "n",
  color: "c",
  context: "x",
  ok: true,
};
const ARGS = { prompt: "p", message: "m", email: "e", phone: "p" };

test("a client of the official SDK v1 calls all tools", async () => {
  const capabilities = { sampling: {}, roots: {}, elicitation: {} };
  const client = new Client({ name: "sdk", version: "1" }, { capabilities });
  const errors: string[] = [];
  client.onerror = (error) => errors.push(error.message);
  client.setRequestHandler(CreateMessageRequestSchema, () => ({
    role: "assistant" as const,
    content: { type: "text" as const, text: "sampled" },
    model: "m",
  }));
  client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: [] }));
  client.setRequestHandler(ElicitRequestSchema, () => ({
    action: "accept" as const,
    content: CONTENT,
  }));
  const changed = defer();
  client.setNotificationHandler(ToolListChangedNotificationSchema, () =>
    changed.resolve(),
  );
  const transport = new StreamableHTTPClientTransport(new URL(proxy.url));
  await client.connect(transport as Transport);
  const { tools } = await client.listTools();
  assert.ok(tools.length > 8);
  for (const { name, inputSchema, execution } of tools) {
    if (execution?.taskSupport === "required") continue;
    const known = inputSchema.properties ?? {};
    const args = Object.entries(ARGS).filter(([key]) => key in known);
    const call = { name, arguments: Object.fromEntries(args) };
    const progress: number[] = [];
    const onprogress = (update: { progress: number }) =>
      void progress.push(update.progress);
    const result = await client.callTool(call, undefined, { onprogress });
    assert.is(result.isError === true, name === "test_error_handling", name);
    if (name === "test_tool_with_progress")
      assert.equal(progress, [0, 50, 100]);
  }
  await changed.promise;
  for (const { uri } of (await client.listResources()).resources)
    assert.ok((await client.readResource({ uri })).contents.length > 0);
  await transport.terminateSession();
  await client.close();
  assert.equal(errors, []);
  const [first = 0, second = 0] = proxy.counts;
  assert.ok(first > 10 && second > 10);
});

test("a client of the official SDK v2 calls tools with revision 2026-07-28", () =>
  overHttp(new URL(proxy.url), "2026-07-28", async (client) => {
    for (const name of ["test_simple_text", "test_image_content"]) {
      const result = await client.callTool({ name });
      assert.ok(Array.isArray(result["content"]));
    }
  }));

test.run();
