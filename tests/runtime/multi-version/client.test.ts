/** A client of every revision finds out what a server speaks. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { closing } from "../../harness/run/closing.js";
import { serve } from "../../harness/peers/servers.js";
import { temporaryFolder, writeTree } from "../../harness/program/folders.js";
import { generated, load } from "../../harness/generated/load.js";
import { MODERN } from "../../harness/wire/multi-version.js";
import type { Client } from "../../harness/generated/modules.js";
import { requirement } from "../../harness/run/requirement.js";

const test = suite("a client of every revision");
const atEnd = closing(test);

const OLD = "2025-06-18";
const HELLO = `{ content: [{ type: "text", text: "Hello" }] }`;
const TOOLS = `{ tools: [{ name: "hello", inputSchema: { type: "object" } }] }`;

const V2 = (legacy: string): string => `
import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
serveStdio(() => {
  const server = new McpServer({ name: "sdk2", version: "1.0.0" }, { capabilities: { tools: {} } });
  server.registerTool("hello", {}, async () => (${HELLO}));
  return server;
}, { legacy: "${legacy}" });
`;

const V1 = `
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
const server = new McpServer({ name: "sdk", version: "1.0.0" });
server.registerTool("hello", {}, async () => (${HELLO}));
await server.connect(new StdioServerTransport());
`;

/**
 * A server that does `then` at each message before the handshake. Its instructions
 * are the reason of the last cancellation that it was sent.
 */
const OLDER = (then: string): string => `
import { createInterface } from "node:readline";
let open = false;
let instructions;
for await (const line of createInterface(process.stdin)) {
  const { id, method, params } = JSON.parse(line);
  if (method === "notifications/cancelled") instructions = params.reason;
  if (method === "initialize") open = true;
  if (!open) ${then};
  const say = (result) => console.log(JSON.stringify({ jsonrpc: "2.0", id, result }));
  if (method === "initialize") say({ protocolVersion: "${OLD}", capabilities: { tools: {} }, serverInfo: { name: "s", version: "1" }, instructions });
  if (method === "tools/call") say(${HELLO});
  if (method === "tools/list") say(${TOOLS});
}
`;

const SILENT = OLDER("continue");

const INFO = { name: "c", version: "1" };

/** For programs that take long to start on a machine that is busy. */
const PATIENT = { discoverTimeout: 20_000 };

/** A server, the revision that is spoken to it, and options of the client. */
const SERVERS: readonly (readonly [string, string, string, object?])[] = [
  ["v2, dual", V2("serve"), MODERN, PATIENT],
  ["v2, dual, held to 2025-06-18", V2("serve"), OLD, only(OLD)],
  ["v2, modern only", V2("reject"), MODERN, PATIENT],
  ["v1", V1, "2025-11-25"],
  ["v1, held to 2024-11-05", V1, "2024-11-05", only("2024-11-05")],
  ["one that ends in order", OLDER("process.exit(0)"), OLD],
  ["one that dies", OLDER("process.exit(7)"), OLD],
  ["one that is silent", SILENT, OLD],
  [
    "one that gets stuck",
    OLDER("await new Promise(() => {})"),
    OLD,
    { discoverTimeout: 300 },
  ],
  [
    "v2, modern only, slow to start",
    `await new Promise((start) => setTimeout(start, 500));
const { McpServer } = await import("@modelcontextprotocol/server");
const { serveStdio } = await import("@modelcontextprotocol/server/stdio");
${V2("reject").replace(/^import.*$/gm, "")}`,
    MODERN,
    { discoverTimeout: 100 },
  ],
];

function only(revision: string): object {
  return { revisions: [revision] };
}

requirement(
  "c09bed4e7d4a",
  "296bdb756028",
  "65534e0ab5c8",
  "baa4549bba27",
  "0a9ae721e32d",
);
for (const [index, [name, source, version, options]] of SERVERS.entries())
  test(`over standard streams: ${name}`, async () => {
    const { createClient, spawn } = await load("all", "client");
    const folder = await generated("all");
    const file = `server-${index}.mjs`;
    writeTree(folder, { [file]: source });
    const client = createClient(INFO, {}, options);
    atEnd(() => client.close());
    // As a host does, whose longest wait for an answer is no reason to wait.
    const request = { timeout: 30_000 };
    const script = join(folder, file);
    await client.connect(spawn(process.execPath, [script]), request);
    assert.is(client.server.version, version);
    if (source === SILENT)
      assert.match(client.server.instructions ?? "", /discover.* 2000 ms/);
    const { tools, ...rest } = await client.listTools();
    assert.is(tools.length, 1);
    // What handlers of the newest revision rely on is there.
    assert.is(rest.resultType, "complete");
    assert.is(typeof rest.ttlMs, "number");
    const { content } = await client.callTool({ name: "hello" });
    assert.equal(content, [{ type: "text", text: "Hello" }]);
    await client.close();
  });

