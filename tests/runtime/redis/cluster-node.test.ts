/**
 * Tests of one process of a cluster. A cluster consists of the processes that
 * share a store. The store is simulated.
 */
import { encodeMessage } from "../../../runtime/redis/messages.js";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ClusterNode } from "../../../runtime/redis/cluster-node.js";
import { RedisState } from "../../../runtime/redis/redis-state.js";
import {
  ALIVE_STEP,
  BEAT_STEP,
  BYE_STEP,
  CHANGE_STEP,
  CHANGES_STEP,
  TELL_ONE_STEP,
} from "../../../runtime/redis/store/scripts.js";
import { fakeStore, type ScriptRun } from "../../harness/redis/fake-store.js";
import {
  nextTurn,
  withStoppedClock,
  type StoppedClock,
} from "../../harness/time/clock.js";

const test = suite("redis: member of a cluster");

const LEASE = 5_000;
const BEAT = LEASE / 5;

const STEPS = {
  [ALIVE_STEP]: "ALIVE",
  [BEAT_STEP]: "BEAT",
  [BYE_STEP]: "BYE",
  [CHANGE_STEP]: "CHANGE",
  [CHANGES_STEP]: "CHANGES",
  [TELL_ONE_STEP]: "TELL_ONE",
};

type Step = (typeof STEPS)[keyof typeof STEPS];

/** Encodes a notification of the process `process` for all clients. */
const encode = (method: string, params: object | undefined, process: string) =>
  encodeMessage("change", { m: method, a: params, p: process });

/** Simulated store, and one process that uses it. */
class World {
  /** Notifications in the store, newest first. */
  log: [id: string, fields: string[]][] = [];
  /** Whether the store delivers a heartbeat to the process that sent it. */
  isEchoing = true;
  /** Callback invoked when the process reads the notifications in the store. */
  onRead: () => unknown = () => {};
  failure: string | undefined;
  alive = 0;
  missed = 0;
  beats = 0;
  readonly changes: unknown[] = [];
  readonly fake = fakeStore((run) => this.#answer(run));
  readonly node = new ClusterNode(this.fake.store, LEASE);

  constructor() {
    this.node.onMissed.add(() => (this.missed += 1));
    this.node.onBeat.add(() => (this.beats += 1));
    this.node.on["change"] = ({ number, method, params }) => {
      this.changes.push({ number, method, params });
    };
  }

  /** Adds a notification of another process to the store. */
  add(...[number, ...change]: [number, ...Parameters<typeof encode>]): void {
    this.log.unshift([`0-${number}`, ["d", encode(...change)]]);
  }

  steps(): Step[] {
    return this.fake.runs.splice(0).map(({ script }) => STEPS[script] as Step);
  }

  #answer({ script, args }: ScriptRun): unknown {
    if (this.failure) throw new Error(this.failure);
    const step = STEPS[script];
    if (step === "CHANGES") {
      this.onRead();
      return [...this.log];
    }
    if (step === "ALIVE") return this.alive;
    if (step === "BEAT" && this.isEchoing)
      this.fake.hear(JSON.parse(args[2] ?? "") as object);
    return 1;
  }
}

/** Runs a test with a process that has joined the cluster. */
const joined =
  (body: (world: World, clock: StoppedClock) => unknown) =>
  async (): Promise<void> => {
    const world = new World();
    await world.fake.prepare(...Object.keys(STEPS));
    await withStoppedClock(async (clock) => {
      world.node.start();
      await world.node.ready();
      await body(world, clock);
    });
  };

test(
  "a process that joins the cluster is ready after its first heartbeat",
  joined(async ({ node, fake }, clock) => {
    assert.ok(node.isReady);
    assert.is(node.ready(), undefined);
    assert.is(fake.subscriptions, 1);
    assert.equal(
      fake.runs.map(({ script }) => STEPS[script]),
      ["CHANGES", "BEAT"],
    );
    const [, beat] = fake.runs;
    assert.equal(beat?.keys, [`mcp:{p:${node.name}}`]);
    const text = JSON.stringify({ f: "1", t: "beat", p: node.name, n: 1 });
    assert.equal(beat?.args, [String(LEASE), "mcp:all", text]);
    await clock.wait(3 * BEAT);
    assert.is(fake.runs.length, 5);
  }),
);

test("a process that could not subscribe to messages tries again at the next request", async () => {
  const world = new World();
  await world.fake.prepare(...Object.keys(STEPS));
  await withStoppedClock(async (clock) => {
    world.failure = "The connection is lost";
    const { node } = world;
    let failures = 0;
    await node.ready()?.catch(() => (failures += 1));
    assert.equal([failures, node.isReady], [1, false]);
    world.failure = undefined;
    clock.skip(1_000);
    await node.ready();
    assert.ok(node.isReady);
    assert.is(world.fake.subscriptions, 1);
  });
});

test(
  "a process is not ready while the store does not accept its heartbeats",
  joined(async (world, clock) => {
    world.failure = "The connection is lost";
    await clock.wait(BEAT);
    assert.not(world.node.isReady);
    assert.is(world.beats, 1);
    world.failure = undefined;
    await clock.wait(BEAT);
    assert.ok(world.node.isReady);
    // The process reports that it may have missed messages of other processes,
    // because its heartbeat was lost.
    assert.is(world.missed, 1);
  }),
);

