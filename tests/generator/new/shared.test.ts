/** Tests of `new server --shared redis` with several processes. */
import * as assert from "uvu/assert";
import { roundRobin } from "../../harness/redis/balancer.js";
import { redisSuite, startRedis } from "../../harness/redis/redis-server.js";
import { WHOLE } from "../../harness/run/sampling.js";
import { readTree } from "../../harness/program/folders.js";
import {
  builtProject,
  builtServer,
  overHttp,
  runNode,
  testProject,
  whileServing,
} from "../../harness/new/project.js";

const test = redisSuite("new server --shared redis");

test("two processes of a server created with `--shared redis` serve the requests of one session", async () => {
  const folder = await builtProject("server", "--shared", "redis", "--yes");
  if (WHOLE) assert.ok((await testProject(folder)) > 0);
  const server = builtServer(folder);
  for (const url of ["", "127.0.0.1:6379", "http://127.0.0.1:6379"]) {
    process.env["REDIS_URL"] = url;
    const run = await runNode(server.args, folder);
    assert.is(run.code, 1);
    assert.match(run.stderr, /^REDIS_URL must be [^\n]*\n$/);
  }
  const store = await startRedis();
  process.env["REDIS_URL"] = store.url;
  try {
    await whileServing(server, (first) =>
      whileServing(server, async (second) => {
        const proxy = await roundRobin([first.href, second.href]);
        await overHttp(new URL(proxy.url), "2025-11-25", async (client) => {
          const { tools } = await client.listTools();
          for (const _ of [1, 2, 3]) {
            const again = await client.listTools();
            assert.equal(again.tools, tools);
          }
        });
        assert.ok(proxy.counts.every((count) => count > 1));
        await proxy.close();
      }),
    );
  } finally {
    delete process.env["REDIS_URL"];
    await store.stop();
  }
});

test("the Docker files of `new server --shared redis` configure Redis and a proxy without buffering", async () => {
  const folder = await builtProject("server", "--shared", "redis", "--yes");
  const tree = readTree(folder);
  assert.match(tree["compose.yaml"] ?? "", "REDIS_URL: redis://store:6379");
  assert.match(tree["nginx.conf"] ?? "", "proxy_buffering off;");
  assert.match(
    tree["Dockerfile"] ?? "",
    "npm pkg delete devDependencies && npm install",
  );
});

test.run();
