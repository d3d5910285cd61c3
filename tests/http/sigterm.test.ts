/** What SIGTERM does to a program that listens, and has something to keep it alive. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { build } from "esbuild";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { temporaryFolder } from "../support/folders.js";
import { outputOf } from "../support/made.js";
import { HEADERS, OPENING, single } from "./support.js";

const test = suite("SIGTERM");
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

/** Starts it; `own` makes it listen for SIGTERM and exit with status 7. */
async function started(own: boolean, revision: string) {
  const program = join(temporaryFolder(), "main.mjs");
  await build({
    stdin: { contents: PROGRAM, resolveDir: await outputOf(revision) },
    bundle: true,
    platform: "node",
    format: "esm",
    outfile: program,
    logLevel: "error",
  });
  const args = [program, own ? "own" : "none"];
  const child = spawn(process.execPath, args, {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let text = "";
  child.stdout.on("data", (chunk: Buffer) => (text += chunk.toString()));
  await once(child.stdout, "data");
  const [url = ""] = text.split("\n");
  return {
    post: (message: object, headers: object = {}) =>
      fetch(url, {
        method: "POST",
        headers: { ...HEADERS, ...headers },
        body: JSON.stringify({ jsonrpc: "2.0", ...message }),
      }),
    /** What calls are answered with that it has begun when it is told to end. */
    async called(call: (id: number) => Promise<Response>) {
      const calls = Array.from({ length: 50 }, async (_, id) =>
        (await call(id + 1)).text(),
      );
      while (text.split("called").length <= 50)
        await once(child.stdout, "data");
      child.kill("SIGTERM");
      return Promise.all(calls);
    },
    /** How it ended. */
    async ended() {
      if (child.exitCode === null) await once(child, "exit");
      return [child.exitCode, child.signalCode];
    },
  };
}

for (const own of [false, true]) {
  const name = own ? "with a listener of its own" : "that does not listen";
  test(`what was accepted is answered: a program ${name}`, async () => {
    const { post, called, ended } = await started(own, "2025-11-25");
    const protocolVersion = "2025-11-25";
    const params = { ...OPENING.params, protocolVersion };
    const { headers } = await post({ ...OPENING, params });
    const id = headers.get("mcp-session-id");
    const session = { "mcp-session-id": id };
    await post({ method: "notifications/initialized" }, session);
    const method = "tools/call";
    const answers = await called((id) =>
      post({ id, method, params: { name: "x", arguments: {} } }, session),
    );
    for (const text of answers) assert.match(text, "waited");
    assert.equal(await ended(), [own ? 7 : 0, null]);
  });
}

test("requests without a session are answered, and subscriptions ended", async () => {
  const { post, called, ended } = await started(false, MODERN);
  const send = (method: string, params: object): Promise<Response> =>
    post(...single(method, { ...params }, {}, MODERN));
  const notifications = { toolsListChanged: true };
  const stream = (await send("subscriptions/listen", { notifications })).text();
  const answers = await called(() => send("tools/call", { name: "x" }));
  for (const text of answers) assert.match(text, "waited");
  const told = (await stream).match(/^data: .*$/gm) ?? [];
  assert.match(told[0] ?? "", "notifications/subscriptions/acknowledged");
  assert.match(told.at(-1) ?? "", '"resultType":"complete"');
  assert.equal(await ended(), [0, null]);
});

test.run();
