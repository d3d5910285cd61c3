/** A client of every revision finds out what a server speaks. */
import { createServer as listenHttp } from "node:http";
import type { IncomingHttpHeaders } from "node:http";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { closing } from "../support/closing.js";
import { writeTree } from "../support/folders.js";
import { generated, load } from "../interop/support.js";
import { MODERN } from "./support.js";
import type { Client } from "../interop/modules.js";
import type { AddressInfo } from "node:net";

const test = suite("a client of every revision");
const atEnd = closing(test);

const V2 = (legacy: string): string => `
import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
serveStdio(() => {
  const server = new McpServer({ name: "sdk2", version: "1.0.0" }, { capabilities: { tools: {} } });
  server.registerTool("hello", {}, async () => ({ content: [{ type: "text", text: "Hello" }] }));
  return server;
}, { legacy: "${legacy}" });
`;

const V1 = `
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
const server = new McpServer({ name: "sdk", version: "1.0.0" });
server.registerTool("hello", {}, async () => ({ content: [{ type: "text", text: "Hello" }] }));
await server.connect(new StdioServerTransport());
`;

/** Answers the handshake, and never what it does not know; says why it was left. */
const SILENT = `
import { createInterface } from "node:readline";
let instructions;
const result = () => ({ protocolVersion: "2025-03-26", capabilities: { tools: {} }, serverInfo: { name: "s", version: "1" }, instructions });
for await (const line of createInterface(process.stdin)) {
  const { id, method, params } = JSON.parse(line);
  if (method === "notifications/cancelled") instructions = params.reason;
  const say = (answer) => console.log(JSON.stringify({ jsonrpc: "2.0", id, result: answer }));
  if (method === "initialize") say(result());
  if (method === "tools/call") say({ content: [{ type: "text", text: "Hello" }] });
  if (method === "tools/list") say({ tools: [{ name: "hello", inputSchema: { type: "object" } }] });
}
`;

/** Knows no message before the handshake, and ends, or never answers again. */
const LEAVING = (then: string): string => `
import { createInterface } from "node:readline";
let open = false;
for await (const line of createInterface(process.stdin)) {
  const { id, method } = JSON.parse(line);
  if (method === "initialize") open = true;
  if (!open) ${then};
  const say = (result) => console.log(JSON.stringify({ jsonrpc: "2.0", id, result }));
  if (method === "initialize") say({ protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo: { name: "s", version: "1" } });
  if (method === "tools/call") say({ content: [{ type: "text", text: "Hello" }] });
  if (method === "tools/list") say({ tools: [{ name: "hello", inputSchema: { type: "object" } }] });
}
`;

const INFO = { name: "c", version: "1" };

const SERVERS: readonly (readonly [
  name: string,
  source: string,
  options: object,
  version: string,
])[] = [
  ["v2, dual", V2("serve"), {}, MODERN],
  [
    "v2, dual, held to 2025-06-18",
    V2("serve"),
    only("2025-06-18"),
    "2025-06-18",
  ],
  ["v2, modern only", V2("reject"), {}, MODERN],
  ["v1", V1, {}, "2025-11-25"],
  ["v1, held to 2024-11-05", V1, only("2024-11-05"), "2024-11-05"],
  ["one that ends in order", LEAVING("process.exit(0)"), {}, "2025-06-18"],
  ["one that dies", LEAVING("process.exit(7)"), {}, "2025-06-18"],
  ["one that is silent", SILENT, {}, "2025-03-26"],
  [
    "one that gets stuck",
    LEAVING("await new Promise(() => {})"),
    { discoverTimeout: 300 },
    "2025-06-18",
  ],
  [
    "v2, modern only, slow to start",
    `await new Promise((start) => setTimeout(start, 500));
const { McpServer } = await import("@modelcontextprotocol/server");
const { serveStdio } = await import("@modelcontextprotocol/server/stdio");
${V2("reject").replace(/^import.*$/gm, "")}`,
    { discoverTimeout: 100 },
    MODERN,
  ],
];

function only(revision: string): object {
  return { revisions: [revision] };
}

for (const [index, [name, source, options, version]] of SERVERS.entries()) {
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
}

