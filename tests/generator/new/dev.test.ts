/** Tests of `npm run dev`, which rebuilds and restarts a project on a change. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  buildProject,
  builtProject,
  newProject,
} from "../../harness/new/project.js";

const test = suite("new: npm run dev");

/**
 * Starts `npm run dev`. Returns the process, with one function that waits for
 * lines of its output and one that stops the process.
 */
function startDev(folder: string) {
  const child = spawn("npm", ["run", "--silent", "dev"], {
    cwd: folder,
    env: { ...process.env, PORT: "0" },
    detached: true,
  });
  const read = (input: Readable) =>
    createInterface({ input })[Symbol.asyncIterator]();
  const streams = { stdout: read(child.stdout), stderr: read(child.stderr) };
  return {
    child,
    /**
     * Waits until `pattern` and all `others` have matched a line, in any order.
     * Returns the first captured group of `pattern`.
     */
    async find(
      stream: keyof typeof streams,
      pattern: RegExp,
      ...others: readonly RegExp[]
    ): Promise<string> {
      const left = new Set([pattern, ...others]);
      let found = "";
      while (left.size > 0) {
        const { value, done } = await streams[stream].next();
        assert.not(done, `no line matches ${[...left].join(" ")}`);
        const line = String(value);
        found = pattern.exec(line)?.[1] ?? found;
        for (const one of left) if (one.test(line)) left.delete(one);
      }
      return found;
    },
    async stop(): Promise<void> {
      const ended = once(child, "close");
      if (child.pid !== undefined) process.kill(-child.pid);
      await ended;
    },
  };
}

const message = (method: string, params: object, id?: number): string =>
  JSON.stringify({ jsonrpc: "2.0", id, method, params });

const OPENING = message(
  "initialize",
  {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "t", version: "1" },
  },
  1,
);
const CALL = message(
  "tools/call",
  { name: "add", arguments: { a: 2, b: 3 } },
  2,
);

/** Changes the tool `add` so that it multiplies. */
function edit(folder: string): void {
  const file = join(folder, "src/tools/add.ts");
  const text = readFileSync(file, "utf8");
  writeFileSync(file, text.replace("a + b", "a * b"));
}

/**
 * Line that the compiler prints after each build. Tests wait for this line
 * before they change a file, because the compiler can miss an earlier change.
 */
const WATCHING = /Watching for file changes/;

test("npm run dev of a stdio server serves the new code after a source file changed", async () => {
  const { folder } = await newProject("server", ["--rev", "2025-11-25"]);
  // A server over stdio does not report its start, so the test adds a line that
  // prints "Serving".
  const main = join(folder, "src/main.ts");
  const text = readFileSync(main, "utf8");
  writeFileSync(main, `${text}console.error("Serving");\n`);
  await buildProject(folder);
  const dev = startDev(folder);
  const ask = async (): Promise<string> => {
    await dev.find("stderr", /^Serving$/, WATCHING);
    const opened = message("notifications/initialized", {});
    dev.child.stdin.write(`${OPENING}\n${opened}\n${CALL}\n`);
    return dev.find("stdout", /"sum":(\d+)/);
  };
  try {
    assert.is(await ask(), "5");
    edit(folder);
    assert.is(await ask(), "6");
  } finally {
    await dev.stop();
  }
});

test("npm run dev of an HTTP server serves the new code after a source file changed", async () => {
  const args = ["--rev", "2025-11-25", "--transports", "http"];
  const folder = await builtProject("server", ...args);
  const dev = startDev(folder);
  const ask = async (): Promise<string | undefined> => {
    const url = await dev.find("stderr", /^Serving (\S+)$/, WATCHING);
    const headers = {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    };
    const post = (body: string, more: object = {}) =>
      fetch(url, { method: "POST", headers: { ...headers, ...more }, body });
    const opened = await post(OPENING);
    await opened.text();
    const session = opened.headers.get("mcp-session-id") ?? "";
    const called = await post(CALL, { "mcp-session-id": session });
    return /"sum":(\d+)/.exec(await called.text())?.[1];
  };
  try {
    assert.is(await ask(), "5");
    edit(folder);
    assert.is(await ask(), "6");
  } finally {
    await dev.stop();
  }
});

test.run();
