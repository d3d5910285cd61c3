/** The SDK's client, v1, and a generated server that has every feature. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
  LoggingMessageNotificationSchema,
  ResourceUpdatedNotificationSchema,
  ToolListChangedNotificationSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { program } from "./support.js";
import { connected, codeOf } from "./sdk-client-support.js";

const test = suite("the SDK's client, v1, and every feature");

const EVERYTHING = `
import { completions, createServer, McpError, prompts, resources, stdio, tools } from "./server.js";

const files = resources({
  "note://one": { mimeType: "text/plain", read: () => "first" },
  "note://bytes": { name: "bytes", read: () => new Uint8Array([1, 2, 255]) },
  "note://{id}/text": { name: "note", read: (uri, { id }) => id === "none" ? undefined : "note " + id },
}, { subscribe: true, pageSize: 1 });
const set = tools({
  ask: { handler: async (args, ctx) => {
    const { roots } = await ctx.roots();
    const sampled = await ctx.sample({ messages: [], maxTokens: 1 });
    const elicited = await ctx.elicit({ message: "?", requestedSchema: { type: "object", properties: {} } }).catch(() => null);
    return JSON.stringify([roots[0].uri, sampled.content.text, elicited?.action ?? null]);
  } },
  count: { handler: async (args, ctx) => {
    ctx.progress(1, 3); ctx.progress(1, 3); ctx.progress(2, 3, "two"); ctx.progress(3, 3);
    await ctx.request("ping"); // that client drops progress that comes with the result
    return "counted";
  } },
  log: { handler: (args, ctx) => { ctx.log("debug", "low"); ctx.log("error", { a: 1 }, "here"); return "logged"; } },
  hang: { handler: (args, { signal }) => new Promise((_, reject) => {
    signal.addEventListener("abort", () => { process.stderr.write("aborted"); reject(signal.reason); });
  }) },
  fail: { handler: () => { throw new Error("out of paper"); } },
  refuse: { handler: () => { throw new McpError(-32000, "no", { why: 1 }); } },
  grow: { handler: () => { set.set("grown", { handler: () => "new" }); return "ok"; } },
  touch: { handler: () => { files.updated("note://one"); files.updated("note://bytes"); return "ok"; } },
});
const server = createServer({ name: "all", version: "2" }, {
  ...set,
  ...files,
  ...prompts({
    plain: { description: "Plain", handler: () => "Say hello" },
    greet: { arguments: [{ name: "who", required: true }], handler: ({ who }) => [{ role: "assistant", content: { type: "text", text: "Hi " + who } }] },
  }),
  ...completions({ prompts: { greet: { who: ["alice", "malice", "bob"] } }, resources: { "note://{id}/text": { id: (value) => [value + "1"] } } }),
}, { capabilities: { logging: {} }, instructions: "Use it", onError: () => {} });
await server.connect(stdio());
console.log("printed by the program");
`;

function willingClient(): Client {
  const client = new Client(
    { name: "sdk", version: "1.0.0" },
    { capabilities: { roots: {}, sampling: {}, elicitation: {} } },
  );
  client.setRequestHandler(ListRootsRequestSchema, () => ({
    roots: [{ uri: "file:///here" }],
  }));
  client.setRequestHandler(CreateMessageRequestSchema, () => ({
    role: "assistant",
    model: "m",
    content: { type: "text", text: "sampled" },
  }));
  client.setRequestHandler(ElicitRequestSchema, () => ({ action: "decline" }));
  return client;
}

for (const version of ["2024-11-05", "2025-06-18", "2025-11-25"]) {
  test(`${version}: every feature`, async () => {
    const file = await program(version, EVERYTHING);
    const client = willingClient();
    await connected(
      version,
      file,
      async () => {
        assert.is(client.getInstructions(), "Use it");
        assert.equal(client.getServerCapabilities(), {
          tools: { listChanged: true },
          resources: { listChanged: true, subscribe: true },
          prompts: { listChanged: true },
          ...(version === "2024-11-05" ? {} : { completions: {} }),
          logging: {},
        });
        const asked = await client.callTool({ name: "ask" });
        assert.equal(asked.content, [
          {
            type: "text",
            text: JSON.stringify([
              "file:///here",
              "sampled",
              version === "2024-11-05" ? null : "decline",
            ]),
          },
        ]);
        assert.equal(await client.callTool({ name: "fail" }), {
          content: [{ type: "text", text: "fail failed: out of paper" }],
          isError: true,
        });
        assert.is(await codeOf(client.callTool({ name: "refuse" })), -32000);
      },
      client,
    );
  });

  test(`${version}: progress, log messages, changes, cancellation`, async () => {
    const file = await program(version, EVERYTHING);
    const client = willingClient();
    const logged: unknown[] = [];
    const updated: string[] = [];
    client.setNotificationHandler(LoggingMessageNotificationSchema, (one) => {
      logged.push(one.params);
    });
    client.setNotificationHandler(ResourceUpdatedNotificationSchema, (one) => {
      updated.push(one.params.uri);
    });
    let changes = 0;
    client.setNotificationHandler(ToolListChangedNotificationSchema, () => {
      changes += 1;
    });
    await connected(
      version,
      file,
      async () => {
        const progress: unknown[] = [];
        await client.callTool({ name: "count" }, undefined, {
          onprogress: (one) => progress.push(one),
        });
        assert.equal(progress, [
          { progress: 1, total: 3 },
          { progress: 2, total: 3, message: "two" },
          { progress: 3, total: 3 },
        ]);
        await client.setLoggingLevel("warning");
        await client.callTool({ name: "log" });
        assert.equal(logged, [
          { level: "error", data: { a: 1 }, logger: "here" },
        ]);
        await client.callTool({ name: "grow" });
        assert.is(changes, 1);
        const grown = await client.callTool({ name: "grown" });
        assert.equal(grown.content, [{ type: "text", text: "new" }]);
        await client.subscribeResource({ uri: "note://one" });
        await client.callTool({ name: "touch" });
        assert.equal(updated, ["note://one"]);
        await client.unsubscribeResource({ uri: "note://one" });
        await client.callTool({ name: "touch" });
        assert.equal(updated, ["note://one"]);
        const stop = new AbortController();
        const hanging = client.callTool({ name: "hang" }, undefined, {
          signal: stop.signal,
        });
        await client.ping();
        stop.abort("enough");
        assert.match(String(await hanging.catch((e: unknown) => e)), "enough");
        assert.equal(await client.ping(), {});
      },
      client,
    );
  });

  test(`${version}: resources, prompts, completion`, async () => {
    const file = await program(version, EVERYTHING);
    await connected(version, file, async (client) => {
      const first = await client.listResources();
      assert.equal(first.resources, [
        { uri: "note://one", name: "note://one", mimeType: "text/plain" },
      ]);
      const second = await client.listResources({ cursor: first.nextCursor });
      assert.equal(second, {
        resources: [{ uri: "note://bytes", name: "bytes" }],
      });
      assert.is(await codeOf(client.listResources({ cursor: "?" })), -32602);
      assert.equal(await client.listResourceTemplates(), {
        resourceTemplates: [{ uriTemplate: "note://{id}/text", name: "note" }],
      });
      const read = async (uri: string): Promise<unknown> =>
        (await client.readResource({ uri })).contents;
      assert.equal(await read("note://one"), [
        { uri: "note://one", mimeType: "text/plain", text: "first" },
      ]);
      assert.equal(await read("note://bytes"), [
        { uri: "note://bytes", blob: "AQL/" },
      ]);
      assert.equal(await read("note://7/text"), [
        { uri: "note://7/text", text: "note 7" },
      ]);
      assert.is(await codeOf(read("note://none/text")), -32002);
      assert.is(await codeOf(read("other://one")), -32002);
      assert.equal(await client.listPrompts(), {
        prompts: [
          { name: "plain", description: "Plain" },
          { name: "greet", arguments: [{ name: "who", required: true }] },
        ],
      });
      assert.equal(await client.getPrompt({ name: "plain" }), {
        description: "Plain",
        messages: [
          { role: "user", content: { type: "text", text: "Say hello" } },
        ],
      });
      const greeting = await client.getPrompt({
        name: "greet",
        arguments: { who: "Ada" },
      });
      assert.equal(greeting.messages, [
        { role: "assistant", content: { type: "text", text: "Hi Ada" } },
      ]);
      assert.is(await codeOf(client.getPrompt({ name: "greet" })), -32602);
      assert.is(await codeOf(client.getPrompt({ name: "none" })), -32602);
      const complete = client.complete({
        ref: { type: "ref/prompt", name: "greet" },
        argument: { name: "who", value: "al" },
      });
      assert.equal((await complete).completion, {
        values: ["alice", "malice"],
        total: 2,
        hasMore: false,
      });
    });
  });
}

test.run();