test("a server that ends is started again once, unless the client was closed", async () => {
  const { createClient, spawn } = await load("all", "client");
  const folder = await generated("all");
  const starts = "import fs from 'node:fs'; fs.appendFileSync(STARTS, '.');";
  const wait = "process.stdin.once('data', () => END);";
  const startsOf = async (
    name: string,
    end: string,
    options: object,
    act: (client: Client) => void,
  ): Promise<string> => {
    const file = join(folder, `${name}.starts`);
    const source = `${starts} ${wait}`;
    writeTree(folder, {
      [`${name}.starts`]: "",
      [`${name}.mjs`]: source
        .replace("STARTS", JSON.stringify(file))
        .replace("END", end),
    });
    const client = createClient(INFO, {}, options);
    atEnd(() => client.close());
    const script = join(folder, `${name}.mjs`);
    const opened = client.connect(spawn(process.execPath, [script]));
    act(client);
    const fault = await opened.then(
      () => "none",
      (problem: { fault: string }) => problem.fault,
    );
    assert.is(fault, "closed");
    return readFileSync(file, "utf8");
  };
  const leave = (): void => {};
  assert.is(await startsOf("always", "process.exit()", {}, leave), "..");
  assert.is(
    await startsOf("modern", "process.exit()", only(MODERN), leave),
    ".",
  );
  const close = (client: Client): void => void client.close();
  assert.ok((await startsOf("closed", "0", {}, close)).length <= 1);
});

/** In place of a status: no answer at all. */
const SILENCE = 0;

/** Answers of a server over HTTP, by method; the rest is a status. */
async function serving(
  answer: (
    method: string,
    version: unknown,
    headers: IncomingHttpHeaders,
  ) => object | number,
): Promise<{ url: string; asked: string[]; close(): void }> {
  const asked: string[] = [];
  const server = listenHttp((request, response) => {
    let text = "";
    request.on("data", (chunk) => (text += chunk));
    request.on("end", () => {
      const body = (text === "" ? {} : JSON.parse(text)) as {
        id?: number;
        method?: string;
        params?: { _meta?: object };
      };
      const method = body.method ?? request.method ?? "";
      asked.push(method);
      const meta = Object.values(body.params?._meta ?? {}) as unknown[];
      const given = answer(method, meta[0], request.headers);
      if (given === SILENCE) return;
      if (typeof given === "number") {
        response.writeHead(given).end();
        return;
      }
      const status = "error" in given ? 400 : 200;
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify({ jsonrpc: "2.0", id: body.id, ...given }));
    });
  });
  server.listen(0, "127.0.0.1");
  atEnd(() => {
    server.close();
    server.closeAllConnections();
  });
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/mcp`;
  return { url, asked, close: () => server.close() };
}

const OPENED = {
  result: {
    protocolVersion: "2025-06-18",
    capabilities: {},
    serverInfo: INFO,
  },
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

for (const [name, refusal] of [
  ["400 without a body", 400],
  ["404", 404],
  ["405", 405],
  ["silence", SILENCE],
  ["an error of any code", { error: { code: -32000, message: "No session" } }],
] as const) {
  test(`over HTTP, ${name} is an older server, and remembered`, async () => {
    const { createClient, http } = await load("all", "client");
    const { url, asked, close } = await serving(older(refusal));
    const client = createClient(INFO, {}, { discoverTimeout: 500 });
    atEnd(() => client.close());
    for (const probes of [1, 1]) {
      await client.connect(http(url));
      assert.is(client.server.version, "2025-06-18");
      await client.close();
      const found = asked.filter((method) => method === "server/discover");
      assert.is(found.length, probes);
    }
    close();
  });
}

for (const code of [-32020, -32021, -32022]) {
  test(`over HTTP, ${code} is no reason to shake hands`, async () => {
    const { createClient, http } = await load("all", "client");
    const data = { supported: ["2099-01-01"], requested: MODERN };
    const error = { code, message: "No", data };
    const { url, asked, close } = await serving(() => ({ error }));
    const client = createClient(INFO);
    atEnd(() => client.close());
    const fault = await client.connect(http(url)).then(
      () => "none",
      (problem: { fault: string }) => problem.fault,
    );
    assert.is(fault, "version");
    assert.not.ok(asked.includes("initialize"));
    close();
  });
}

test("a revision that is not known is refused before anything is sent", async () => {
  const { createClient } = await load("all", "client");
  assert.throws(
    () => createClient(INFO, {}, only("1999-01-01")),
    /2026-07-28, 2025-11-25/,
  );
});

test.run();
