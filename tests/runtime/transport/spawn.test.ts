/** Tests of the client transport that starts a child process. */
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { spawn } from "../../../runtime/transport/spawn.js";
import type { SpawnOptions } from "../../../runtime/transport/spawn.js";
import { ROOT } from "../../harness/program/cli.js";
import { defer } from "../../harness/run/deferred.js";
import { ServerCore } from "../../../runtime/protocol/server-core.js";
import { listen } from "../../harness/http/serving.js";
import { getRejectionMessage, SERVER } from "../../harness/wire/wire.js";
import { temporaryFolder, writeTree } from "../../harness/program/folders.js";
import { requirement } from "../../harness/run/requirement.js";

const test = suite("transport: spawn");

const INFO = { name: "s", version: "1" };

/** Creates a receiver that records everything the transport reports. */
function receiver() {
  const got: unknown[] = [];
  const ended = defer<string>();
  let wake = (): void => {};
  const hear = (message: unknown): void => {
    got.push(message);
    wake();
  };
  return {
    got,
    /**
     * Promise of an error message. When the child process ends, pending
     * requests are rejected with this message.
     */
    ended: ended.promise,
    heard: async (count: number): Promise<void> => {
      while (got.length < count)
        await new Promise<void>((resolve) => (wake = resolve));
    },
    callbacks: {
      receive: hear,
      unreadable: (problem: Error) => hear(problem.message),
      failed: () => {},
      ended: () => {},
      closed: (problem?: Error, text = "") => {
        if (problem) hear(problem.message);
        ended.resolve(text);
      },
    },
  };
}

/** Returns the number of pending timers that keep the process alive. */
function countTimers(): number {
  const resources = process.getActiveResourcesInfo();
  return resources.filter((resource) => resource === "Timeout").length;
}

async function started(source: string, options: SpawnOptions = {}) {
  const folder = temporaryFolder();
  writeTree(folder, { "child.mjs": source });
  const args = [join(folder, "child.mjs")];
  const transport = spawn(process.execPath, args, options);
  const child = receiver();
  await transport.start(child.callbacks);
  return { transport, child };
}

test("the transport of `spawn` does not pass shell functions in variables to the child process", async () => {
  const { TERM } = process.env;
  process.env["TERM"] = "() { :; }";
  const print = `process.stdout.write(JSON.stringify("TERM" in process.env) + "\\n")`;
  const { transport, child } = await started(print);
  if (TERM === undefined) delete process.env["TERM"];
  else process.env["TERM"] = TERM;
  await child.heard(1);
  assert.equal(child.got, [false]);
  await transport.close();
});

requirement("5aeb5f546094 a9b63c9bc923 389e82b1ef4a");
test("the transport of `spawn` reports the messages and the end of the child process", async () => {
  let log = "";
  const { transport, child } = await started(
    `process.stderr.write("log é");
     process.stdin.on("data", (text) => process.stdout.write(text + "no json\\n"));`,
    { stderr: (text) => (log += text) },
  );
  transport.send({ jsonrpc: "2.0", method: "ping" });
  await child.heard(2);
  assert.equal(child.got, [
    { jsonrpc: "2.0", method: "ping" },
    "A line was not JSON",
  ]);
  await transport.close();
  await child.ended;
  assert.is(log, "log é");
  assert.is(child.got.length, 2);
});

requirement("acd6b0a88999 5d732314fa93");
test("`spawn` sends SIGTERM to a child process that ignores the end of its input", async () => {
  const { transport, child } = await started(
    'setInterval(() => {}, 1e6); console.log("1");',
    { grace: 20 },
  );
  await child.heard(1);
  const timers = countTimers();
  await transport.close();
  // No timer keeps the process alive after the end of the child process.
  assert.is(countTimers(), timers);
  assert.match(await child.ended, /ended with SIGTERM$/);
  // After a call of `close`, the end of the child process is not reported as an
  // error.
  assert.equal(child.got, [1]);
});

requirement("acd6b0a88999 5d732314fa93");
test("`spawn` kills a child process that ignores SIGTERM", async () => {
  const { transport, child } = await started(
    'process.on("SIGTERM", () => {}); setInterval(() => {}, 1e6); console.log("1");',
    { grace: 20 },
  );
  await child.heard(1);
  await transport.close();
  await child.ended;
  assert.match(String(child.got[1]), /ended with SIGKILL$/);
});

test("`spawn` reports the end of a child process even if a grandchild keeps the streams open", async () => {
  const { child } = await started(
    `import { spawn } from "node:child_process";
     const idle = "setInterval(() => {}, 1e6)";
     const { pid } = spawn(process.execPath, ["-e", idle], { stdio: "inherit" });
     process.stdout.write(pid + "\\n", () => process.exit(3));`,
    { grace: 20 },
  );
  await child.heard(1);
  const [pid] = child.got as [number];
  try {
    await child.ended;
    assert.match(String(child.got[1]), /ended with code 3$/);
  } finally {
    process.kill(pid);
  }
});

const LOG = `console.error("x".repeat(3_000) + "\\nno such folder: é");`;

for (const [source, problem, reason] of [
  ["", undefined, /ended with code 0$/],
  ["process.exit(3)", /ended with code 3$/, /./],
  [
    `${LOG} process.exitCode = 3;`,
    /ended with code 3; the end of its log:\nx{1,2100}\nno such folder: é$/,
    /./,
  ],
] as const)
  test(`the function spawn reports how a child process with the program ${JSON.stringify(source)} ended`, async () => {
    const { child } = await started(source, { stderr: () => {} });
    assert.match(await child.ended, reason);
    assert.is(child.got.length, problem ? 1 : 0);
    if (problem) assert.match(String(child.got[0]), problem);
  });

test("`spawn` rejects if the program to start does not exist", async () => {
  const transport = spawn(join(ROOT, "no-such-program"));
  const start = async (): Promise<void> =>
    transport.start(receiver().callbacks);
  assert.match(
    await getRejectionMessage(start()),
    /could not be started: .*ENOENT/,
  );
  await transport.close();
});

test("error messages of `spawn` and `listen` contain the platforms that these functions require", async () => {
  const { process } = globalThis;
  const whole = process.getBuiltinModule;
  const said = (): Promise<string[]> =>
    Promise.all([
      getRejectionMessage(
        (async () => spawn("x").start(receiver().callbacks))(),
      ),
      getRejectionMessage(
        (async () => listen(new ServerCore(SERVER, INFO, {}, {})))(),
      ),
    ]);
  Object.assign(process, { getBuiltinModule: undefined });
  const old = said();
  Object.assign(process, { getBuiltinModule: whole });
  Object.assign(globalThis, { process: undefined });
  const none = said();
  Object.assign(globalThis, { process });
  assert.equal(await old, [
    "spawn() needs Node 20.16, Deno 2.1 or Bun 1.2, or later",
    "listen() needs Node 20.16, Deno 2 or Bun 1.2, or later",
  ]);
  assert.equal(await none, [
    "spawn() needs Node, Deno or Bun",
    "listen() needs Node, Deno or Bun",
  ]);
});

test.run();
