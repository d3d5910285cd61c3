/**
 * Tests of a multi-version client with servers that start slowly, and with
 * servers that reject `initialize` after `server/discover` in the same process.
 */
import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { closing } from "../../harness/run/closing.js";
import { defer } from "../../harness/run/deferred.js";
import { serve } from "../../harness/peers/servers.js";
import { tapOurs } from "../../harness/peers/tap.js";
import { generated, load } from "../../harness/generated/load.js";
import { temporaryFolder, writeTree } from "../../harness/program/folders.js";
import { MODERN } from "../../harness/wire/multi-version.js";
import type { ConnectionError } from "../../../runtime/json-rpc/messages/errors.js";

const test = suite("multi-version client: starting servers");
const atEnd = closing(test);

const OLD = "2025-06-18";
const INFO = { name: "c", version: "1" };

/**
 * Connects a multi-version client to a server process. Returns the revision,
 * the number of started processes, and the methods that the client sent to the
 * first process.
 */
async function open(
  source: string,
  connecting: object,
  discoverTimeout: number,
  sent: (method: string) => void = () => {},
) {
  const { createClient, spawn } = await load("all", "client");
  const folder = await generated("all");
  const starts = join(temporaryFolder(), "starts");
  const file = `starting-${process.pid}-${(count += 1)}.mjs`;
  const counted = `
import { appendFileSync } from "node:fs";
appendFileSync(process.argv[2], ".");
${source}`;
  writeTree(folder, { [file]: counted });
  appendFileSync(starts, "");
  const client = createClient(INFO, {}, { discoverTimeout });
  atEnd(() => client.close());
  const methods: string[] = [];
  const args = [join(folder, file), starts];
  const child = spawn(process.execPath, args, { stderr: () => {} });
  const transport = tapOurs(child, {
    received: () => {},
    sent: ({ method }) => {
      methods.push(String(method));
      sent(String(method));
    },
  });
  let error: ConnectionError | undefined;
  await client
    .connect(transport, connecting)
    .catch((failure: ConnectionError) => (error = failure));
  const version = error ? undefined : client.server.version;
  return { version, error, methods, starts: readFileSync(starts).length };
}

let count = 0;

const V1 = `
const { McpServer } = await import("@modelcontextprotocol/sdk/server/mcp.js");
const { StdioServerTransport } = await import("@modelcontextprotocol/sdk/server/stdio.js");
await new McpServer({ name: "sdk", version: "1.0.0" }).connect(new StdioServerTransport());`;

const V2 = (legacy: string): string => `
const { McpServer } = await import("@modelcontextprotocol/server");
const { serveStdio } = await import("@modelcontextprotocol/server/stdio");
serveStdio(() => new McpServer({ name: "sdk2", version: "1.0.0" }), { legacy: "${legacy}" });`;

const OURS = `
const { createServer, stdio } = await import("./server.js");
await createServer({ name: "s", version: "1" }, {}).connect(stdio());`;

for (const [name, source, version] of [
  ["SDK v1", V1, "2025-11-25"],
  ["SDK v2 for the newest revision only", V2("reject"), MODERN],
  ["SDK v2 for all revisions", V2("serve"), "2025-11-25"],
  ["a generated server of all revisions", OURS, "2025-11-25"],
] as const)
  test(`a client connects with ${version} to a slowly starting server (${name}) without a restart`, async () => {
    // The server reads its input only after it has received an HTTP response.
    // The test sends this response when the client has sent `initialize`.
    const begun = defer();
    const gate = await serve((_request, response) => {
      void begun.promise.then(() => response.end());
    });
    atEnd(() => gate.close());
    const wait = `await fetch("${gate.url}");`;
    const opened = await open(wait + source, {}, 100, (method) => {
      if (method === "initialize") begun.resolve();
    });
    assert.equal([opened.version, opened.starts], [version, 1]);
  });

test("a client does not restart a server process that never answers", async () => {
  const silent = "setInterval(() => {}, 1_000); process.stdin.resume();";
  const { error, methods, starts } = await open(
    `${silent} process.stdin.on("end", () => process.exit());`,
    { timeout: 400 },
    100,
  );
  assert.match(
    String(error?.message),
    /^No answer to initialize within 400 ms\. Check that \S+ is an MCP server$/,
  );
  assert.is(starts, 1);
  assert.equal(methods, [
    "server/discover",
    "notifications/cancelled",
    "initialize",
  ]);
});

