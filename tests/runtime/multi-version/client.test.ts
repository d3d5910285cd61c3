/**
 * Tests of a multi-version client, which detects the protocol revision of a
 * server.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { closing } from "../../harness/run/closing.js";
import { serve } from "../../harness/peers/servers.js";
import { temporaryFolder, writeTree } from "../../harness/program/folders.js";
import { generated, load } from "../../harness/generated/load.js";
import { MODERN } from "../../harness/wire/multi-version.js";
import { withStoppedClock } from "../../harness/time/clock.js";
import { Wire } from "../../harness/wire/wire.js";
import type { Client } from "../../harness/generated/modules.js";
import { requirement } from "../../harness/run/requirement.js";

const test = suite("multi-version client");
const atEnd = closing(test);

const OLD = "2025-06-18";
const HELLO = `{ content: [{ type: "text", text: "Hello" }] }`;
const TOOLS = `{ tools: [{ name: "hello", inputSchema: { type: "object" } }], ttlMs: 7 }`;

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
 * Returns the source code of a server of an older revision. For each message
 * before the handshake, the server runs the statement `then`. Its
 * `instructions` contain the reason of the last cancellation that it received.
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

/**
 * Option with a long timeout, for programs that start slowly on a busy machine.
 */
const PATIENT = { discoverTimeout: 20_000 };

/**
 * Test cases: name of the server, its source code, the expected revision, and
 * the options of the client.
 */
const SERVERS: readonly (readonly [string, string, string, object?])[] = [
  ["SDK v2 for all revisions", V2("serve"), MODERN, PATIENT],
  ["SDK v2 limited to 2025-06-18", V2("serve"), OLD, only(OLD)],
  ["SDK v2 for the newest revision only", V2("reject"), MODERN, PATIENT],
  ["SDK v1", V1, "2025-11-25"],
  ["SDK v1 limited to 2024-11-05", V1, "2024-11-05", only("2024-11-05")],
  ["a server that exits with 0", OLDER("process.exit(0)"), OLD],
  ["a server that exits with 7", OLDER("process.exit(7)"), OLD],
  ["a silent server", SILENT, OLD],
];

function only(revision: string): object {
  return { revisions: [revision] };
}

requirement(`
  c09bed4e7d4a 296bdb756028 65534e0ab5c8 baa4549bba27 0a9ae721e32d
`);
for (const [index, [name, source, version, options]] of SERVERS.entries())
  test(`a multi-version client uses ${version} over stdio with ${name}`, async () => {
    const { createClient, spawn } = await load("all", "client");
    const folder = await generated("all");
    const file = `server-${index}.mjs`;
    writeTree(folder, { [file]: source });
    const client = createClient(INFO, {}, options);
    atEnd(() => client.close());
    // Use a request timeout of 30 seconds, as hosts do. The client must fall
    // back to the handshake much earlier.
    const request = { timeout: 30_000 };
    const script = join(folder, file);
    await client.connect(spawn(process.execPath, [script]), request);
    assert.is(client.server.version, version);
    if (source === SILENT)
      assert.match(client.server.instructions ?? "", /discover.* 2000 ms/);
    const { tools, ...rest } = await client.listTools();
    assert.is(tools.length, 1);
    // The client adds the members that the newest revision requires to the
    // results of older servers. A member that the server sent is kept.
    assert.is(rest.resultType, "complete");
    assert.is(typeof rest.ttlMs, "number");
    if (source === SILENT) assert.is(rest.ttlMs, 7);
    const { content } = await client.callTool({ name: "hello" });
    assert.equal(content, [{ type: "text", text: "Hello" }]);
    await client.close();
  });

/** Returns the `fault` of the error with which a promise rejects. */
const getFault = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => "none",
    ({ fault }: { fault: string }) => fault,
  );

const leave = (): void => {};
const close = (client: Client): void => void client.close();