/** The `fault` of the error that a promise is rejected with. */
const faultOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => "none",
    ({ fault }: { fault: string }) => fault,
  );

const leave = (): void => {};
const close = (client: Client): void => void client.close();

for (const [title, end, options, act, most] of [
  ["is started again once", "process.exit()", {}, leave, 2],
  ["is not, for its revision alone", "process.exit()", only(MODERN), leave, 1],
  ["nor once the client was closed", "0", {}, close, 1],
] as const)
  test(`a server that ends ${title}`, async () => {
    const { createClient, spawn } = await load("all", "client");
    const folder = temporaryFolder();
    const starts = join(folder, "starts");
    const source = `import fs from "node:fs";
fs.appendFileSync(${JSON.stringify(starts)}, ".");
process.stdin.once("data", () => ${end});`;
    writeTree(folder, { starts: "", "server.mjs": source });
    const client = createClient(INFO, {}, options);
    atEnd(() => client.close());
    const script = join(folder, "server.mjs");
    const opened = client.connect(spawn(process.execPath, [script]));
    act(client);
    assert.is(await faultOf(opened), "closed");
    const { length } = readFileSync(starts);
    assert.ok(end === "0" ? length <= most : length === most, `${length}`);
  });

/** Stands for no answer at all where a status is expected. */
const SILENCE = 0;

/** Answers of a server over HTTP, by method; the rest is a status. */
async function serving(
  answer: (method: string) => object | number,
): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = [];
  const { url, close } = await serve(async (request, response) => {
    const text = (await request.toArray()).join("");
    const body = JSON.parse(text || "{}") as { id?: number; method?: string };
    const method = body.method ?? request.method ?? "";
    asked.push(method);
    const given = answer(method);
    if (given === SILENCE) return;
    if (typeof given === "number") return void response.writeHead(given).end();
    const status = "error" in given ? 400 : 200;
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify({ jsonrpc: "2.0", id: body.id, ...given }));
  });
  atEnd(close);
  return { url, asked };
}

const OPENED = {
  result: { protocolVersion: OLD, capabilities: {}, serverInfo: INFO },
};

const older =
  (refusal: object | number) =>
  (method: string): object | number =>
    method === "initialize"
      ? OPENED
      : method === "server/discover"
        ? refusal
        : method === "GET"
          ? 405
          : 202;

requirement(
  "c09bed4e7d4a",
  "296bdb756028",
  "692407332b16",
  "baa4549bba27",
  "0a9ae721e32d",
);
for (const [name, refusal] of [
  ["400 without a body", 400],
  ["404", 404],
  ["405", 405],
  ["silence", SILENCE],
  ["an error of any code", { error: { code: -32000, message: "No session" } }],
] as const)
  test(`over HTTP, ${name} is an older server, and remembered`, async () => {
    const { createClient, http } = await load("all", "client");
    const { url, asked } = await serving(older(refusal));
    const options = refusal === SILENCE ? { discoverTimeout: 500 } : PATIENT;
    const client = createClient(INFO, {}, options);
    atEnd(() => client.close());
    for (let time = 0; time < 2; time += 1) {
      await client.connect(http(url));
      assert.is(client.server.version, OLD);
      await client.close();
      const found = asked.filter((method) => method === "server/discover");
      assert.is(found.length, 1);
    }
  });

requirement("5a3e64cf81c0", "65534e0ab5c8");
for (const code of [-32020, -32021, -32022])
  test(`over HTTP, ${code} is no reason to shake hands`, async () => {
    const { createClient, http } = await load("all", "client");
    const data = { supported: ["2099-01-01"], requested: MODERN };
    const error = { code, message: "No", data };
    const { url, asked } = await serving(() => ({ error }));
    const client = createClient(INFO);
    atEnd(() => client.close());
    assert.is(await faultOf(client.connect(http(url))), "version");
    assert.not.ok(asked.includes("initialize"));
  });

test("a revision that is not known is refused before anything is sent", async () => {
  const { createClient } = await load("all", "client");
  assert.throws(
    () => createClient(INFO, {}, only("1999-01-01")),
    /2026-07-28, 2025-11-25/,
  );
});

test.run();