test(
  "a process reads the notifications that it missed while its subscription was interrupted",
  joined(async (world, clock) => {
    world.isEchoing = false;
    await clock.wait(BEAT);
    world.add(1, "list_changed", undefined, "other");
    world.add(2, "updated", { uri: "a" }, "other");
    world.steps();
    await clock.wait(2 * BEAT);
    assert.equal([world.missed, world.changes], [0, []]);
    assert.equal(world.steps(), ["BEAT", "BEAT"]);
    world.isEchoing = true;
    await clock.wait(BEAT);
    assert.is(world.missed, 1);
    assert.equal(world.steps(), ["BEAT", "CHANGES"]);
    assert.is(world.node.seen, 2);
    assert.equal(world.changes, [
      { number: 1, method: "list_changed", params: undefined },
      { number: 2, method: "updated", params: { uri: "a" } },
    ]);
    await clock.wait(3 * BEAT);
    assert.is(world.missed, 1);
    assert.equal(world.steps(), ["BEAT", "BEAT", "BEAT"]);
  }),
);

test(
  "a process that reads missed notifications delivers none of them twice",
  joined(async (world, clock) => {
    const { fake, node } = world;
    const text = encode("first", undefined, "other");
    fake.hear({ t: "change", n: 1, c: text });
    world.isEchoing = false;
    await clock.wait(BEAT);
    world.add(1, "first", undefined, "other");
    world.add(2, "second", { a: 1 }, "other");
    world.add(3, "own", undefined, node.name);
    await clock.wait(BEAT);
    world.isEchoing = true;
    await clock.wait(BEAT);
    assert.equal(world.changes, [
      { number: 1, method: "first", params: undefined },
      { number: 2, method: "second", params: { a: 1 } },
    ]);
    assert.equal(
      node.changes.map(({ number }) => number),
      [1, 2, 3],
    );
  }),
);

test(
  "a process does not keep a long notification for clients without an open GET stream",
  joined(({ fake, node, changes }) => {
    const long = { a: "x".repeat(16_384) };
    for (const [index, params] of [{ a: "x" }, long, {}].entries()) {
      const c = encode("m", params, "other");
      fake.hear({ t: "change", n: index + 1, c });
    }
    assert.is(changes.length, 3);
    assert.equal(
      node.changes.map(({ number }) => number),
      [1, 3],
    );
  }),
);

test("when a process joins the cluster, it loads the notifications that other processes have already sent", async () => {
  const world = new World();
  world.add(4, "first", undefined, "other");
  world.add(5, "second", undefined, "other");
  await withStoppedClock(() => world.node.ready());
  assert.equal(world.changes, []);
  assert.is(world.node.seen, 5);
  assert.equal(
    world.node.changes.map(({ method }) => method),
    ["first", "second"],
  );
});

test("a process delivers a notification that arrives while the process joins the cluster", async () => {
  for (const isHeardFirst of [true, false]) {
    const world = new World();
    const { fake, node } = world;
    world.add(4, "earlier", undefined, "other");
    world.add(5, "news", undefined, "other");
    const c = encode("news", undefined, "other");
    const hear = (): void => fake.hear({ t: "change", n: 5, c });
    if (isHeardFirst) world.onRead = hear;
    await withStoppedClock(async () => {
      world.isEchoing = false;
      await node.ready();
      if (!isHeardFirst) hear();
    });
    assert.equal(world.changes, [
      { number: 5, method: "news", params: undefined },
    ]);
    assert.equal(
      node.changes.map(({ method }) => method),
      ["earlier", "news"],
    );
    assert.is(node.seen, 5);
  }
});

test("a process that joins the cluster only at the second attempt misses no stored notification", async () => {
  const world = new World();
  const { fake, node } = world;
  await fake.prepare(...Object.keys(STEPS));
  world.add(4, "first", undefined, "other");
  world.isEchoing = false;
  world.onRead = () => (world.failure = "The connection is lost");
  await withStoppedClock(async (clock) => {
    let failures = 0;
    await node.ready()?.catch(() => (failures += 1));
    assert.is(failures, 1);
    world.add(5, "second", undefined, "other");
    world.failure = undefined;
    world.onRead = () => {};
    clock.skip(1_000);
    await node.ready();
  });
  assert.equal(
    node.changes.map(({ method }) => method),
    ["first", "second"],
  );
});

test(
  "a process that receives a notification from the store and by subscription delivers the notification once",
  joined(async (world, clock) => {
    const { fake, node } = world;
    const c = encode("m", undefined, "other");
    const numbers = () => node.changes.map(({ number }) => number);
    world.isEchoing = false;
    await clock.wait(2 * BEAT);
    world.add(1, "m", undefined, "other");
    world.add(2, "m", undefined, "other");
    world.isEchoing = true;
    await clock.wait(BEAT);
    fake.hear({ t: "change", n: 2, c });
    assert.equal([numbers(), world.changes.length], [[1, 2], 2]);
    // If the number of a notification repeats after the next heartbeat, the
    // store has lost its data and counts from 1 again.
    await clock.wait(BEAT);
    fake.hear({ t: "change", n: 1, c });
    assert.equal([numbers(), world.changes.length], [[1], 3]);
  }),
);

