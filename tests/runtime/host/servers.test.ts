/** Tests of a host whose server is a child process. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { failure } from "../../harness/host/scripted-servers.js";
import { load, program } from "../../harness/generated/load.js";
import { defer } from "../../harness/run/deferred.js";
import { requirement } from "../../harness/run/requirement.js";

const REVISION = "2025-11-25";
const test = suite("host: child processes");

const { createHost } = await load(REVISION, "client");

const INFO = { name: "host", version: "1" };

const SERVER = `
import { createServer, stdio, tools } from "./server.js";
const name = process.argv[2];
console.error("hello");
const server = createServer({ name, version: "1" }, tools({
  who: { handler: () => name },
  die: { handler: () => process.exit(3) },
}));
await server.connect(stdio());`;

requirement("37700fb5fd3a");
test("the host restarts a server process that exited", async () => {
  const file = await program(REVISION, SERVER);
  const restarted = defer();
  let starts = 0;
  const heard: string[] = [];
  const host = createHost(INFO, {
    servers: { one: { command: process.execPath, args: [file, "one"] } },
    restarts: [0, 0],
    stderr: (server: string, text: string) => heard.push(`${server}: ${text}`),
    onState: (_server: string, state: string) => {
      if (state === "ready" && ++starts === 2) restarted.resolve();
    },
  });
  await host.connect();
  const died = await host
    .callTool({ name: "one__die" })
    .catch(({ fault, message }) => `${fault}: ${message}`);
  assert.is(
    died,
    `closed: The server one closed the connection before it answered tools/call: ${process.execPath} ended with code 3; the end of its log:\nhello`,
  );
  assert.is(
    await failure(host.callTool({ name: "one__who" })),
    "ConnectionError: The server one is restarting: The server one has closed the connection",
  );
  await restarted.promise;
  const { content } = await host.callTool({ name: "one__who" });
  assert.is(content[0]?.text, "one");
  assert.equal(heard, ["one: hello\n", "one: hello\n"]);
  await host.close();
});

test.run();
