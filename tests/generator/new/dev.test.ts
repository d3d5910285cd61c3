/** Tests of `npm run dev`, which rebuilds and restarts a project on a change. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { builtProject } from "../../harness/new/project.js";

const test = suite("new: npm run dev");

/** Starts `npm run dev`. `lines` are those on standard output or error. */
function startDev(folder: string, stream: "stdout" | "stderr") {
  const child = spawn("npm", ["run", "--silent", "dev"], {
    cwd: folder,
    env: { ...process.env, PORT: "0" },
    detached: true,
  });
  const other = stream === "stdout" ? child.stderr : child.stdout;
  other.resume();
  const lines = createInterface({ input: child[stream] })[
    Symbol.asyncIterator
  ]();
  return {
    child,
    /** Waits for a line that matches, and returns the first group. */
    async find(pattern: RegExp): Promise<string> {
      for (;;) {
        const { value, done } = await lines.next();
        assert.not(done, `no line matches ${pattern}`);
        const [, found] = pattern.exec(String(value)) ?? [];
        if (found !== undefined) return found;
      }
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

test("npm run dev of a stdio server serves the new code after a source file changed", async () => {
  const folder = await builtProject("server", "--rev", "2025-11-25");
  const dev = startDev(folder, "stdout");
  const ask = (): void =>
    void dev.child.stdin.write(
      `${OPENING}\n${message("notifications/initialized", {})}\n${CALL}\n`,
    );
  try {
    ask();
    assert.is(await dev.find(/"sum":(\d+)/), "5");
    edit(folder);
    await dev.find(/(Restarting)/);
    ask();
    assert.is(await dev.find(/"sum":(\d+)/), "6");
  } finally {
    await dev.stop();
  }
});

test("npm run dev of an HTTP server serves the new code after a source file changed", async () => {
  const args = ["--rev", "2025-11-25", "--transports", "http"];
  const folder = await builtProject("server", ...args);
  const dev = startDev(folder, "stderr");
  const ask = async (): Promise<string | undefined> => {
    const url = await dev.find(/^Serving (\S+)$/);
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
