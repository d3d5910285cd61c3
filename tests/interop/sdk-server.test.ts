/** Generated clients use servers that are made with the official SDK, v1. */
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ROOT } from "../support/cli.js";
import { writeTree } from "../support/folders.js";
import { generated, load } from "./support.js";

const test = suite("a generated client and the SDK's server, v1");

/** What the tests use of a generated `client.ts`. */
interface ClientModule {
  createClient(info: object, handlers?: object, options?: object): Client;
  spawn(command: string, args: readonly string[], options?: object): object;
  McpError: new (...args: never[]) => Error & { code: number; data: unknown };
  ConnectionError: new (...args: never[]) => Error & { fault: string };
}

interface Client {
  connect(transport: object): Promise<void>;
  close(): Promise<void>;
  readonly server: {
    readonly info: unknown;
    readonly version: string;
    readonly instructions: string | undefined;
  };
  request(method: string, params?: object, options?: object): Promise<object>;
  [method: string]: unknown;
}

const SERVER = `
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
const server = new McpServer({ name: "sdk", version: "1.0.0" }, { capabilities: { logging: {} }, instructions: "Be kind" });
server.registerTool("hello", { description: "Greets" }, async () => ({ content: [{ type: "text", text: "Hello" }] }));
server.registerTool("steps", {}, async (extra) => {
  const progressToken = extra._meta?.progressToken;
  for (const progress of [1, 2]) await extra.sendNotification({ method: "notifications/progress", params: { progressToken, progress, total: 2 } });
  return { content: [{ type: "text", text: "done" }] };
});
server.registerTool("ask", {}, async () => {
  const { roots } = await server.server.listRoots();
  const sampled = await server.server.createMessage({ messages: [{ role: "user", content: { type: "text", text: "?" } }], maxTokens: 5 });
  return { content: [{ type: "text", text: roots[0].uri + " " + sampled.content.text }] };
});
server.registerTool("hang", {}, (extra) => new Promise((_, reject) => {
  process.stderr.write("hanging\\n");
  extra.signal.addEventListener("abort", () => { process.stderr.write("cancelled\\n"); reject(new Error("x")); });
}));
server.registerTool("log", {}, async () => { await server.sendLoggingMessage({ level: "info", data: 1 }); return { content: [] }; });
server.registerTool("add", {}, async () => { server.registerTool("added", {}, async () => ({ content: [] })); return { content: [] }; });
server.registerResource("note", "note://one", { mimeType: "text/plain" }, async (uri) => ({ contents: [{ uri: uri.href, text: "first" }] }));
server.registerPrompt("plain", { description: "Plain" }, () => ({ messages: [{ role: "user", content: { type: "text", text: "Say" } }] }));
await server.connect(new StdioServerTransport());
`;

async function serverFile(revision: string): Promise<string> {
  const folder = await generated(revision);
  writeTree(folder, { "sdk-server.mjs": SERVER });
  return join(folder, "sdk-server.mjs");
}

async function code(promise: unknown): Promise<unknown> {
  return (promise as Promise<unknown>).then(
    () => "no error",
    (error: { code?: number; fault?: string }) => error.code ?? error.fault,
  );
}

