/**
 * Tests of a generated server whose client disconnects. The server runs in a
 * separate process.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  MODERN,
  buildOpening,
  buildRequest,
  type Message,
} from "../../harness/wire/multi-version.js";
import { program } from "../../harness/generated/load.js";
import { closing } from "../../harness/run/closing.js";
import { sample } from "../../harness/run/sampling.js";
import { requirement } from "../../harness/run/requirement.js";

const test = suite("stdio: disconnected clients");
const atEnd = closing(test);

const SERVER = `
import { createServer, stdio, tools } from "./server.js";
const set = tools({
  large: { inputSchema: { type: "object" }, handler: ({ size }) => "x".repeat(size) },
  hang: { handler: (_, { signal }) => new Promise(() => {
    process.stderr.write("hanging ");
    signal.addEventListener("abort", () => process.stderr.write("aborted"));
  }) },
});
await createServer({ name: "s", version: "1" }, set).connect(stdio());
`;

/** Starts the server process and sends the client's `initialize` messages. */
async function started(revision: string) {
  const child = spawn(process.execPath, [await program(revision, SERVER)]);
  atEnd(() => child.kill("SIGKILL"));
  child.stdin.on("error", () => {});
  let log = "";
  child.stderr.on("data", (text) => (log += text));
  const answers: Message[] = [];
  createInterface({ input: child.stdout }).on("line", (line) =>
    answers.push(JSON.parse(line) as Message),
  );
  const send = (message: object): void => {
    const text = JSON.stringify({ jsonrpc: "2.0", ...message });
    child.stdin.write(`${text}\n`);
  };
  for (const message of buildOpening(revision)) send(message);
  return {
    child,
    answers,
    ask: (...request: [id: number, method: string, params: object]) =>
      send(buildRequest(revision, ...request)),
    /** Waits until the server exits with code 0, and returns its log. */
    ended: async (): Promise<string> => {
      assert.equal(await once(child, "close"), [0, null]);
      return log;
    },
  };
}

for (const revision of sample(["2025-06-18", MODERN], 1))
  test(`${revision}: a server exits without errors when its client stops reading`, async () => {
    for (const [count, size, ends] of [
      [1, 10, false],
      [1_000, 1_000, true],
      [20, 1_000_000, false],
    ] as const) {
      const { child, ask, ended } = await started(revision);
      const call = (id: number, size: number): void =>
        ask(id, "tools/call", { name: "large", arguments: { size } });
      call(1, 1);
      await once(child.stdout, "data");
      child.stdout.destroy();
      for (let id = 2; id < count + 2; id++) call(id, size);
      if (ends) child.stdin.end();
      assert.is(await ended(), "");
    }
  });

requirement("5a99cb22ff23");
test("a server exits even if a handler hangs", async () => {
  const { child, answers, ask, ended } = await started(MODERN);
  const notifications = { toolsListChanged: true };
  ask(1, "subscriptions/listen", { notifications });
  ask(2, "tools/call", { name: "hang", arguments: {} });
  await once(child.stderr, "data");
  child.stdin.end();
  assert.is(await ended(), "hanging aborted");
  assert.equal(
    answers.map(({ id, method }) => method ?? id),
    ["notifications/subscriptions/acknowledged", "notifications/cancelled", 1],
  );
});

test.run();
