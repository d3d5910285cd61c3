/** A server at the standard streams of a real process. */
import { spawn as spawnProcess } from "node:child_process";
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ROOT } from "../support/cli.js";
import { temporaryFolder, writeTree } from "../support/folders.js";

const test = suite("stdio");

const RUNTIME = pathToFileURL(join(ROOT, "dist/templates/runtime/")).href;

const SUPPORT = pathToFileURL(join(ROOT, "dist/tests/runtime/support.js")).href;

/** A program that serves `handlers` over its standard streams. */
function serverFile(handlers: string, rest = "", first = ""): string {
  const folder = temporaryFolder();
  writeTree(folder, {
    "server.mjs": `
import { stdio } from "${RUNTIME}transport/stdio.js";
import { ServerCore } from "${RUNTIME}endpoint/server.js";
import { SERVER } from "${SUPPORT}";
${first}
const server = new ServerCore(SERVER, { name: "s", version: "1" }, ${handlers}, { onError() {} });
const session = await server.connect(stdio({ maxMessage: 100_000 }));
${rest}`,
  });
  return join(folder, "server.mjs");
}

/** A server that runs, as the test that started it sees it. */
class Program {
  stdout = "";
  stderr = "";
  readonly ended: Promise<[code: number | null, signal: string | null]>;
  readonly #child: ChildProcessWithoutNullStreams;
  #wake = (): void => {};

  constructor(file: string, prefix: readonly string[] = []) {
    const [command, ...args] = [...prefix, process.execPath, file];
    const child = spawnProcess(command as string, args);
    this.#child = child;
    child.stdout.setEncoding("utf8");
    child.stdout.on("data", (text: string) => {
      this.stdout += text;
      this.#wake();
    });
    child.stderr.on("data", (text) => {
      this.stderr += text;
      this.#wake();
    });
    child.stdin.on("error", () => {});
    this.ended = new Promise((resolve) =>
      child.on("close", (code, signal) => resolve([code, signal])),
    );
  }

  write(text: string | Buffer): Promise<void> {
    return new Promise((resolve) =>
      this.#child.stdin.write(text, () => resolve()),
    );
  }

  /** Resolves when there are so many lines of output. */
  async heard(lines: number): Promise<void> {
    await this.until(() => this.stdout.split("\n").length > lines);
  }

  async until(holds: () => boolean): Promise<void> {
    while (!holds()) {
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  endInput(): void {
    this.#child.stdin.end();
  }

  kill(): void {
    this.#child.kill("SIGTERM");
  }

  stopReading(): void {
    this.#child.stdout.destroy();
  }

  /** What each line of output says, once the program has ended. */
  async messages(): Promise<unknown[]> {
    await this.ended;
    return this.stdout
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line) as unknown);
  }
}

const HELLO =
  '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2000-01-01","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}\n';

const WELCOME = {
  jsonrpc: "2.0",
  id: 0,
  result: {
    protocolVersion: "2000-01-01",
    capabilities: { tools: {} },
    serverInfo: { name: "s", version: "1" },
  },
};

const TOOLS = `{ "tools/list": async () => ({ tools: [{ name: "é€😀" }] }) }`;

const LISTED = { tools: [{ name: "é€😀" }] };

function list(id: number | string): string {
  return `${JSON.stringify({ jsonrpc: "2.0", id, method: "tools/list" })}\n`;
}

test("UTF-8 cut in two, CRLF, blank lines, several messages in one chunk", async () => {
  const server = new Program(serverFile(TOOLS));
  const bytes = Buffer.from(`${HELLO}\r\n\n${list("é€😀")}${list(2)}\r\n`);
  for (let start = 0; start < bytes.length; start += 5) {
    await server.write(bytes.subarray(start, start + 5));
  }
  server.endInput();
  assert.equal(await server.messages(), [
    WELCOME,
    { jsonrpc: "2.0", id: "é€😀", result: LISTED },
    { jsonrpc: "2.0", id: 2, result: LISTED },
  ]);
  assert.equal(await server.ended, [0, null]);
});

test("what was asked before the end of input is answered", async () => {
  const server = new Program(
    serverFile(`{ "tools/list": () => new Promise((resolve) =>
      process.stdin.on("end", () => setImmediate(() => resolve({ tools: [] })))) }`),
  );
  await server.write(HELLO + list(1));
  server.endInput();
  assert.equal(await server.messages(), [
    WELCOME,
    { jsonrpc: "2.0", id: 1, result: { tools: [] } },
  ]);
});

const SAY_END =
  'process.stdin.on("end", () => process.stderr.write("end of input"));';

test("a pipe is read without the stream of the process, which tells the end", async () => {
  const server = new Program(
    serverFile(
      `{ "tools/list": () => ({ tools: [], flowing: process.stdin.readableFlowing }) }`,
      SAY_END,
    ),
  );
  await server.write(HELLO + list(1));
  server.endInput();
  assert.equal(await server.messages(), [
    WELCOME,
    { jsonrpc: "2.0", id: 1, result: { tools: [], flowing: null } },
  ]);
  assert.is(server.stderr, "end of input");
});

test("a program that keeps its input flowing takes nothing away", async () => {
  const server = new Program(
    serverFile(TOOLS, `process.stdin.resume(); ${SAY_END}`),
  );
  await server.write(HELLO);
  await server.heard(1);
  await server.write(list(1));
  server.endInput();
  assert.equal(await server.messages(), [
    WELCOME,
    { jsonrpc: "2.0", id: 1, result: LISTED },
  ]);
  assert.is(server.stderr, "end of input");
});

test("a program that reads its input before reads it with the server", async () => {
  const watch =
    'process.stdin.on("data", (text) => process.stderr.write(text));';
  const server = new Program(serverFile(TOOLS, "", watch));
  await server.write(HELLO + list(1));
  server.endInput();
  assert.equal(await server.messages(), [
    WELCOME,
    { jsonrpc: "2.0", id: 1, result: LISTED },
  ]);
  assert.is(server.stderr, HELLO + list(1));
});

test("input may be a file", async () => {
  const folder = temporaryFolder();
  writeTree(folder, { "input.jsonl": HELLO + list(1) });
  const server = new Program(serverFile(TOOLS), [
    "sh",
    "-c",
    `exec "$0" "$1" <"${join(folder, "input.jsonl")}"`,
  ]);
  assert.equal(await server.messages(), [
    WELCOME,
    { jsonrpc: "2.0", id: 1, result: LISTED },
  ]);
  assert.equal(await server.ended, [0, null]);
});

test("half a line at the end of input is left", async () => {
  const server = new Program(serverFile(TOOLS));
  await server.write(`${HELLO}{"jsonrpc":"2.0","id":1,"met`);
  server.endInput();
  assert.equal(await server.messages(), [WELCOME]);
  assert.equal(await server.ended, [0, null]);
});
test("a timer of the program's does not keep the server alive", async () => {
  const server = new Program(serverFile(TOOLS, "setInterval(() => {}, 1e6);"));
  await server.write(HELLO);
  server.endInput();
  assert.equal(await server.ended, [0, null]);
});
test("what the program prints goes to standard error", async () => {
  const server = new Program(
    serverFile(
      TOOLS,
      `console.log("hello");
       process.stdout.write("raw\\n", "latin1", () => console.error("written"));`,
    ),
  );
  await server.write(HELLO);
  server.endInput();
  assert.equal(await server.messages(), [WELCOME]);
  assert.is(server.stderr, "hello\nraw\nwritten\n");
});
test.run();
