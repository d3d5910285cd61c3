/**
 * Tests of the Lua scripts for tasks, processes, notifications and rate limits,
 * with a Redis server.
 */
import * as assert from "uvu/assert";
import {
  ALIVE_STEP,
  BEAT_STEP,
  BYE_STEP,
  CHANGE_STEP,
  CHANGES_STEP,
  SECRET_STEP,
  SPEND_STEP,
  TELL_ONE_STEP,
} from "../../../../runtime/redis/store/scripts.js";
import {
  DROP_TASK_STEP,
  FORGET_STEP,
  KEEP_TASK_STEP,
  MOVE_TASK_STEP,
  NAMES_STEP,
  READ_TASKS_STEP,
  TASK_STEP,
  WEIGH_TASK_STEP,
} from "../../../../runtime/redis/store/task-scripts.js";
import { withRedis } from "../../../harness/redis/cluster.js";
import {
  LIFE,
  startScripts,
  type Scripts,
} from "../../../harness/redis/scripts.js";

const test = withRedis("redis: scripts of tasks");

/**
 * Adds a task of 100 bytes to the tasks of the owner `ann`. Returns 1 if the
 * task fits into the limits, and 0 otherwise.
 */
const create = (
  { run }: Scripts,
  id: string,
  {
    most = 10,
    life = LIFE as number | "",
    holder = "ann",
    bytes = 100,
    max = 1_000,
    list = "o:ann",
    ledger = "ledger",
  } = {},
) =>
  run(
    TASK_STEP,
    [list, ledger],
    most,
    life,
    `at ${id}`,
    id,
    holder,
    holder,
    bytes,
    max,
  );

const weigh = (
  { run }: Scripts,
  id: string,
  bytes: number,
  { holder = "ann", life = LIFE as number | "", max = 1_000 } = {},
) => run(WEIGH_TASK_STEP, ["ledger"], id, holder, holder, bytes, life, max);

const RECORD = { task: { status: "working", createdAt: "at" }, owner: "ann" };

const keep = ({ run }: Scripts, life: number | "", record: object = RECORD) =>
  run(KEEP_TASK_STEP, ["t"], JSON.stringify(record), life);

const drop = ({ run }: Scripts, ...staying: readonly string[]) =>
  run(DROP_TASK_STEP, ["t"], "p:all", "told", ...staying);

const counted = async ({ client }: Scripts) => ({
  all: await client.hGet("p:ledger", ""),
  ann: await client.zScore("p:ledger:h", "ann"),
});

test("an owner's list of tasks expires together with the task that lives longest", async (world) => {
  const scripts = await startScripts(world);
  assert.is(await create(scripts, "1"), 1);
  assert.is(await create(scripts, "2", { life: 2 * LIFE }), 1);
  assert.is(await create(scripts, "3", { life: LIFE / 2 }), 1);
  assert.equal(await counted(scripts), { all: "300", ann: 300 });
  const names = await scripts.run(NAMES_STEP, ["o:ann"]);
  assert.equal(names, ["at 3", "at 1", "at 2"]);
  const { "o:ann": list } = await scripts.lifetimes();
  assert.is(list, 2 * LIFE);
  await create(scripts, "4", { life: "" });
  assert.is((await scripts.lifetimes())["o:ann"], -1);
});

test("in a Redis cluster, the counts of an owner's tasks expire with the task that lives longest", async (world) => {
  const scripts = await startScripts(world);
  const names = ["o:q", "o:q:h", "o:q:n", "o:q:o:ann", "o:q:x"];
  const lifetimes = async () => {
    const all = await scripts.lifetimes();
    return names.map((name) => all[name]);
  };
  const own = { list: "o", ledger: "o:q" };
  await create(scripts, "1", { ...own, life: 2 * LIFE });
  await create(scripts, "2", { ...own, life: LIFE });
  assert.equal(
    await lifetimes(),
    names.map(() => 2 * LIFE),
  );
  await create(scripts, "3", { ...own, life: "" });
  assert.equal(
    await lifetimes(),
    names.map(() => -1),
  );
});

