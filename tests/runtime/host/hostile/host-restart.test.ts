/**
 * Tests of programs that call `host.connect()` or `listen()` more than once.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createScriptedHost } from "../../../harness/host/scripted-servers.js";

const test = suite("host: repeated starts");

test("calling host.connect() three times starts the server only once", async () => {
  const { host, servers } = createScriptedHost(() => ({ tools: [] }));
  const both = await Promise.all([host.connect(), host.connect()]);
  const third = await host.connect();
  for (const { connected } of [...both, third]) assert.equal(connected, ["s"]);
  assert.is(servers.length, 1);
  await host.close();
  assert.is(servers[0]?.closes, 1);
});

test("host.connect() starts a failed server again", async () => {
  let silent = true;
  const { host, servers } = createScriptedHost(
    () => (silent ? undefined : { tools: [] }),
    {
      timeout: 500,
    },
  );
  assert.is((await host.connect()).failed.length, 1);
  silent = false;
  assert.equal((await host.connect()).connected, ["s"]);
  assert.is(servers.length, 2);
  await host.close();
  assert.equal(
    servers.map(({ closes }) => closes),
    [1, 1],
  );
});

const MODULES = new URL("../../../../runtime/", import.meta.url).href;
const SUPPORT = new URL("../../../harness/wire/wire.js", import.meta.url).href;
const PROGRAM = `
import { listen } from "${MODULES}http/platform/listen.js";
import { ServerCore } from "${MODULES}protocol/server-core.js";
import { SERVER } from "${SUPPORT}";
setInterval(() => {}, 1_000_000);
const server = () => new ServerCore(SERVER, { name: "s", version: "1" }, {}, {});
const own = process.argv.at(-1) === "own";
if (own) process.on("SIGTERM", () => setTimeout(() => process.exit(7), 1_500));
await listen(server());
await (await listen(server())).close();
await listen(server());
console.log("listening");
`;

for (const [own, status] of [
  [[], 0],
  [["own"], 7],
] as const)
  test(`after several calls of \`listen\`, SIGTERM ends the process with ${own.length ? "the status of its own SIGTERM listener" : "status 0"}`, async () => {
    const args = ["--input-type=module", "-e", PROGRAM, ...own];
    const child = spawn(process.execPath, args, {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await once(child.stdout, "data");
    const exit = once(child, "exit");
    child.kill("SIGTERM");
    const kill = setTimeout(() => child.kill("SIGKILL"), 10_000);
    assert.equal(await exit, [status, null]);
    clearTimeout(kill);
  });

test.run();
