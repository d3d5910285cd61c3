/** A server of generated code in a real process, and a client that misbehaves. */
import { randomBytes } from "node:crypto";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { program } from "../interop/support.js";
import { MODERN, requestOf } from "../eras/support.js";
import { endAll, RawClient, serverFile, TRIED } from "./faults-support.js";

const test = suite("faults: a server");

test.after(endAll);

const MEBI = 1024 * 1024;

test("half a gigabyte of garbage is survived, in little memory", async () => {
  const client = await RawClient.of();
  const line = Buffer.alloc(MEBI, 0x7b);
  for (let count = 0; count < 512; count++) await client.write(line);
  const noise = randomBytes(MEBI);
  for (let at = 0; at < MEBI; at++) if (noise[at] === 10) noise[at] = 11;
  noise[MEBI - 1] = 10;
  for (let count = 0; count < 64; count++) await client.write(noise);
  const { maxRSS, problems } = await client.usage(1);
  assert.ok(maxRSS < 400 * 1024, `${maxRSS} KiB`);
  assert.is(problems, 64);
  await client.close();
});

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

for (const revision of TRIED)
  test(`${revision}: 10,000 requests, refused and cancelled ones among them, leave nothing`, async () => {
    const file = await serverFile(revision);
    const client = await RawClient.of(revision, file, "--expose-gc");
    const load = async (from: number, count: number): Promise<void> => {
      for (let id = from; id < from + count; id++) {
        client.call(id, ["none", "hang"][id % 10] ?? "late");
        if (id % 10 !== 1) continue;
        const params = { requestId: id };
        client.send({ method: "notifications/cancelled", params });
      }
      await client.text(from + count - 1);
    };
    await load(10, 2_000);
    const before = await client.usage(1);
    await load(10_000, 10_000);
    const after = await client.usage(2);
    assert.is(after.aborted, 1_200);
    assert.equal(after.resources, before.resources);
    const grown = after.heap - before.heap;
    assert.ok(grown < 1_000_000, `${grown} bytes for 10,000 requests`);
    await client.close();
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