/** Test cases: program that is not a server, and two parts of the error message. */
for (const [program, end, log] of [
  ["process.exit(1);", "code 1", ""],
  ['console.log("hello");', 'code 0. A line was not JSON: "hello"', ""],
  [
    'console.log("hello"); console.error("late");',
    'code 0. A line was not JSON: "hello"',
    "; the end of its log:\nlate",
  ],
] as const)
  test(`\`connect()\` to the program \`${program}\` fails with an error that describes the program's end`, async () => {
    const { error: print } = console;
    const printed: unknown[] = [];
    console.error = (...values) => void printed.push(values);
    const { error } = await open(program, {}, 30_000).finally(
      () => (console.error = print),
    );
    assert.is(
      error?.message,
      `${process.execPath} ended with ${end}. The client started the server twice${log}`,
    );
    assert.equal(printed, []);
  });

test("after the timeout of `connect()`, a client does not restart the server process", async () => {
  const echo = "process.stdin.pipe(process.stdout);";
  const { error, starts } = await open(echo, { timeout: 400 }, 2_000);
  assert.not.match(String(error?.message), "within 0 ms");
  assert.is(starts, 1);
});

test("a client spends at most half of its connection timeout on server/discover", async () => {
  const source = respond("held", "say(opened);");
  const { version, starts } = await open(source, { timeout: 2_000 }, 60_000);
  assert.equal([version, starts], [OLD, 1]);
});

/**
 * Returns the source of a server process. The process answers the first
 * `server/discover` with `first`, or delays the answer if `first` is `held`.
 * When `initialize` arrives after `server/discover`, the process runs the
 * statements `answer`. Without an earlier `server/discover`, it answers
 * `initialize` with `alone`.
 */
function respond(first: string, answer: string, alone = "opened"): string {
  return `
import { createInterface } from "node:readline";
const found = { result: { resultType: "complete", ttlMs: 0, cacheScope: "private", supportedVersions: ["${MODERN}"], capabilities: {} } };
const opened = { result: { protocolVersion: "${OLD}", capabilities: {}, serverInfo: { name: "s", version: "1" } } };
const no = { error: { code: -32601, message: "No" } };
const held = undefined;
let asked;
let late = no;
for await (const line of createInterface(process.stdin)) {
  const { id, method } = JSON.parse(line);
  const say = (reply, to = id) => reply && console.log(JSON.stringify({ jsonrpc: "2.0", id: to, ...reply }));
  const sayLate = (reply) => say(late = reply, asked);
  if (method === "server/discover") {
    say(asked === undefined ? ${first} : late);
    asked ??= id;
  } else if (method === "initialize") {
    if (asked === undefined) say(${alone});
    else { ${answer} }
  }
}`;
}

const ONCE = "server/discover initialize";
const LATE = "server/discover notifications/cancelled initialize";

/**
 * Test cases: description, answer to `server/discover`, statements for
 * `initialize`, expected revision, number of started processes, and messages to
 * the first process.
 */
for (const [title, first, answer, version, starts, methods] of [
  [
    "a late error of server/discover and then a result of initialize",
    "held",
    "sayLate(no); say(opened);",
    OLD,
    1,
    `${LATE} notifications/initialized`,
  ],
  [
    "a late result of server/discover and then a result of initialize",
    "held",
    "sayLate(found); say(opened);",
    OLD,
    1,
    `${LATE} notifications/initialized`,
  ],
  [
    "a result of initialize and then a late result of server/discover",
    "held",
    "say(opened); sayLate(found);",
    OLD,
    1,
    `${LATE} notifications/initialized`,
  ],
  [
    "a late result of server/discover and then an error of initialize",
    "held",
    "sayLate(found); say(no);",
    MODERN,
    1,
    `${LATE} server/discover`,
  ],
  [
    "an error of initialize and then a late result of server/discover",
    "held",
    "say(no); sayLate(found);",
    MODERN,
    1,
    `${LATE} server/discover`,
  ],
  [
    "a late error of server/discover and an error of initialize",
    "held",
    "sayLate(no); say(no);",
    OLD,
    2,
    `${LATE} server/discover`,
  ],
  [
    "an error of server/discover and an error of initialize",
    "no",
    "say(no);",
    OLD,
    2,
    ONCE,
  ],
] as const)
  test(`after ${title}, the client ${starts === 1 ? "connects" : "restarts the server and connects"} with ${version}`, async () => {
    // Timeout for the answer to `server/discover`. The client later waits
    // equally long for a late answer. If the server delays the answer, the test
    // waits for the timeout, so the timeout is short.
    const wait = first === "held" ? 500 : 30_000;
    const opened = await open(respond(first, answer), {}, wait);
    assert.is(opened.error, undefined);
    assert.equal([opened.version, opened.starts], [version, starts]);
    assert.equal(opened.methods, methods.split(" "));
  });

test("if a server rejects every initialize request, the client restarts the server process only once", async () => {
  const source = respond("no", "say(no);", "no");
  const { error, starts } = await open(source, {}, 30_000);
  assert.equal([error?.message, starts], ["No", 2]);
});

test.run();