test("an owner's list of tasks accepts tasks up to its limit", async (world) => {
  const scripts = await startScripts(world);
  const limits = { most: 2, life: 60_000 };
  assert.is(await create(scripts, "1", limits), 1);
  assert.is(await create(scripts, "2", limits), 1);
  assert.is(await create(scripts, "3", limits), 0);
  assert.equal(await counted(scripts), { all: "200", ann: 200 });
  // Make the task `1` expire: set its time in the list of tasks and in the
  // counts of clients to the past.
  const { client } = scripts;
  const past = { value: "at 1", score: 1 };
  await client.zAdd("p:o:ann", past);
  await client.zAdd("p:ledger:x", { ...past, value: "1" });
  assert.is(await create(scripts, "3", limits), 1);
  assert.equal(await counted(scripts), { all: "200", ann: 200 });
  const names = await scripts.run(NAMES_STEP, ["o:ann"]);
  assert.equal(names, ["at 2", "at 3"]);
});

test("the limit of tasks applies to all owners of one client together", async (world) => {
  const scripts = await startScripts(world);
  assert.is(await create(scripts, "1", { most: 2, list: "o:a" }), 1);
  assert.is(await create(scripts, "2", { most: 2, list: "o:b" }), 1);
  assert.is(await create(scripts, "3", { most: 2, list: "o:c" }), 0);
  const other = { most: 2, list: "o:c", holder: "eve" };
  assert.is(await create(scripts, "3", other), 1);
});

test("the tasks of a client take at most half of the bytes that other clients leave free", async (world) => {
  const scripts = await startScripts(world);
  assert.is(await create(scripts, "1", { bytes: 500 }), 1);
  assert.is(await create(scripts, "2", { bytes: 1 }), 0);
  assert.is(await create(scripts, "2", { bytes: 250, holder: "eve" }), 1);
  assert.is(await create(scripts, "3", { bytes: 1, holder: "eve" }), 0);
});

test("the script WEIGH_TASK replaces a task's old size by its new size in the totals", async (world) => {
  const scripts = await startScripts(world);
  await create(scripts, "1");
  assert.is(await weigh(scripts, "1", 150), 1);
  assert.equal(await counted(scripts), { all: "150", ann: 150 });
  assert.is(await weigh(scripts, "1", 500), 1);
  assert.is(await weigh(scripts, "1", 501), 0);
  assert.is(await weigh(scripts, "1", 499, { max: 1 }), 1);
  assert.equal(await counted(scripts), { all: "499", ann: 499 });
  const { client } = scripts;
  const score = await client.zScore("p:ledger:x", "1");
  await weigh(scripts, "1", 10, { life: "" });
  assert.is(await client.zScore("p:ledger:x", "1"), score);
  await weigh(scripts, "2", 10, { life: "" });
  assert.is(await client.zScore("p:ledger:x", "2"), Infinity);
});

test("the script FORGET removes a task from its owner's list", async (world) => {
  const scripts = await startScripts(world);
  await create(scripts, "1");
  await create(scripts, "2", { bytes: 7 });
  const keys = ["o:ann", "ledger"];
  assert.is(await scripts.run(FORGET_STEP, keys, "at 1", "1"), 1);
  assert.equal(await counted(scripts), { all: "7", ann: 7 });
  assert.equal(await scripts.run(NAMES_STEP, ["o:ann"]), ["at 2"]);
  assert.is(await scripts.run(FORGET_STEP, keys, "at 2", "2"), 1);
  assert.equal(await counted(scripts), { all: null, ann: null });
  assert.equal(await scripts.names(), []);
});

test("a status change of a task does not change the lifetime of the task record", async (world) => {
  const scripts = await startScripts(world);
  const move = (from: number) =>
    scripts.run(MOVE_TASK_STEP, ["t"], "{}", from, "p:all", "told");
  assert.is(await move(0), 0);
  await keep(scripts, LIFE);
  assert.is(await move(1), 0);
  assert.equal(await scripts.published(), []);
  assert.is(await move(0), 1);
  assert.equal(await scripts.published(), ["p:all told"]);
  assert.equal(await scripts.lifetimes(), { t: LIFE });
  const read = await scripts.run(READ_TASKS_STEP, ["t", "t2"]);
  assert.equal(read, ["{}", null]);
  await keep(scripts, "");
  assert.equal(await scripts.lifetimes(), { t: -1 });
});

