/** Tests of a result cache that is shared by clients of several servers. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ClientCore } from "../../../runtime/protocol/client-core.js";
import { resultCache } from "../../../runtime/protocol/result-cache.js";
import { STATELESS_CLIENT } from "../../harness/wire/wire.js";
import { Scripted } from "../../harness/host/scripted-servers.js";

const test = suite("shared result cache");

const COMPLETE = { resultType: "complete" };
const HELLO = {
  ...COMPLETE,
  supportedVersions: ["2000-01-01"],
  capabilities: { tools: {} },
  serverInfo: { name: "s", version: "1" },
};
const CACHED = { ...COMPLETE, ttlMs: 60_000, cacheScope: "public" };

/**
 * Connects one client to each address. Returns, for each client, the name of
 * the tool that it lists. All clients share a cache. All servers have the same
 * name but different tools.
 */
async function listed(...addresses: (string | undefined)[]) {
  const cache = resultCache();
  const names: unknown[] = [];
  for (const [index, address] of addresses.entries()) {
    const tools = [{ name: `t${index}` }];
    const server = new Scripted((method) =>
      method === "server/discover" ? HELLO : { ...CACHED, tools },
    );
    const info = { name: "c", version: "1" };
    const client = new ClientCore(STATELESS_CLIENT, info, {}, { cache });
    await client.connect(Object.assign(server, { address }));
    const list = (await client.request("tools/list")) as {
      tools: typeof tools;
    };
    names.push(list.tools[0]?.name);
    await client.close();
  }
  return names;
}

test("a shared cache does not return a result of one server URL for another URL", async () => {
  const [a, b] = ["https://a.example/mcp", "https://b.example/mcp"];
  assert.equal(await listed(a, b, a), ["t0", "t1", "t0"]);
});

test("a shared cache never returns a local server's result for another local server of equal name", async () => {
  assert.equal(await listed(undefined, undefined), ["t0", "t1"]);
});

test.run();
