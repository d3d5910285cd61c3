/** A server of generated code in a real process, and a client that misbehaves. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { program } from "../interop/support.js";
import { MODERN, requestOf } from "../eras/support.js";
import { endAll, RawClient, serverFile, TRIED } from "./faults-support.js";

const test = suite("faults: a server");

test.after(endAll);

for (const revision of TRIED)
  test(`${revision}: SIGTERM under load: all that was accepted is answered, once`, async () => {
    const client = await RawClient.of(revision);
    const count = 2_000;
    for (let id = 1; id <= count; id++) client.call(id, "late");
    await client.text(1);
    client.child.kill("SIGTERM");
    assert.equal(await client.ended, [0, null]);
    const accepted = Number(/accepted (\d+)/.exec(client.stderr)?.[1]);
    const ids = client.answers
      .filter(({ result }) => result?.content?.[0]?.text === "done")
      .map(({ id }) => id);
    assert.ok(accepted > 0);
    assert.is(ids.length, accepted);
    assert.is(new Set(ids).size, accepted);
  });

for (const revision of TRIED)
  test(`${revision}: a client that is killed mid-request: the work is aborted, the server ends`, async () => {
    const file = await serverFile(revision);
    const source = `import { createClient, spawn } from "./client.js";
       const client = createClient({ name: "c", version: "1" });
       await client.connect(spawn(process.execPath, [${JSON.stringify(file)}]));
       await client.callTool({ name: "hang" });`;
    const killed = new RawClient(revision, await program(revision, source));
    await killed.until(() => killed.stderr.includes("hanging"));
    killed.child.kill("SIGKILL");
    // Its standard error is the server's as well, and open until both are gone.
    await killed.ended;
    assert.match(killed.stderr, /aborted\n/);
  });

/** A server that keeps the defaults, and says what it is told to. */
const PLAIN = `
import { createServer, stdio, tools } from "./server.js";
const inputSchema = { type: "object" };
const set = tools({ large: { inputSchema, handler: ({ size }) => "x".repeat(size) } });
await createServer({ name: "s", version: "1" }, set).connect(stdio());
`;

for (const revision of TRIED)
  test(`${revision}: a client that reads no more: the server ends, and says nothing`, async () => {
    const file = await program(revision, PLAIN);
    for (const [count, size, ends] of [
      [1, 10, false],
      [1_000, 1_000, true],
      [20, 1_000_000, false],
    ] as const) {
      const client = await RawClient.of(revision, file);
      client.call(1, "large", { size: 1 });
      await client.text(1);
      client.child.stdout.destroy();
      for (let id = 2; id < count + 2; id++) client.call(id, "large", { size });
      if (ends) client.child.stdin.end();
      assert.equal(await client.ended, [0, null]);
      assert.is(client.stderr, "");
    }
  });

test("the end while a handler hangs and a subscription is open", async () => {
  const client = await RawClient.of(MODERN);
  const wanted = { notifications: { toolsListChanged: true } };
  client.send(requestOf(MODERN, 1, "subscriptions/listen", wanted));
  client.call(2, "hang");
  await client.until(() => client.stderr.includes("hanging"));
  await client.close();
  assert.match(client.stderr, "aborted");
  assert.equal(
    client.answers.map(({ id, method }) => method ?? id),
    ["notifications/subscriptions/acknowledged", "notifications/cancelled", 1],
  );
});

test.run();
