/**
 * Tests of a server in a separate process that communicates over its standard
 * streams.
 */
import { spawn as spawnProcess } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ROOT } from "../../harness/program/cli.js";
import { temporaryFolder, writeTree } from "../../harness/program/folders.js";
import { HELLO as OPENING } from "../../harness/wire/wire.js";
import { requirement } from "../../harness/run/requirement.js";

const test = suite("transport: stdio");

const BUILT = pathToFileURL(join(ROOT, "dist/")).href;

/**
 * Writes a program that serves `handlers` over stdio. Returns the path of the
 * program.
 */
function serverFile(
  handlers: string,
  rest = "",
  first = "",
  options = "",
): string {
  const folder = temporaryFolder();
  writeTree(folder, {
    "server.mjs": `
import { stdio } from "${BUILT}runtime/transport/stdio.js";
import { ServerCore } from "${BUILT}runtime/protocol/server-core.js";
import { SERVER } from "${BUILT}tests/harness/wire/wire.js";
${first}
const server = new ServerCore(SERVER, { name: "s", version: "1" }, ${handlers}, { onError() {} });
await server.connect(stdio(${options}));
${rest}`,
  });
  return join(folder, "server.mjs");
}

/**
 * Runs a program, writes the given texts to its input, and waits until it exits
 * with code 0. Returns its log and its messages, except the first message.
 */
async function runProgram(
  file: string,
  parts: readonly (string | Buffer)[],
  prefix: readonly string[] = [],
) {
  const [command, ...args] = [...prefix, process.execPath, file];
  const child = spawnProcess(command as string, args);
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8");
  child.stdout.on("data", (text: string) => (stdout += text));
  child.stderr.on("data", (text) => (stderr += text));
  child.stdin.on("error", () => {});
  const ended = new Promise((resolve) =>
    child.on("close", (...end) => resolve(end)),
  );
  for (const part of parts)
    await new Promise<void>((resolve) =>
      child.stdin.write(part, () => resolve()),
    );
  child.stdin.end();
  assert.equal(await ended, [0, null]);
  const [welcome, ...said] = stdout
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as { id: number });
  assert.is(welcome?.id, 0);
  return { said, stderr };
}

const line = (message: object): string =>
  `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`;

const HELLO = line({ ...OPENING, id: 0 });
const TOOLS = `{ "tools/list": async () => ({ tools: [{ name: "é€😀" }] }) }`;

const list = (id: number | string): string =>
  line({ id, method: "tools/list" });

const listed = (id: number | string, more: object = {}): object => ({
  jsonrpc: "2.0",
  id,
  result: { tools: [{ name: "é€😀" }], ...more },
});

const SAY_END =
  'process.stdin.on("end", () => process.stderr.write("end of input"));';
const WATCH = 'process.stdin.on("data", (text) => process.stderr.write(text));';
const PRINTS = `console.log("hello");
  process.stdout.write("raw\\n", "latin1", () => console.error("written"));`;

const BYTES = Buffer.from(`${HELLO}\r\n\n${list("é€😀")}${list(2)}\r\n`);
const CUT: Buffer[] = [];
for (let start = 0; start < BYTES.length; start += 5)
  CUT.push(BYTES.subarray(start, start + 5));

const LATE = `{ "tools/list": () => new Promise((resolve) =>
  process.stdin.on("end", () => setImmediate(() => resolve({ tools: [] })))) }`;
const FLOWING = `{ "tools/list": () => ({ tools: [], flowing: process.stdin.readableFlowing }) }`;
const ONE = HELLO + list(1);

requirement("5a99cb22ff23");
for (const [title, file, parts, said, stderr = ""] of [
  [
    "reads input with split UTF-8 characters, CRLF and blank lines",
    serverFile(TOOLS),
    CUT,
    [listed("é€😀"), listed(2)],
  ],
  [
    "answers requests that it received before the end of input",
    serverFile(LATE),
    [ONE],
    [listed(1, { tools: [] })],
  ],
  [
    "reads a pipe without process.stdin",
    serverFile(FLOWING, SAY_END),
    [ONE],
    [listed(1, { tools: [], flowing: null })],
    "end of input",
  ],
  [
    "receives all messages although the program resumes its input",
    serverFile(TOOLS, `process.stdin.resume(); ${SAY_END}`),
    [HELLO, list(1)],
    [listed(1)],
    "end of input",
  ],
  [
    "receives all messages although the program also reads the input",
    serverFile(TOOLS, "", WATCH),
    [ONE],
    [listed(1)],
    ONE,
  ],
  [
    "ignores an incomplete line at the end of input",
    serverFile(TOOLS),
    [`${HELLO}{"jsonrpc":"2.0","id":1,"met`],
    [],
  ],
  [
    "exits despite running timers if the option exit is set",
    serverFile(TOOLS, "setInterval(() => {}, 1e6);", "", "{ exit: true }"),
    [HELLO],
    [],
  ],
  [
    "waits for a running timer if the option exit is not set",
    serverFile(TOOLS, 'setTimeout(() => console.error("worked"), 1_500);'),
    [HELLO],
    [],
    "worked\n",
  ],
] as const)
  test(`a stdio server ${title}`, async () => {
    assert.equal(await runProgram(file, parts), { said, stderr });
  });

test("SIGTERM ends a stdio server whose program has running timers", async () => {
  const handlers = `{ "tools/list": () => new Promise((resolve) => {
    process.kill(process.pid, "SIGTERM");
    setTimeout(() => resolve({ tools: [] }), 100);
  }) }`;
  const file = serverFile(handlers, "setInterval(() => {}, 1e6);");
  const { said } = await runProgram(file, [HELLO + list(1)]);
  assert.equal(said, [listed(1, { tools: [] })]);
});

requirement("f3b8e6b33c61 04a66bb97534");
test("text that a stdio server's handlers print on standard output appears on standard error", async () => {
  const { said, stderr } = await runProgram(serverFile(TOOLS, PRINTS), [HELLO]);
  assert.equal([said, stderr], [[], "hello\nraw\nwritten\n"]);
});

test("a stdio server can read its input from a file", async () => {
  const input = join(temporaryFolder(), "input.jsonl");
  writeTree(join(input, ".."), { "input.jsonl": HELLO + list(1) });
  const shell = ["sh", "-c", `exec "$0" "$1" <"${input}"`];
  const { said } = await runProgram(serverFile(TOOLS), [], shell);
  assert.equal(said, [listed(1)]);
});

test.run();