test(
  "a process keeps the last 1,000 notifications",
  joined(({ fake, node }) => {
    const text = encode("m", undefined, "other");
    const hear = (n: number): void => fake.hear({ t: "change", n, c: text });
    for (let n = 1; n <= 1_001; n += 1) hear(n);
    const numbers = node.changes.map(({ number }) => number);
    assert.equal([numbers.length, numbers[0]], [1_000, 2]);
    hear(1);
    assert.equal([node.changes.length, node.seen], [1, 1]);
    fake.hear({ t: "change", n: 2, c: "{}" });
    assert.is(node.seen, 1);
  }),
);

test(
  "a process counts as running for the lease time after its heartbeat",
  joined(async (world, clock) => {
    const { node, fake } = world;
    world.steps();
    fake.hear({ t: "beat", p: "b", n: 1 });
    clock.skip(LEASE - 1);
    assert.ok(node.isHeardFrom("b"));
    assert.ok(await node.isAlive("b"));
    assert.equal(world.steps(), []);
    clock.skip(1);
    assert.not(node.isHeardFrom("b"));
    world.alive = 1;
    const both = [node.isAlive("b"), node.isAlive("b")];
    assert.equal(await Promise.all(both), [true, true]);
    assert.is(fake.runs[0]?.keys[0], "mcp:{p:b}");
    assert.equal(world.steps(), ["ALIVE"]);
    world.alive = 0;
    assert.not(await node.isAlive("b"));
    assert.equal(world.steps(), ["ALIVE"]);
    fake.hear({ t: "beat", p: "b", n: 2 });
    fake.hear({ t: "bye", p: "b" });
    assert.not(node.isHeardFrom("b"));
  }),
);

test(
  "messages to a single process and notifications to all processes are published on different channels",
  joined(async ({ node, fake }) => {
    fake.runs.length = 0;
    await node.send("b", "tell", { s: "session" });
    await node.change("m", { a: 1 });
    assert.equal(fake.runs, [
      {
        script: TELL_ONE_STEP,
        keys: ["mcp:{p:b}"],
        args: ["mcp:p:b", '{"f":"1","t":"tell","s":"session"}'],
      },
      {
        script: CHANGE_STEP,
        keys: ["mcp:{changes}:n", "mcp:{changes}"],
        args: ["mcp:all", encode("m", { a: 1 }, node.name), "16384"],
      },
    ]);
  }),
);

test("a message for a legacy SSE stream is relayed only to another process that is running", async () => {
  const { fake } = new World();
  const state = new RedisState(fake.store, LEASE);
  await fake.prepare(...Object.keys(STEPS));
  await state.node.ready();
  fake.hear({ t: "beat", p: "b", n: 1 });
  fake.runs.length = 0;
  assert.ok(state.node.isHeardFrom(state.node.name));
  const relayed = ["b", "unknown", state.node.name].map((process) =>
    state.relay(`${process}.1`, { id: 1 }, undefined),
  );
  assert.equal(relayed, [true, false, false]);
  await nextTurn();
  const args = ["mcp:p:b", '{"f":"1","t":"relay","s":"b.1","m":{"id":1}}'];
  assert.equal(
    fake.runs.map((run) => run.args),
    [args],
  );
});

test(
  "a process passes each cluster message to the handler for this kind of message",
  joined(({ node, fake }) => {
    const heard: unknown[] = [];
    node.on["tell"] = (message) => heard.push(message);
    node.on["cut"] = () => {
      throw new Error("invalid");
    };
    fake.hear({ t: "tell", s: "a" });
    fake.hear({ t: "unknown" });
    fake.hear([] as never);
    fake.hear(null as never);
    fake.hear({ t: "cut" });
    assert.equal(heard, [{ f: "1", t: "tell", s: "a" }]);
    assert.equal(fake.reported, ["invalid"]);
  }),
);

test(
  "a process that leaves the cluster ends its lease and its heartbeats",
  joined(async (world, clock) => {
    const { node, fake } = world;
    world.steps();
    await node.leave();
    assert.equal(
      fake.runs.map(({ keys, args }) => [...keys, ...args]),
      [
        [
          `mcp:{p:${node.name}}`,
          "mcp:all",
          JSON.stringify({ f: "1", t: "bye", p: node.name }),
        ],
      ],
    );
    assert.is(fake.subscriptions, 0);
    assert.equal(clock.pending, []);
  }),
);

test("a process whose subscription is still pending can leave the cluster", () =>
  withStoppedClock(async ({ wait }) => {
    const { store } = fakeStore();
    store.subscribe = () => new Promise(() => {});
    const node = new ClusterNode(store, LEASE);
    const joined = node.ready()?.catch(() => "too late");
    await wait(1_000);
    assert.is(await joined, "too late");
    await node.leave();
  }));

test.run();
