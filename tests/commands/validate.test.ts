/**
 * Tests of `validate` with recordings (MCP messages, one per line) in files and
 * on standard input.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { main } from "../../generator/cli/main.js";
import {
  BIN,
  outcome,
  ROOT,
  runCli,
  type Run,
} from "../harness/program/cli.js";
import { temporaryFolder } from "../harness/program/folders.js";
import { createMeta } from "../harness/peers/meta.js";
import { WHOLE } from "../harness/run/sampling.js";

const folder = temporaryFolder();
const GOOD = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x"}}
{"jsonrpc":"2.0","id":1,"result":{"content":[]}}
`;
const BAD = GOOD.replace('"x"', "7");

/** Writes a recording to a file and runs `validate` on the file. */
function check(text: string, ...args: readonly string[]): Promise<Run> {
  writeFileSync(join(folder, "traffic"), text);
  return runCli(["validate", "traffic", ...args], folder);
}

function piped(args: readonly string[], input: string): Promise<Run> {
  const child = spawn(process.execPath, [BIN, "validate", ...args], {
    cwd: folder,
    stdio: ["pipe", "pipe", "pipe"],
  });
  child.stdin.end(input);
  return outcome(child);
}

/**
 * Number of messages in a long recording. Together, the faults of all messages
 * need more memory than the heap limit.
 */
const LINES = WHOLE ? 400_000 : 60_000;

const test = suite("command: validate");

const peer = { name: "c", version: "1" };
const handshake = (protocolVersion: string): string =>
  [
    `"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":${JSON.stringify(peer)}}`,
    `"result":{"protocolVersion":"${protocolVersion}","capabilities":{},"serverInfo":${JSON.stringify(peer)}}`,
  ]
    .map((members) => `{"jsonrpc":"2.0","id":0,${members}}\n`)
    .join("");
const stateless = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "tools/list",
  params: {
    _meta: {
      ...createMeta("2026-07-28"),
      "io.modelcontextprotocol/clientInfo": peer,
    },
  },
});
const logged = (text: string): string =>
  text.replace(
    /^.+$/gm,
    (line) => `{"direction":"in","line":${JSON.stringify(line)}}`,
  );
const HEADERS = '{"headers":{"MCP-Protocol-Version":"2025-06-18"},"body":';

/**
 * Test cases: recordings that contain their protocol revision, so that
 * `validate` needs no --rev.
 */
for (const [what, text, revision] of [
  ["the response to initialize", handshake("2025-03-26") + GOOD, "2025-03-26"],
  [
    "the response to initialize in a log",
    logged(handshake("2024-11-05")),
    "2024-11-05",
  ],
  ["a stateless request", stateless, "2026-07-28"],
  ["an HTTP header", `${HEADERS}${GOOD.split("\n")[0]}}\n`, "2025-06-18"],
] as const)
  test(`\`mcp-codegen validate\` takes the protocol revision from ${what}`, async () => {
    const run = await check(text);
    assert.match(run.stdout, `No fault against ${revision}: `);
    assert.equal([run.code, run.stderr], [0, ""]);
  });

test("`mcp-codegen validate` checks a message that precedes the `initialize` request against the negotiated revision", async () => {
  const { code, stdout } = await check(BAD + handshake("2025-06-18"));
  assert.is(code, 1);
  assert.match(stdout, "traffic:1: tools/call request from the client");
  assert.match(stdout, "1 fault on 1 line against 2025-06-18: 4 messages");
});

/**
 * The first message determines the format of the recording, even for the lines
 * before that message.
 */
test("`mcp-codegen validate` accepts log lines that contain no message", async () => {
  const words = "listening\n".repeat(150);
  const log = words + logged(GOOD.trim()) + "\n" + words;
  const { code, stdout } = await check(log, "--rev", "2025-06-18");
  assert.is(code, 0, stdout);
  assert.match(stdout, "300 lines without a message.");
});

test("if the first message is outside a log entry, `validate` reports all lines without a message", async () => {
  const text = `ready\n\xff\n${handshake("2025-06-18")}ready\n`;
  writeFileSync(join(folder, "traffic"), text, "latin1");
  const run = await runCli(["validate", "traffic"], folder);
  assert.is(run.code, 1);
  assert.equal(run.stdout.match(/^traffic:\d+|it is not \w+/gm), [
    "traffic:1",
    "it is not JSON",
    "traffic:2",
    "it is not UTF",
    "traffic:5",
    "it is not JSON",
  ]);
});

test("if a recording contains no messages, `mcp-codegen validate --rev` reports each line of the recording and exits with 2", async () => {
  const { code, stdout, stderr } = await check("{\n", "--rev", "2025-06-18");
  assert.is(code, 2);
  assert.match(stderr, /MCP502[^]*Write one message per line/);
  assert.match(stdout, "1 fault on 1 line against 2025-06-18: 0 messages");
});

test("`mcp-codegen validate` warns once if `--rev` differs from the negotiated revision", async () => {
  const text = handshake("2025-03-26").repeat(2);
  const { code, stderr } = await check(text, "--rev", "2025-06-18");
  assert.is(code, 0);
  assert.equal(stderr.match(/^.*MCP504.*$/gm), [
    "warning MCP504: traffic:2 negotiates version 2025-03-26, but the messages are checked against 2025-06-18.",
  ]);
});

