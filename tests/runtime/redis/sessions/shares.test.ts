/**
 * Tests of sessions that share the limits of one client address, and of
 * concurrent changes of one session record.
 */
import * as assert from "uvu/assert";
import { setTimeout } from "node:timers/promises";
import { redisTasks } from "../../../../runtime/redis/tasks.js";
import {
  callTool,
  KB,
  openAs,
  startNoisy,
  startTasks,
} from "../../../harness/redis/limited-servers.js";
import {
  Events,
  gist,
  listenTo,
  openSession,
} from "../../../harness/http/site.js";
import { withRedis } from "../../../harness/redis/cluster.js";
import type { RedisTasksOptions } from "../../../../runtime/redis/tasks.js";
import type { ClusterNode } from "../../../../runtime/redis/cluster-node.js";
import type { TaskStore } from "../../../../runtime/tasks/store.js";
import type { Site } from "../../../harness/http/site.js";

const test = withRedis("redis: sessions of one address");

const OPEN: Record<string, [object, (site: Site) => Promise<object>]> = {
  "the same address": [{}, (site) => openSession(site)],
  "the same principal": [
    { auth: { verify: (token: string) => ({ subject: token }) } },
    (site) => openAs(site, "eve"),
  ],
};

for (const [client, [options, open]] of Object.entries(OPEN))
  test(`a session with many events does not evict the stored response in another session of ${client}`, async (world) => {
    const prefix = `noisy ${client}`;
    const [a, b] = [
      await startNoisy(world, prefix, 200_000, options),
      await startNoisy(world, prefix, 200_000, options),
    ];
    const quiet = (await open(a)) as { "mcp-session-id": string };
    const first = await callTool(a, quiet, "stream 3");
    const noisy = (await open(b)) as typeof quiet;
    for (let n = 0; n < 10; n += 1) await callTool(b, noisy, "stream 20");
    const rest = await new Events(await listenTo(b, quiet, first)).rest();
    assert.equal(rest.map(gist), [KB, KB, {}]);
  });

const LIMITS: [string, RedisTasksOptions][] = [
  ["number of tasks", { perOwner: 8 }],
  ["bytes of tasks", { maxBytes: 20_000 }],
];

for (const [what, limits] of LIMITS)
  test(`one session cannot use the whole task limit of its address (limit: ${what})`, async (world) => {
    const [a, b] = [
      await startTasks(world, what, limits, {}),
      await startTasks(world, what, limits, {}),
    ];
    const noisy = await openSession(a.site);
    let count = 0;
    while (count < 100 && !(await a.start(noisy)).error) count += 1;
    assert.ok(count > 0 && count < 20, `${count} tasks`);
    const quiet = await openSession(b.site);
    assert.is((await b.start(quiet)).error, undefined);
    assert.is((await a.start(noisy)).error?.message, "Too many requests");
  });

test("a running task can be cancelled even if its owner has used the whole byte limit", async (world) => {
  const { ask, site, start } = await startTasks(
    world,
    "full",
    { maxBytes: 8_000 },
    {},
    new Promise(() => {}),
  );
  const session = await openSession(site);
  const { taskId } = (await start(session)).result?.task ?? {};
  while (!(await start(session)).error) await setTimeout(0);
  const { result } = await ask(session, "tasks/cancel", { taskId });
  assert.is((result as { status?: string } | undefined)?.status, "cancelled");
});

test("the second of two concurrent changes of a task record fails", async (world) => {
  const made = await Promise.all(
    [0, 1].map(async () => {
      const shared = await world.connect({ prefix: "twice" });
      const { node } = shared as unknown as { node: ClusterNode };
      return { node, store: redisTasks(shared) };
    }),
  );
  const [a, b] = made.map(({ store }) => store) as [TaskStore, TaskStore];
  const taskId = crypto.randomUUID();
  const createdAt = new Date().toISOString();
  const task = { taskId, createdAt, lastUpdatedAt: createdAt, ttl: 60_000 };
  const record = { owner: "eve", method: "tools/call" };
  await a.create({ ...record, task: { ...task, status: "working" } });
  const change = async (statusMessage: string, store: TaskStore) => {
    const before = await store.get(taskId);
    assert.ok(before);
    const next = { ...before, task: { ...before.task, statusMessage } };
    return () => store.replace(next, before);
  };
  const [one, two] = [await change("one", a), await change("two", b)];
  assert.equal([await one(), await two()], [true, false]);
  assert.is((await b.get(taskId))?.task.statusMessage, "one");
  assert.is(await (await change("two", b))(), true);
  for (const { node } of made) await node.leave();
});

test.run();
