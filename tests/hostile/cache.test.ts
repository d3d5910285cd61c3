/** A cache that clients of several servers share. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ClientCore } from "../../templates/runtime/endpoint/client.js";
import { resultCache } from "../../templates/runtime/lifecycle/result-cache.js";
import { STATELESS_CLIENT } from "../runtime/support.js";
import { Scripted } from "./support.js";

const test = suite("hostile: a shared cache");

/** Lists of tools that servers at these addresses, of these names, are said to have. */
async function listed(
  servers: readonly (readonly [string | undefined, string])[],
): Promise<unknown[]> {
  const cache = resultCache();
  const lists: unknown[] = [];
  for (const [index, [address, name]] of servers.entries()) {
    const server = new Scripted((method) =>
      method === "server/discover"
        ? {
            resultType: "complete",
            supportedVersions: ["2000-01-01"],
            capabilities: { tools: {} },
            serverInfo: { name, version: "1" },
          }
        : {
            resultType: "complete",
            ttlMs: 60_000,
            cacheScope: "public",
            tools: [{ name: `t${index}` }],
          },
    );
    const info = { name: "c", version: "1" };
    const client = new ClientCore(STATELESS_CLIENT, info, {}, { cache });
    await client.connect(Object.assign(server, { address }));
    const { tools } = (await client.request("tools/list")) as {
      tools: { name: string }[];
    };
    lists.push(tools[0]?.name);
    await client.close();
  }
  return lists;
}

test("one server does not answer for another", async () => {
  const [a, b] = ["https://a.example/mcp", "https://b.example/mcp"];
  assert.equal(
    await listed([
      [a, "s"],
      [b, "s"],
      [a, "s"],
    ]),
    ["t0", "t1", "t0"],
  );
});

test.run();
