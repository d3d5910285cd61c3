/**
 * Runs the conformance scenarios against two processes of one server behind a
 * load balancer.
 */
import * as assert from "uvu/assert";
import {
  startProgram,
  stopServer,
  type Listening,
} from "../harness/http/programs.js";
import { roundRobin, type Proxy } from "../harness/redis/balancer.js";
import { redisSuite, startRedis } from "../harness/redis/redis-server.js";
import { buildExample } from "../harness/run/shared-output.js";
import { sample, WHOLE } from "../harness/run/sampling.js";
import { applicableToServers, required, runAll } from "./suite.js";
import type { RedisServer } from "../harness/redis/redis-server.js";

const SETS = [
  ["2026-07-28", required("2026-07-28", "server"), 37],
  [
    "2025-11-25",
    [...required("2025-11-25", "server"), "server-sse-polling"],
    31,
  ],
  ["2025-06-18", await applicableToServers(), 27],
] as const;

const test = redisSuite("conformance: two processes with Redis");
let store: RedisServer;
let servers: Listening[] | undefined;
let proxy: Proxy | undefined;

test.before(async () => {
  store = await startRedis();
  const file = await buildExample("conformance-server", "all");
  const started = await Promise.all(
    [1, 2].map(() => startProgram(file, "--shared", store.url)),
  );
  servers = started;
  proxy = await roundRobin(started.map(({ url }) => url));
});

for (const [revision, scenarios, count] of SETS)
  for (const scenario of WHOLE ? scenarios : sample(scenarios, 4))
    test(`two server processes behind a load balancer pass the ${revision} conformance scenario ${scenario}`, async () => {
      assert.is(scenarios.length, count);
      const target = { role: "server", url: proxy?.url ?? "" } as const;
      const outcomes = runAll([scenario], revision, target);
      assert.equal(await outcomes.get(scenario), []);
    });

test("the load balancer sends the same number of requests to each of the two server processes", () => {
  const [first = 0, second = 0] = proxy?.counts ?? [];
  assert.ok(first > 10 && Math.abs(first - second) <= 1, `${first}, ${second}`);
});

test.after(async () => {
  await proxy?.close();
  await Promise.all((servers ?? []).map(({ child }) => stopServer(child)));
  await store.stop();
});

test.run();