/**
 * Recording that contains valid messages of every kind: requests,
 * notifications, results and errors.
 */
const MORE = `${GOOD}{"jsonrpc":"2.0","id":2,"method":"roots/list"}
{"jsonrpc":"2.0","id":2,"error":{"code":-32601,"message":"no"}}
{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":1}}
{"jsonrpc":"2.0","id":3,"method":"ping"}
`;
const FAULT = `\
traffic:1: tools/call request from the client
  /params/name: expected string, got number 7
    https://modelcontextprotocol.io/specification/2025-06-18/server/tools#calling-tools

1 fault on 1 line against 2025-06-18: 2 messages on 2 lines (1 request, 0 notifications, 1 result, 0 errors).
`;
for (const [about, text, code, stdout] of [
  [
    "prints a summary of valid traffic and",
    MORE,
    0,
    "No fault against 2025-06-18: 6 messages on 6 lines (3 requests, 1 notification, 1 result, 1 error).\n1 request without an answer.\n",
  ],
  [
    "prints the position, method and JSON pointer of a fault and",
    BAD,
    1,
    FAULT,
  ],
  [
    "states that a result whose request is not recorded was not checked and",
    '{"jsonrpc":"2.0","id":1,"result":{}}\n',
    0,
    "No fault against 2025-06-18: 1 message on 1 line (0 requests, 0 notifications, 1 result, 0 errors).\n1 answer without a request.\nThe result of an answer is checked only if its request is recorded.\n",
  ],
] as const)
  test(`\`mcp-codegen validate\` ${about} exits with ${code}`, async () => {
    const run = await check(text, "--rev", "2025-06-18");
    assert.equal(run, { code, stdout, stderr: "" });
  });

test("`mcp-codegen validate --json` reads standard input and prints one document", async () => {
  const args = ["-", "--rev", "2025-06-18", "--json"];
  const { code, stdout } = await piped(args, BAD);
  assert.is(code, 1);
  const { ok, revision, faults, summary } = JSON.parse(stdout);
  assert.equal([ok, revision, summary.messages], [false, "2025-06-18", 2]);
  assert.equal([faults[0].line, faults[0].pointer], [1, "/params/name"]);
});

for (const [isTTY, hint] of [
  [true, "Reading messages from the terminal; press Ctrl-D to finish.\n"],
  [undefined, ""],
] as const)
  test(`mcp-codegen validate ${isTTY ? "states how to end the input if standard input is a terminal" : "prints no hint if standard input is not a terminal"}`, async () => {
    const stdin = Object.getOwnPropertyDescriptor(process, "stdin");
    const value = Object.assign(Readable.from([Buffer.from(BAD)]), { isTTY });
    Object.defineProperty(process, "stdin", { ...stdin, get: () => value });
    try {
      const run = await runCli(["validate", "--rev", "2025-06-18"], folder);
      assert.equal([run.code, run.stderr], [1, hint]);
      assert.match(run.stdout, /^standard input:1: tools\/call/);
    } finally {
      Object.defineProperty(process, "stdin", stdin ?? {});
    }
  });

test("on a terminal, `mcp-codegen validate` shows how much of a recording has been checked", async () => {
  const file = join(folder, "progress");
  writeFileSync(file, BAD);
  const shown: string[] = [];
  const { now } = Date;
  let time = 0;
  Date.now = () => (time += 1_000);
  try {
    await main(["validate", file, "--rev", "2025-06-18"], {
      out: () => {},
      err: (text) => shown.push(text),
      interactive: true,
      colour: false,
      outColour: false,
      signal: new AbortController().signal,
    });
  } finally {
    Date.now = now;
  }
  assert.equal(shown.filter(Boolean), ["Checking: 100 %, 2 messages, 1 fault"]);
});

test("`mcp-codegen validate --schema` prints no links to the specification", async () => {
  const schema = join(ROOT, "schema/2025-06-18/schema.ts");
  const { code, stdout } = await check(BAD, "--schema", schema);
  assert.is(code, 1);
  assert.match(stdout, "/params/name: expected string");
  assert.not.match(stdout, "https://");
});

test("`mcp-codegen validate` uses constant memory for long recordings and many faults", async () => {
  // All requests have the same id. Each request after the first is therefore
  // reported as a fault.
  const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}\n';
  const long = join(folder, "long.jsonl");
  writeFileSync(long, ping.repeat(LINES));
  const heap = `--max-old-space-size=${WHOLE ? 100 : 64}`;
  const args = [heap, BIN, "validate", long, "--rev", "2025-06-18"];
  const child = spawn(process.execPath, args, {
    stdio: ["ignore", "pipe", "ignore"],
  });
  let tail = "";
  child.stdout.on("data", (chunk) => (tail = `${tail}${chunk}`.slice(-500)));
  const [code] = (await once(child, "close")) as [number | null];
  assert.is(code, 1);
  assert.match(tail, `${LINES - 1} faults on ${LINES - 1} lines`);
});

test.run();