for (const revision of [
  "2024-11-05",
  "2025-03-26",
  "2025-06-18",
  "2025-11-25",
]) {
  test(`${revision}: requests, in both directions`, async () => {
    const { createClient, spawn } = await load<ClientModule>(
      revision,
      "client",
    );
    const heard: unknown[] = [];
    let stderr = "";
    const client = createClient(
      { name: "ours", version: "1.0.0" },
      {
        "roots/list": () => ({ roots: [{ uri: "file:///here" }] }),
        "sampling/createMessage": (params: { maxTokens: number }) => ({
          role: "assistant",
          model: "m",
          content: { type: "text", text: `sampled ${params.maxTokens}` },
        }),
        "notifications/message": (params: unknown) => heard.push(params),
        "notifications/tools/list_changed": () => heard.push("changed"),
      },
    );
    let hanging = (): void => {};
    const hangs = new Promise<void>((resolve) => (hanging = resolve));
    let cancelled = (): void => {};
    const cancels = new Promise<void>((resolve) => (cancelled = resolve));
    await client.connect(
      spawn(process.execPath, [await serverFile(revision)], {
        stderr: (text: string) => {
          stderr += text;
          if (stderr.includes("hanging")) hanging();
          if (stderr.includes("cancelled")) cancelled();
        },
      }),
    );
    const call = async (name: string, options?: object): Promise<unknown> =>
      client.request("tools/call", { name }, options);
    assert.equal(client.server.info, { name: "sdk", version: "1.0.0" });
    assert.is(client.server.version, revision);
    assert.is(client.server.instructions, "Be kind");
    const listed = (await client.request("tools/list")) as {
      tools: { name: string }[];
    };
    assert.equal(
      listed.tools.map(({ name }) => name),
      ["hello", "steps", "ask", "hang", "log", "add"],
    );
    assert.equal(await call("hello"), {
      content: [{ type: "text", text: "Hello" }],
    });
    const progress: { progress: number }[] = [];
    await call("steps", {
      onProgress: (one: { progress: number }) => progress.push(one),
    });
    assert.equal(
      progress.map((one) => one.progress),
      [1, 2],
    );
    assert.equal(await call("ask"), {
      content: [{ type: "text", text: "file:///here sampled 5" }],
    });
    await call("log");
    await call("add");
    assert.equal(heard, [{ level: "info", data: 1 }, "changed"]);
    assert.equal(
      await client.request("resources/read", { uri: "note://one" }),
      {
        contents: [{ uri: "note://one", text: "first" }],
      },
    );
    assert.is(
      await code(client.request("resources/read", { uri: "note://two" })),
      -32602,
    );
    const stop = new AbortController();
    const hung = call("hang", { signal: stop.signal });
    await hangs;
    stop.abort(new Error("enough"));
    assert.is(await hung.catch((error: Error) => error.message), "enough");
    await cancels;
    assert.is(
      await code(
        client.request("completion/complete", {
          ref: { type: "ref/prompt", name: "plain" },
          argument: { name: "a", value: "" },
        }),
      ),
      revision === "2024-11-05" ? -32601 : "capability",
    );
    await client.close();
    assert.is(await code(call("hello")), "closed");
  });

  test(`${revision}: a shorthand for each request`, async () => {
    const { createClient, spawn } = await load<ClientModule>(
      revision,
      "client",
    );
    const client = createClient({ name: "ours", version: "1.0.0" });
    await client.connect(
      spawn(process.execPath, [await serverFile(revision)], {
        stderr: "ignore",
      }),
    );
    const methods = client as unknown as Record<
      "ping" | "listTools" | "callTool" | "getPrompt" | "setLevel",
      (params?: object) => Promise<unknown>
    >;
    assert.equal(await methods.ping(), {});
    assert.equal(await methods.setLevel({ level: "error" }), {});
    assert.equal(await methods.callTool({ name: "hello" }), {
      content: [{ type: "text", text: "Hello" }],
    });
    assert.equal(await methods.getPrompt({ name: "plain" }), {
      messages: [{ role: "user", content: { type: "text", text: "Say" } }],
    });
    await client.close();
  });
}

test("a server of another revision is refused", async () => {
  const { createClient, spawn } = await load<ClientModule>(
    "2025-06-18",
    "client",
  );
  const folder = await generated("2025-06-18");
  writeTree(folder, {
    "old-server.mjs": `
      process.stdin.on("data", (text) => {
        const { id } = JSON.parse(text);
        const result = { protocolVersion: "1999-01-01", capabilities: {}, serverInfo: { name: "old", version: "0" } };
        process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, result }) + "\\n");
      });`,
  });
  const client = createClient({ name: "ours", version: "1.0.0" });
  const refused = client.connect(
    spawn(process.execPath, [join(folder, "old-server.mjs")]),
  );
  assert.is(await code(refused), "version");
  assert.is(await code(client.request("tools/list")), "closed");
});

test("a program that is not there", async () => {
  const { createClient, spawn } = await load<ClientModule>(
    "2025-06-18",
    "client",
  );
  const client = createClient({ name: "ours", version: "1.0.0" });
  const failed = client.connect(spawn(join(ROOT, "no-such-program"), []));
  assert.match(
    await failed.then(String, (error: Error) => error.message),
    /no-such-program could not be started: .*ENOENT/,
  );
});

test.run();
