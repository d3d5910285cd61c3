/** Tests of a program that listens over HTTP and receives SIGTERM. */
import { once } from "node:events";
import { join } from "node:path";
import { build } from "esbuild";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { temporaryFolder } from "../../../harness/program/folders.js";
import { getOutput } from "../../../harness/run/shared-output.js";
import { startProgram } from "../../../harness/http/programs.js";
import { HEADERS, OPENING, single } from "../../../harness/http/site.js";

const test = suite("http SIGTERM");
const MODERN = "2026-07-28";

const PROGRAM = `
import { createServer, listen, tools } from "./server.js";
setInterval(() => {}, 1_000_000);
let finish;
const told = new Promise((resolve) => (finish = resolve));
process.once("SIGTERM", () => setTimeout(finish, 20));
if (process.argv[2] === "own") process.on("SIGTERM", () => setTimeout(() => process.exit(7), 500));
const handler = async () => {
  console.log("called");
  await told;
  return "waited";
};
console.log((await listen(createServer({ name: "s", version: "1" }, tools({ x: { handler } })))).url);
`;

/**
 * Starts the program. With `own`, the program handles SIGTERM itself and exits
 * with code 7.
 */
async function started(own: boolean) {
  const file = join(temporaryFolder(), "main.mjs");
  await build({
    stdin: { contents: PROGRAM, resolveDir: await getOutput("all") },
    bundle: true,
    platform: "node",
    format: "esm",
    outfile: file,
    logLevel: "error",
  });
  const { url, child } = await startProgram(file, own ? "own" : "none");
  let calls = 0;
  child.stdout.on("data", (text: Buffer) => {
    calls += text.toString().split("called").length - 1;
  });
  return {
    post: (message: object, headers: object = {}) =>
      fetch(url, {
        method: "POST",
        headers: { ...HEADERS, ...headers },
        body: JSON.stringify({ jsonrpc: "2.0", ...message }),
      }),
    /**
     * Waits until `count` tool calls have begun, and sends SIGTERM to the
     * program.
     */
    async told(count: number): Promise<void> {
      while (calls < count) await once(child.stdout, "data");
      child.kill("SIGTERM");
    },
    /** Waits for the end of the program. Returns its exit code and signal. */
    async ended() {
      if (child.exitCode === null) await once(child, "exit");
      return [child.exitCode, child.signalCode];
    },
  };
}

const readText = async (response: Promise<Response>): Promise<string> =>
  (await response).text();

for (const own of [false, true])
  test(`a program ${own ? "with" : "without"} a SIGTERM listener answers all accepted requests before it exits`, async () => {
    const { post, told, ended } = await started(own);
    const alone = (method: string, params: object): Promise<string> =>
      readText(post(...single(method, { ...params }, {}, MODERN)));
    const protocolVersion = "2025-11-25";
    const params = { ...OPENING.params, protocolVersion };
    const { headers } = await post({ ...OPENING, params });
    const id = headers.get("mcp-session-id");
    const session = { "mcp-session-id": id };
    await post({ method: "notifications/initialized" }, session);
    const notifications = { toolsListChanged: true };
    const stream = alone("subscriptions/listen", { notifications });
    const call = { method: "tools/call", params: { name: "x", arguments: {} } };
    const answers = Array.from({ length: 50 }, (_, id) => [
      readText(post({ id: id + 1, ...call }, session)),
      alone("tools/call", { name: "x" }),
    ]).flat();
    await told(answers.length);
    for (const text of await Promise.all(answers)) assert.match(text, "waited");
    const events = (await stream).match(/^data: .*$/gm) ?? [];
    assert.match(events[0] ?? "", "notifications/subscriptions/acknowledged");
    assert.match(events.at(-1) ?? "", '"resultType":"complete"');
    assert.equal(await ended(), [own ? 7 : 0, null]);
  });

test.run();
