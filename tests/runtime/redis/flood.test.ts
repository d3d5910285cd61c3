/**
 * Tests of two server processes that share Redis, while a hostile client sends
 * requests of each method. The client creates as much stored state of each kind
 * as it can. The environment variable `MCP_SEED` sets the seed that selects the
 * requests.
 */
import { setTimeout } from "node:timers/promises";
import * as assert from "uvu/assert";
import { honest } from "../../harness/hostile/flood.js";
import { clientMessages, serve } from "../../harness/hostile/processes.js";
import { HostileClient, KEPT } from "../../harness/hostile/shared-flood.js";
import { random } from "../../harness/models/mutations.js";
import { roundRobin } from "../../harness/redis/balancer.js";
import { withRedis } from "../../harness/redis/cluster.js";
import { waitUntil } from "../../harness/run/time-limit.js";

const test = withRedis("redis: floods");

const SEED = Number(process.env["MCP_SEED"] ?? 1);

/**
 * Number of requests that the flood sends for each method, and for each kind of
 * stored state.
 */
const TIMES = { method: 6, state: 50 };

/** Maximum growth of the heap of a process, in bytes. */
const MAX_GROWTH = 64e6;

/** Maximum number of tasks that run in one process. */
const MAX_RUNNING = 15;

/**
 * Limits for each kind of key: the pattern of the keys' names, their maximum
 * number, and their maximum total size in bytes.
 */
const BOUNDS: Record<string, [name: RegExp, count: number, bytes: number]> = {
  sessions: [/^\{[0-9a-f-]{36}\}$/, 210, 16e6],
  "streams and queues": [/^\{[0-9a-f-]{36}\}:/, 22_000, 1.5e6],
  tasks: [/^\{t:/, 44, 700_000],
  "lists of tasks": [/^\{o:/, 2, 20_000],
  ledgers: [/^\{q1:/, 10, 200_000],
  rates: [/^\{r1:/, 2, 1_000],
  processes: [/^\{p:/, 2, 1_000],
};

type Bound = [kind: string, limit: (typeof BOUNDS)[string]];

/** Limits for the kinds of keys that never expire. */
const PERMANENT: Record<string, [name: RegExp, count: number, bytes: number]> =
  { changes: [/^\{changes\}/, 2, 400_000], secret: [/^\{secret\}/, 1, 1_000] };

const PREFIX = "mcp:";

for (const revision of ["2025-11-25", "2026-07-28+tasks"])
  test(`${revision}: the server stays within all limits when one client floods it with requests`, async (world) => {
    const redis = await world.client();
    await redis.flushAll();
    const idle = world.scale(10_000);
    const processes = [0, 1].map(() => serve(revision, world.server.url, idle));
    const servers = await Promise.all(processes);
    const balancer = await roundRobin(servers.map(({ url }) => url));
    const where = `seed ${SEED}`;
    const keys = async () =>
      (await redis.keys("*")).map((key) => key.slice(PREFIX.length));
    /**
     * Returns the number and the total size in bytes of the keys whose names
     * match a pattern.
     */
    const measure = async (pattern: RegExp) => {
      const found = (await keys()).filter((name) => pattern.test(name));
      const sizes = found.map((name) => redis.memoryUsage(PREFIX + name));
      const sum = (await Promise.all(sizes)).reduce<number>(
        (total, size) => total + (size ?? 0),
        0,
      );
      return { count: found.length, bytes: sum };
    };
    const check = async ([kind, [pattern, most, maxBytes]]: Bound) => {
      const { count, bytes } = await measure(pattern);
      const text = `${where}: ${count} ${kind}, ${bytes} bytes`;
      assert.ok(count <= most && bytes <= maxBytes, text);
    };
    try {
      const [plain = ""] = revision.split("+");
      await honest(balancer.url, plain, async () => {});
      const before = await Promise.all(servers.map(({ gauge }) => gauge()));
      const below = random(SEED);
      const eve = new HostileClient(
        revision,
        servers.map(({ url }) => url),
        below,
      );
      const methods = [...clientMessages(plain).values()].flatMap((pool) =>
        Array.from({ length: TIMES.method }, () => {
          const message = pool[below(pool.length)] ?? {};
          return (id: number) => ({ ...message, id });
        }),
      );
      const kept = Object.values(KEPT).flatMap((create) =>
        Array.from({ length: TIMES.state }, () => create),
      );
      const opening = KEPT.sessions ? [KEPT.sessions] : [];
      await eve.flood(opening);
      let flooding = true;
      // Tasks expire during the flood, so they are measured repeatedly.
      const checkTasks = async (): Promise<void> => {
        while (flooding) {
          await check(["tasks", BOUNDS["tasks"]!]);
          await setTimeout(100);
        }
      };
      const checking = checkTasks();
      checking.catch(() => {});
      const results = Array.from(
        { length: TIMES.state },
        () => KEPT["ended tasks"]!,
      );
      const attack = async (): Promise<void> => {
        await eve.flood(results);
        await eve.flood([...methods, ...kept]);
      };
      const statuses = await honest(balancer.url, plain, () =>
        attack().finally(() => (flooding = false)),
      );
      await checking;
      assert.equal([...new Set(statuses)], [200], where);
      const names = await keys();
      const all = Object.entries({ ...BOUNDS, ...PERMANENT });
      for (const bound of all) await check(bound);
      for (const name of names) {
        const kind = all.find(([, [pattern]]) => pattern.test(name))?.[0] ?? "";
        assert.ok(kind, `${where}: the key ${name} is not documented`);
        if (kind in PERMANENT) continue;
        const life = await redis.pTTL(PREFIX + name);
        assert.is.not(life, -1, `${where}: ${name} never expires`);
      }
      const [session] = BOUNDS["sessions"]!;
      const open = (await keys()).filter((name) => session.test(name));
      await eve.leave(open.map((name) => name.slice(1, -1)));
      // Only the permanent keys and the keys of rate limits and heartbeats
      // remain.
      const rest = /^\{(?:r1:|p:|changes|secret)/;
      await waitUntil(
        `${where}: Redis keeps no keys of the client`,
        async () => {
          await setTimeout(50);
          return (await keys()).every((name) => rest.test(name));
        },
      );
      for (const [at, { gauge }] of servers.entries()) {
        await waitUntil(`${where}: no task runs or is awaited`, async () => {
          await setTimeout(50);
          const { running, waiting } = (await gauge()).tasks.now;
          return running + waiting === 0;
        });
        const { heap, tasks } = await gauge();
        const growth = heap - (before[at]?.heap ?? 0);
        assert.ok(growth < MAX_GROWTH, `${where}: ${growth} bytes`);
        assert.ok(tasks.most.running <= MAX_RUNNING, where);
      }
    } finally {
      await balancer.close();
      for (const { kill } of servers) kill();
    }
  });

test.run();
