/** `mcp-codegen validate`, as a process. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { BIN, outcome, ROOT, runCli, type Run } from "../support/cli.js";
import { temporaryFolder } from "../support/folders.js";
import { WHOLE } from "../support/whole.js";

const folder = temporaryFolder();
const GOOD = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x"}}
{"jsonrpc":"2.0","id":1,"result":{"content":[]}}
`;
const BAD = GOOD.replace('"x"', "7");

function recording(name: string, bytes: string | Uint8Array): string {
  const file = join(folder, name);
  writeFileSync(file, bytes);
  return file;
}

function piped(args: readonly string[], input: string): Promise<Run> {
  const child = spawn(process.execPath, [BIN, "validate", ...args], {
    cwd: folder,
    stdio: ["pipe", "pipe", "pipe"],
  });
  child.stdin.end(input);
  return outcome(child);
}

/** Of a long recording; a fault each takes more than the heap, kept. */
const LINES = WHOLE ? 400_000 : 60_000;

const validate = suite("validate");

const request = (id: number, method: string, params: object) =>
  `${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`;
const handshake = (protocolVersion: string): string =>
  request(0, "initialize", {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "c", version: "1" },
  }) +
  `${JSON.stringify({ jsonrpc: "2.0", id: 0, result: { protocolVersion, capabilities: {}, serverInfo: { name: "s", version: "1" } } })}\n`;
const stateless = request(1, "tools/list", {
  _meta: {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": { name: "c", version: "1" },
  },
});
const logged = (text: string): string =>
  text.replace(
    /^.+$/gm,
    (line) => `{"direction":"in","line":${JSON.stringify(line)}}`,
  );

/** Recordings without --rev, and what they are held against. */
const SPOKEN: readonly (readonly [string, string, string])[] = [
  ["the answer to initialize", handshake("2025-03-26") + GOOD, "2025-03-26"],
  ["an answer in a log", logged(handshake("2024-11-05")), "2024-11-05"],
  ["a stateless request", stateless, "2026-07-28"],
  [
    "a header of HTTP",
    `{"headers":{"MCP-Protocol-Version":"2025-06-18"},"body":${GOOD.split("\n")[0]}}\n`,
    "2025-06-18",
  ],
];
for (const [what, text, revision] of SPOKEN)
  validate(`the revision is that of ${what}`, async () => {
    recording("spoken", text);
    const run = await runCli(["validate", "spoken"], folder);
    assert.match(run.stdout, `No fault against ${revision}: `);
    assert.equal([run.code, run.stderr], [0, ""]);
  });

validate("what came before the handshake is checked as well", async () => {
  recording("late", BAD + handshake("2025-06-18"));
  const { code, stdout } = await runCli(["validate", "late"], folder);
  assert.is(code, 1);
  assert.match(stdout, "late:1: tools/call request from the client");
  assert.match(stdout, "1 fault on 1 line against 2025-06-18: 4 messages");
});

validate("--rev that differs from the handshake is said, once", async () => {
  recording("other", handshake("2025-03-26").repeat(2));
  const args = ["validate", "other", "--rev", "2025-06-18"];
  const { code, stderr } = await runCli(args, folder);
  assert.is(code, 0);
  assert.equal(stderr.match(/^.*MCP504.*$/gm), [
    "warning MCP504: other:2 speaks 2025-03-26; it is held against 2025-06-18.",
  ]);
});

const SUMMARY =
  "against 2025-06-18: 2 messages on 2 lines (1 request, 0 notifications, 1 result, 0 errors).\n";

for (const [title, text, code, said] of [
  ["right traffic: a summary", GOOD, 0, `No fault ${SUMMARY}`],
  [
    "a fault: line, method, path, section",
    BAD,
    1,
    `traffic:1: tools/call request from the client
  /params/name: expected string, got number 7
    https://modelcontextprotocol.io/specification/2025-06-18/server/tools#calling-tools

1 fault on 1 line ${SUMMARY}`,
  ],
] as const)
  validate(`${title}, exit code ${code}`, async () => {
    recording("traffic", text);
    const args = ["validate", "traffic", "--rev", "2025-06-18"];
    const run = await runCli(args, folder);
    assert.equal(run, { code, stdout: said, stderr: "" });
  });

validate("standard input; --json is one document", async () => {
  const args = ["-", "--rev", "2025-06-18", "--json"];
  const { code, stdout } = await piped(args, BAD);
  assert.is(code, 1);
  const { ok, revision, faults, summary } = JSON.parse(stdout);
  assert.equal([ok, revision, summary.messages], [false, "2025-06-18", 2]);
  assert.equal([faults[0].line, faults[0].pointer], [1, "/params/name"]);
});

validate("a schema of one's own has no section", async () => {
  const schema = join(ROOT, "schema/2025-06-18/schema.ts");
  const { code, stdout } = await piped(["--schema", schema], BAD);
  assert.is(code, 1);
  assert.match(stdout, "/params/name: expected string");
  assert.not.match(stdout, "https://");
});

validate(
  "memory does not grow with the recording, nor with its faults",
  async () => {
    // All of one id, which is a fault from the second on.
    const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}\n';
    const long = recording("long.jsonl", ping.repeat(LINES));
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
  },
);

validate.run();
