/** A host of real servers, good ones and bad ones. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { failure } from "../hostile/support.js";
import { load, program } from "../interop/support.js";
import type { AuditEntry } from "../../templates/runtime/host/consent/audit.js";

const REVISION = "2025-11-25";
const test = suite("a host of many servers");

const { createHost } = await load(REVISION, "client");

const INFO = { name: "host", version: "1" };

/** Sources of servers that have the tool `who`, which says who they are. */
const OURS = `
import { createServer, stdio, tools } from "./server.js";
const name = process.argv[2];
const server = createServer({ name, version: "1" }, tools({
  who: { handler: () => name },
  die: { handler: () => process.exit(3) },
}));
await server.connect(stdio());`;

const sdk = (main: string, stdio: string): string => `
import { McpServer } from "@modelcontextprotocol/${main}";
import { StdioServerTransport } from "@modelcontextprotocol/${stdio}";
const name = process.argv[2];
const server = new McpServer({ name, version: "1" });
server.registerTool("who", {}, () => ({ content: [{ type: "text", text: name }] }));
await server.connect(new StdioServerTransport());`;

/** Speaks by hand, so that it can do what it must not. */
const BAD = `
import { createInterface } from "node:readline";
const [, , kind] = process.argv;
const say = (message) =>
  process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...message }) + "\\n");
const results = {
  initialize: {
    protocolVersion: "${REVISION}",
    capabilities: { tools: {} },
    serverInfo: { name: kind, version: "1" },
  },
  "tools/list": { tools: [{ name: "who", inputSchema: { type: "object" } }] },
};
createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method } = JSON.parse(line);
  if (kind === "hang" || id === undefined) return;
  say({ id, result: results[method] });
  if (method !== "tools/list") return;
  if (kind === "crash") setImmediate(() => process.exit(1));
  if (kind === "flood")
    setInterval(() => {
      for (let n = 0; n < 1000; n++)
        say({ method: "notifications/message", params: { level: "info", data: n } });
    }, 1);
});`;

/** States of servers, as they are told. */
function states() {
  const log: string[] = [];
  let wake = (): void => {};
  let next = new Promise<void>((resolve) => (wake = resolve));
  const on = (server: string, state: string): void => {
    log.push(`${server} ${state}`);
    wake();
    next = new Promise<void>((resolve) => (wake = resolve));
  };
  const reached = async (what: string, times = 1): Promise<void> => {
    while (log.filter((one) => one === what).length < times) await next;
  };
  return { log, on, reached };
}

test("a child process that died is started again", async () => {
  const file = await program(REVISION, OURS);
  const seen = states();
  const host = createHost(INFO, {
    servers: { one: { command: process.execPath, args: [file, "one"] } },
    restarts: [0, 0],
    onState: seen.on,
  });
  await host.connect();
  const died = await host
    .callTool({ name: "one__die" })
    .catch(({ fault, message }) => `${fault}: ${message}`);
  assert.is(
    died,
    `closed: The server one ended before it answered tools/call: ${process.execPath} ended with code 3`,
  );
  assert.is(
    await failure(host.callTool({ name: "one__who" })),
    "ConnectionError: The server one is restarting: The server one has ended",
  );
  await seen.reached("one ready", 2);
  const { content } = await host.callTool({ name: "one__who" });
  assert.is(content[0]?.text, "one");
  await host.close();
});

test("twelve good servers, and three bad ones that do not trouble them", async () => {
  const files = {
    ours: await program(REVISION, OURS),
    sdk1: await program(
      REVISION,
      sdk("sdk/server/mcp.js", "sdk/server/stdio.js"),
    ),
    sdk2: await program(REVISION, sdk("server", "server/stdio")),
    bad: await program(REVISION, BAD),
  };
  const { createServer, listen, tools } = await load(REVISION, "server");
  const listening = await Promise.all(
    ["web0", "web1", "web2"].map((name) => {
      const who = tools({ who: { handler: () => name } });
      return listen(createServer({ name, version: "1" }, who), { port: 0 });
    }),
  );
  const child = (file: string, name: string): [string, object] => [
    name,
    { command: process.execPath, args: [file, name] },
  ];
  const good = Object.fromEntries([
    ...listening.map(({ url }, n) => [`web${n}`, { url }] as const),
    ...[0, 1, 2].flatMap((n) => [
      child(files.ours, `ours${n}`),
      child(files.sdk1, `sdk1x${n}`),
      child(files.sdk2, `sdk2x${n}`),
    ]),
  ]);
  const kinds = ["hang", "crash", "flood"];
  const bad = Object.fromEntries(kinds.map((kind) => child(files.bad, kind)));
  const audit: AuditEntry[] = [];
  const seen = states();
  const host = createHost(INFO, {
    servers: { ...bad, ...good },
    restarts: [0, 0, 0],
    timeout: 20_000,
    limits: { messages: 5_000 },
    audit: (entry: AuditEntry) => audit.push(entry),
    onState: seen.on,
  });
  const connecting = host.connect();
  await Promise.all(
    Object.keys(good).map(async (name) => {
      await seen.reached(`${name} ready`);
      const { content } = await host.callTool({ name: `${name}__who` });
      assert.match(content[0]?.text ?? "", name);
    }),
  );
  // All of them have answered, and the one that hangs still does.
  assert.not(seen.log.includes("hang failed"));
  await seen.reached("crash failed");
  await seen.reached("flood failed");
  const closing = host.close();
  const { connected, failed } = await connecting;
  await closing;
  await Promise.all(listening.map(({ close }) => close()));
  const names = Object.keys(good);
  assert.ok(names.every((name) => connected.includes(name)));
  assert.not(failed.some(({ server }) => names.includes(server)));
  const told = (server: string, what: string): string[] =>
    audit
      .filter((one) => one.server === server && one.what === what)
      .map(({ decision }) => decision);
  for (const name of Object.keys(good))
    assert.equal(told(name, "tools/call"), ["allowed"]);
  assert.equal(told("crash", "failed"), ["failed"]);
  assert.equal(told("flood", "failed"), ["failed"]);
});

test.run();
