/** What a host does for a server that ended, without a handshake. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { load } from "../interop/support.js";
import type { Transport } from "../../templates/runtime/transport/transport.js";

const REVISION = "2026-07-28";
const INFO = { name: "test", version: "1" };

interface Server {
  connect(transport: Transport): Promise<unknown>;
  close(): Promise<void>;
}

interface ServerModule {
  createServer(info: object, handlers: object): Server;
  tools(entries: object): { set(name: string, entry: object): void };
  memory(): [Transport, Transport];
}

interface Host {
  connect(): Promise<unknown>;
  readonly tools: { name: string }[];
  close(): Promise<void>;
}

const test = suite("requirements: hosts");

test("after a new start a host listens again", async () => {
  const { createHost } = await load<{
    createHost(info: object, options: object): Host;
  }>(REVISION, "client");
  const { createServer, tools, memory } = await load<ServerModule>(
    REVISION,
    "server",
  );
  const entry = { inputSchema: { type: "object" }, handler: () => "x" };
  const own = tools({ first: entry });
  const running: Server[] = [];
  let told = (_lists: unknown): void => {};
  const change = () => new Promise((resolve) => (told = resolve));
  const host = createHost(INFO, {
    servers: { one: { command: "one" } },
    restarts: [0],
    transport: () => {
      const [ours, theirs] = memory();
      const server = createServer(INFO, own);
      running.push(server);
      void server.connect(theirs);
      return ours;
    },
    onChange: (_server: string, lists: unknown) => told(lists),
  });
  await host.connect();
  const restarted = change();
  await running[0]?.close();
  assert.equal(await restarted, ["tools"]);
  await new Promise((done) => setImmediate(done)); // it has listened
  const added = change();
  own.set("second", entry);
  assert.equal(await added, ["tools"]);
  assert.equal(
    host.tools.map(({ name }) => name),
    ["one__first", "one__second"],
  );
  await host.close();
  await running[1]?.close();
});

test.run();