test("the script DROP_TASK deletes a task and returns its owner", async (world) => {
  const scripts = await startScripts(world);
  assert.is(await drop(scripts), 0);
  await keep(scripts, LIFE);
  assert.is(await drop(scripts, "eve", "ann"), null);
  assert.equal(await scripts.names(), ["t"]);
  assert.equal(await scripts.published(), []);
  assert.equal(await drop(scripts, "eve"), ["ann", "at"]);
  assert.equal(await scripts.names(), []);
  assert.equal(await scripts.published(), ["p:all told"]);
  await keep(scripts, LIFE, { ...RECORD, f: "2" });
  assert.is(await drop(scripts), 0);
  assert.equal(await scripts.names(), ["t"]);
});

test("after its heartbeat, a process counts as running until its lease ends", async (world) => {
  const scripts = await startScripts(world);
  const { run } = scripts;
  assert.is(await run(ALIVE_STEP, ["me"]), 0);
  await run(BEAT_STEP, ["me"], LIFE, "p:all", "beat");
  assert.is(await run(ALIVE_STEP, ["me"]), 1);
  assert.equal(await scripts.lifetimes(), { me: LIFE });
  await run(BYE_STEP, ["me"], "p:all", "bye");
  assert.is(await run(ALIVE_STEP, ["me"]), 0);
  await run(TELL_ONE_STEP, ["b"], "p:b", "one");
  const messages = ["p:all beat", "p:all bye", "p:b one"];
  assert.equal(await scripts.published(), messages);
});

test("the script CHANGE numbers the notifications to all clients in increasing order", async (world) => {
  const scripts = await startScripts(world);
  const change = (text: string) =>
    scripts.run(CHANGE_STEP, ["n", "changes"], "p:all", text, 3);
  assert.is(await change("a"), 1);
  assert.is(await change("b"), 2);
  assert.is(await change("long"), 3);
  assert.equal(await scripts.run(CHANGES_STEP, ["changes"]), [
    ["0-2", ["d", "b"]],
    ["0-1", ["d", "a"]],
  ]);
  const messages = (await scripts.published()).map(
    (text) => JSON.parse(text.slice("p:all ".length)) as object,
  );
  assert.equal(messages, [
    { f: "1", t: "change", n: 1, c: "a" },
    { f: "1", t: "change", n: 2, c: "b" },
    { f: "1", t: "change", n: 3, c: "long" },
  ]);
});

test("the store keeps about 1,000 notifications to all clients", async (world) => {
  const { run, client } = await startScripts(world);
  const change = () =>
    run(CHANGE_STEP, ["n", "changes"], "p:all", "text", 1_000);
  for (let count = 0; count < 1_200; count += 1) await change();
  const length = await client.xLen("p:changes");
  assert.ok(length >= 1_000 && length < 1_100, `${length} notifications`);
});

test("all processes use the secret that the first process stored", async (world) => {
  const { run } = await startScripts(world);
  assert.is(await run(SECRET_STEP, ["secret"], "first"), "first");
  assert.is(await run(SECRET_STEP, ["secret"], "second"), "first");
});

test("the token bucket of a shared rate limit refills over time up to the burst", async (world) => {
  const scripts = await startScripts(world);
  const spend = async (count: number, perMs = 0) =>
    Number(await scripts.run(SPEND_STEP, ["r"], count, 10, perMs, LIFE));
  assert.is(await spend(3), 7);
  assert.is(await spend(2), 5);
  assert.equal(await scripts.lifetimes(), { r: LIFE });
  // Sets the last update of the rate limit to the past. The token bucket must
  // refill only once for the time since then.
  const past = async (milliseconds: number) => {
    const [seconds = 0, micro = 0] = (
      (await scripts.client.sendCommand(["TIME"])) as unknown as string[]
    ).map(Number);
    const now = seconds * 1_000 + Math.floor(micro / 1_000);
    await scripts.client.hSet("p:r", "a", now - milliseconds);
  };
  await past(1_000_000);
  assert.is(Math.round(await spend(0, 0.000_002)), 7);
  assert.is(Math.round(await spend(0, 0.000_002)), 7);
  await past(100_000_000);
  assert.is(Math.round(await spend(1, 1)), 9);
  // Simulate that the clock of the store was set back: the last update is in
  // the future.
  await past(-100_000_000);
  assert.is(Math.round(await spend(1, 0.001)), 8);
  assert.is(await spend(20), -12);
});

test.run();
