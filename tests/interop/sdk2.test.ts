/** The official SDK v2 and generated code, at the stateless revisions. */
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { writeTree } from "../support/folders.js";
import { tap } from "../support/tap.js";
import { example, generated, load, program, WireCheck } from "./support.js";

const test = suite("the SDK v2");
const REVISIONS = ["2026-07-28", "draft"];
const VERSION = "2026-07-28";

async function connected(
  file: string,
  use: (client: Client) => Promise<void>,
  client = new Client(
    { name: "sdk2", version: "1.0.0" },
    { versionNegotiation: { mode: { pin: VERSION } } },
  ),
): Promise<void> {
  const problems: string[] = [];
  client.onerror = (error) => problems.push(error.message);
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [file],
  });
  const wire = await WireCheck.of(VERSION, "server");
  tap(transport, {
    sent: (message) => wire.asked(message),
    received: (message) => wire.check(message),
  });
  await client.connect(transport);
  try {
    await use(client);
  } finally {
    await client.close();
  }
  assert.equal(problems, []);
  assert.equal(wire.problems, []);
  assert.ok(wire.count > 0);
}

async function codeOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => "no error",
    (error: { code?: unknown }) => error.code,
  );
}

const EVERYTHING = `
import { createServer, prompts, resources, stdio, tools } from "./server.js";
let release;
const set = tools({
  count: { handler: (args, ctx) => {
    ctx.progress(1, 2); ctx.progress(2, 2);
    return new Promise((resolve) => (release = resolve));
  } },
  release: { handler: () => { release("counted"); return "ok"; } },
  log: { handler: (args, ctx) => { ctx.log("debug", 1); ctx.log("error", 2); return "logged"; } },
  grow: { handler: () => { set.set("grown", { handler: () => "new" }); return "ok"; } },
  who: { handler: (args, { peer }) => ({ structuredContent: { info: peer.info, capabilities: peer.capabilities, version: peer.version } }) },
});
const server = createServer({ name: "all", version: "2" }, {
  ...set,
  ...resources({ "note://one": { read: () => "first" } }),
  ...prompts({ plain: { handler: () => "Say hello" } }),
}, { capabilities: { logging: {} }, instructions: "Use it" });
await server.connect(stdio());
`;

for (const revision of REVISIONS) {
  test(`${revision}: its client and a server in 15 lines`, async () => {
    await connected(await example(revision, "weather.ts"), async (client) => {
      assert.is(client.getNegotiatedProtocolVersion(), VERSION);
      assert.equal(client.getServerVersion(), {
        name: "weather",
        version: "1.0.0",
      });
      const { tools } = await client.listTools();
      assert.equal(
        tools.map(({ name }) => name),
        ["get_weather"],
      );
      const answer = await client.callTool({
        name: "get_weather",
        arguments: { city: "Oslo" },
      });
      assert.equal(answer.content, [
        { type: "text", text: "It is sunny in Oslo." },
      ]);
      assert.is(await codeOf(client.callTool({ name: "nothing" })), -32602);
    });
  });

  test(`${revision}: its client and every feature`, async () => {
    await connected(await program(revision, EVERYTHING), async (client) => {
      assert.is(client.getInstructions(), "Use it");
      const progress: unknown[] = [];
      // That client drops progress which comes together with the result.
      let last = (): void => {};
      const reported = new Promise<void>((resolve) => (last = resolve));
      const counted = client.callTool(
        { name: "count" },
        { onprogress: (one) => void (progress.push(one) === 2 && last()) },
      );
      await reported;
      await client.callTool({ name: "release" });
      assert.equal((await counted).content, [
        { type: "text", text: "counted" },
      ]);
      assert.equal(progress, [
        { progress: 1, total: 2 },
        { progress: 2, total: 2 },
      ]);
      const who = await client.callTool({ name: "who" });
      assert.equal(who.structuredContent, {
        info: { name: "sdk2", version: "1.0.0" },
        capabilities: {},
        version: VERSION,
      });
      const { contents } = await client.readResource({ uri: "note://one" });
      assert.equal(contents, [{ uri: "note://one", text: "first" }]);
      const missing = client.readResource({ uri: "note://two" });
      assert.is(await codeOf(missing), -32602);
      const { messages } = await client.getPrompt({ name: "plain" });
      assert.equal(messages, [
        { role: "user", content: { type: "text", text: "Say hello" } },
      ]);
    });
  });
}

/** What the tests use of a generated `client.ts`. */
interface ClientModule {
  createClient(info: object, handlers?: object, options?: object): OurClient;
  spawn(command: string, args: readonly string[], options?: object): object;
}

interface OurClient {
  connect(transport: object): Promise<void>;
  close(): Promise<void>;
  readonly server: { readonly info: unknown; readonly version: string };
  listTools(): Promise<{ tools: { name: string }[]; ttlMs: number }>;
  callTool(params: object, options?: object): Promise<{ content: unknown }>;
  readResource(params: object): Promise<{ contents: unknown }>;
}

const SERVER = `
import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
serveStdio(() => {
  const server = new McpServer({ name: "sdk2", version: "1.0.0" }, { capabilities: { tools: {} } });
  server.registerTool("hello", {}, async () => ({ content: [{ type: "text", text: "Hello" }] }));
  server.registerTool("steps", {}, async (extra) => {
    const progressToken = extra.mcpReq._meta?.progressToken;
    for (const progress of [1, 2]) await extra.mcpReq.notify({ method: "notifications/progress", params: { progressToken, progress } });
    return { content: [] };
  });
  server.registerTool("who", {}, async (extra) => ({ content: [{ type: "text", text: JSON.stringify(extra.mcpReq.envelope) }] }));
  server.registerResource("note", "note://one", {}, async (uri) => ({ contents: [{ uri: uri.href, text: "first" }] }));
  return server;
}, { legacy: "reject" });
`;

for (const revision of REVISIONS) {
  test(`${revision}: a generated client and its server`, async () => {
    const { createClient, spawn } = await load<ClientModule>(
      revision,
      "client",
    );
    const folder = await generated(revision);
    writeTree(folder, { "sdk2-server.mjs": SERVER });
    const client = createClient({ name: "ours", version: "1.0.0" });
    await client.connect(
      spawn(process.execPath, [join(folder, "sdk2-server.mjs")]),
    );
    assert.equal(client.server.info, { name: "sdk2", version: "1.0.0" });
    assert.is(client.server.version, VERSION);
    const { tools, ttlMs } = await client.listTools();
    assert.equal(
      tools.map(({ name }) => name),
      ["hello", "steps", "who"],
    );
    assert.is(ttlMs, 0);
    const hello = await client.callTool({ name: "hello" });
    assert.equal(hello.content, [{ type: "text", text: "Hello" }]);
    const progress: { progress: number }[] = [];
    await client.callTool(
      { name: "steps" },
      { onProgress: (one: { progress: number }) => progress.push(one) },
    );
    assert.equal(
      progress.map((one) => one.progress),
      [1, 2],
    );
    const who = await client.callTool({ name: "who" });
    const [{ text }] = who.content as [{ text: string }];
    assert.equal(JSON.parse(text), {
      "io.modelcontextprotocol/protocolVersion": VERSION,
      "io.modelcontextprotocol/clientInfo": { name: "ours", version: "1.0.0" },
      "io.modelcontextprotocol/clientCapabilities": {},
    });
    const { contents } = await client.readResource({ uri: "note://one" });
    assert.equal(contents, [{ uri: "note://one", text: "first" }]);
    assert.is(await codeOf(client.callTool({ name: "nothing" })), -32602);
    await client.close();
  });
}

test.run();
