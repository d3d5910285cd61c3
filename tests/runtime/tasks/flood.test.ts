/**
 * Tests of a server that keeps tasks in memory, while a hostile client creates
 * tasks, uses them and waits for them. The environment variable `MCP_SEED` sets
 * the seed that selects the requests. The flood in
 * `tests/runtime/redis/flood.test.ts` has the same requests.
 */
import { setTimeout } from "node:timers/promises";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { honest } from "../../harness/hostile/flood.js";
import { serve } from "../../harness/hostile/processes.js";
import { HostileClient, KEPT } from "../../harness/hostile/shared-flood.js";
import { random } from "../../harness/models/mutations.js";
import { closing } from "../../harness/run/closing.js";
import { waitUntil } from "../../harness/run/time-limit.js";
import type { TaskCounts } from "../../harness/hostile/task-gauge.js";

const test = suite("tasks: floods");
const atEnd = closing(test);

const SEED = Number(process.env["MCP_SEED"] ?? 1);

/** Number of requests that a flood sends for each kind of stored state. */
const TIMES = 25;

/**
 * Settings of the flood of requests that wait for a task: all requests are sent
 * at the same time.
 */
const CROWD = { atOnce: 400, patience: 3_000 };

/** Maximum growth of the heap after a flood, in bytes. */
const MAX_GROWTH = 16e6;

/**
 * Maximum counts that the server may reach during the flood. A client may use
 * half of the characters that other clients leave free.
 */
const BOUNDS: TaskCounts = {
  records: 40,
  characters: 500_000,
  running: 15,
  waiting: 100,
};

const NOTHING = { records: 0, characters: 0, running: 0, waiting: 0 };

for (const revision of ["2025-11-25", "2026-07-28+tasks"])
  test(`${revision}: the server stays within all limits when one client floods it with tasks`, async () => {
    const { url, gauge, kill, end } = await serve(revision);
    atEnd(kill);
    const where = `seed ${SEED}`;
    const [plain = ""] = revision.split("+");
    await honest(url, plain, async () => {});
    const before = await gauge();
    const eve = new HostileClient(revision, [url], random(SEED));
    const kept = (...states: string[]) =>
      states.flatMap((state) =>
        Array.from(
          { length: CROWD.atOnce / states.length },
          () => KEPT[state]!,
        ),
      );
    const all = Object.values(KEPT).flatMap((create) =>
      Array.from({ length: TIMES }, () => create),
    );
    const attack = async (): Promise<void> => {
      await eve.flood([KEPT.sessions!]);
      await eve.flood([KEPT["running tasks"]!]);
      await eve.flood(kept("task results", "listens"), CROWD);
      await eve.flood(all);
    };
    const statuses = await honest(url, plain, attack);
    const { heap, tasks: counted } = await gauge();
    assert.ok(heap - before.heap < MAX_GROWTH, `${where}: ${heap} bytes`);
    const over = Object.entries(counted.most).filter(
      ([name, count]) => count > BOUNDS[name as keyof TaskCounts],
    );
    assert.equal(over, [], where);
    assert.equal([...new Set(statuses)], [200], where);
    await eve.leave();
    const counts = async (): Promise<TaskCounts> => {
      await setTimeout(100);
      return (await gauge()).tasks.now;
    };
    await waitUntil("the server keeps no tasks", async () => {
      const now = await counts();
      return JSON.stringify(now) === JSON.stringify(NOTHING);
    });
    await eve.flood([KEPT.sessions!]);
    const tasks = [KEPT["running tasks"]!, KEPT["ended tasks"]!];
    await eve.flood(Array.from({ length: 10 }, (_, n) => tasks[n % 2]!));
    await waitUntil("the client can create large tasks again", async () => {
      const { running, characters } = await counts();
      return running > 0 && characters > 50_000;
    });
    assert.is(await end(5_000), 0);
  });

test.run();