for (const [title, end, options, act, most, before = leave] of [
  [
    "of several revisions starts an exiting server process a second time",
    "process.exit()",
    {},
    leave,
    2,
  ],
  [
    "of only the newest revision starts an exiting server process once",
    "process.exit()",
    only(MODERN),
    leave,
    1,
  ],
  [
    "that is closed does not start the running server process again",
    "0",
    {},
    close,
    1,
  ],
  [
    "that was closed before it connects starts an exiting server process a second time",
    "process.exit()",
    {},
    leave,
    2,
    close,
  ],
] as const)
  test(`a client ${title}`, async () => {
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
    before(client);
    const opened = client.connect(spawn(process.execPath, [script]));
    act(client);
    assert.is(await getFault(opened), "closed");
    const { length } = readFileSync(starts);
    assert.ok(
      end === "0" ? length <= most : length === most,
      `the server started ${length} times`,
    );
  });

/** Return value of `answer` after which the server sends no response. */
const SILENCE = 0;

/**
 * Starts an HTTP server. `answer` receives the method of a JSON-RPC request,
 * and returns the response or the HTTP status.
 */
async function startServer(
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

requirement(`
  c09bed4e7d4a 296bdb756028 692407332b16 baa4549bba27 0a9ae721e32d
`);
for (const [name, refusal] of [
  ["400 without a body", 400],
  ["404", 404],
  ["405", 405],
  ["no answer", SILENCE],
  ["an error of any code", { error: { code: -32000, message: "No session" } }],
] as const)
  test(`over HTTP, a multi-version client falls back to initialize if server/discover gets ${name}`, async () => {
    const { createClient, http } = await load("all", "client");
    const { url, asked } = await startServer(older(refusal));
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

test("a multi-version client sends server/discover to a second server after the first server required initialize", async () => {
  const { createClient, http } = await load("all", "client");
  const client = createClient(INFO, {}, PATIENT);
  atEnd(() => client.close());
  for (let server = 0; server < 2; server += 1) {
    const { url, asked } = await startServer(older(404));
    await client.connect(http(url));
    await client.close();
    assert.is(asked[0], "server/discover");
  }
});

test("a client waits for server/discover no longer than for any other request to a running server", () =>
  withStoppedClock(async (clock) => {
    const { createClient } = await load("all", "client");
    const client = createClient(INFO, {}, { discoverTimeout: 60_000 });
    atEnd(() => client.close());
    const wire = new Wire();
    const opened = getFault(client.connect(wire, { timeout: 1_000 }));
    await wire.next();
    await clock.wait(1_000);
    assert.equal(
      wire.sent.map(({ method }) => method),
      ["notifications/cancelled", "initialize"],
    );
    await client.close();
    assert.is(await opened, "closed");
  }));

test("a multi-version client offers the newest revision in its options, whatever their order", async () => {
  const { createClient } = await load("all", "client");
  const client = createClient(INFO, {}, { revisions: ["2024-11-05", OLD] });
  atEnd(() => client.close());
  const wire = new Wire();
  const opened = getFault(client.connect(wire));
  assert.is((await wire.next()).params["protocolVersion"], OLD);
  await client.close();
  assert.is(await opened, "closed");
});

requirement("5a3e64cf81c0 65534e0ab5c8");
for (const [code, supported, requests] of [
  [-32020, ["2099-01-01"], 1],
  [-32021, ["2099-01-01"], 1],
  [-32022, ["2099-01-01"], 1],
  [-32022, 7, 1],
  [-32022, [MODERN], 3],
] as const)
  test(`over HTTP, a multi-version client does not fall back to initialize after error ${code} with the supported revisions ${JSON.stringify(supported)}`, async () => {
    const { createClient, http } = await load("all", "client");
    const data = { supported, requested: MODERN };
    const error = { code, message: "No", data };
    const { url, asked } = await startServer(() => ({ error }));
    const client = createClient(INFO);
    atEnd(() => client.close());
    assert.is(await getFault(client.connect(http(url))), "version");
    assert.equal(asked, Array(requests).fill("server/discover"));
  });

test("createClient() throws an error for an unknown revision in its options", async () => {
  const { createClient } = await load("all", "client");
  assert.throws(
    () => createClient(INFO, {}, only("1999-01-01")),
    /2026-07-28, 2025-11-25/,
  );
});

test.run();
