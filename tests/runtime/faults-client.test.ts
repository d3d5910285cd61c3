/** Generated clients, and servers in real processes that misbehave. */
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { generated, load, program } from "../interop/support.js";
import { writeTree } from "../support/folders.js";
import {
  endAll,
  RawClient,
  REVISION,
  serverFile,
  TRIED,
} from "./faults-support.js";

const test = suite("faults: a client");

test.after(endAll);

interface ClientModule {
  createClient(info: object, handlers?: object, options?: object): Client;
  spawn(command: string, args: readonly string[], options?: object): object;
}

interface Client {
  connect(transport: object): Promise<void>;
  callTool(params: object, options?: object): Promise<Result>;
  ping(): Promise<object>;
  close(): Promise<void>;
}

interface Result {
  readonly content: readonly { readonly text: string }[];
}

/** A client of that program, and what it was told by `onError`. */
async function connected(
  file: string,
  options: object = {},
  revision = REVISION,
) {
  const { createClient, spawn } = await load<ClientModule>(revision, "client");
  const errors: string[] = [];
  const client = createClient(
    { name: "c", version: "1" },
    {},
    { onError: (error: Error) => errors.push(error.message) },
  );
  await client.connect(
    spawn(process.execPath, [file], { stderr: "ignore", ...options }),
  );
  return { client, errors };
}

/** What each of the promises was rejected with. */
async function faults(promises: Promise<unknown>[]): Promise<string[]> {
  const settled = await Promise.allSettled(promises);
  return settled.map((one) =>
    one.status === "rejected"
      ? ((one.reason as { fault?: string }).fault ?? String(one.reason))
      : "no error",
  );
}

for (const revision of TRIED)
  test(`${revision}: a server that dies: all that waits is told, and what comes after`, async () => {
    const file = await serverFile(revision);
    const { client } = await connected(file, {}, revision);
    const waiting = ["hang", "hang", "die"].map((name) =>
      client.callTool({ name }),
    );
    assert.equal(await faults(waiting), ["closed", "closed", "closed"]);
    const after = client.callTool({ name: "usage" });
    assert.equal(await faults([after]), ["closed"]);
    await client.close();
  });

/** A server that sends half a gigabyte of garbage, and invalid UTF-8, at "ping". */
const NOISY = `
import { once } from "node:events";
import { createInterface } from "node:readline";
const write = async (data) => { if (!process.stdout.write(data)) await once(process.stdout, "drain"); };
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method } = JSON.parse(line);
  if (id === undefined) continue;
  const result = method === "ping" ? {} : { protocolVersion: "${REVISION}", capabilities: {}, serverInfo: { name: "n", version: "1" } };
  if (method === "ping") {
    const block = Buffer.alloc(1024 * 1024, 0x7b);
    for (let count = 0; count < 512; count++) await write(block);
    block.fill(0xff);
    block[block.length - 1] = 10;
    for (let count = 0; count < 64; count++) await write(block);
  }
  await write(JSON.stringify({ jsonrpc: "2.0", id, result }) + "\\n");
}`;

test("half a gigabyte of garbage is survived, in little memory", async () => {
  const folder = await generated(REVISION);
  writeTree(folder, { "noisy.mjs": NOISY });
  const client = new RawClient(
    await program(
      REVISION,
      `import { createClient, spawn } from "./client.js";
       let told = 0;
       const client = createClient({ name: "c", version: "1" }, {}, { onError: () => told++ });
       await client.connect(spawn(process.execPath, [${JSON.stringify(join(folder, "noisy.mjs"))}]));
       await client.ping();
       await client.close();
       const { maxRSS } = process.resourceUsage();
       console.log(JSON.stringify({ told, maxRSS }));`,
    ),
  );
  client.read();
  assert.equal(await client.ended, [0, null], client.stderr);
  const [said] = client.answers as { told?: number; maxRSS?: number }[];
  assert.is(said?.told, 64);
  assert.ok(Number(said?.maxRSS) < 400 * 1024, `${said?.maxRSS} KiB`);
});

test.run();
