/**
 * Unit tests of timers, deadlines, caches, quotas and rate limits with a
 * stopped clock.
 */
import { getEventListeners } from "node:events";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { Deadlines } from "../../../runtime/limits/deadlines.js";
import { LruCache } from "../../../runtime/limits/lru-cache.js";
import { LruNode } from "../../../runtime/limits/lru-list.js";
import { QuotaShares } from "../../../runtime/limits/quota-share.js";
import { RateLimit } from "../../../runtime/limits/rate-limit.js";
import { RequestDeadlines } from "../../../runtime/limits/request-deadlines.js";
import { SessionSlots } from "../../../runtime/limits/session-slots.js";
import {
  abortable,
  after,
  delay,
  every,
  MAX_DELAY,
} from "../../../runtime/limits/timer.js";
import { withStoppedClock } from "../../harness/time/clock.js";

const test = suite("limits: units");

const count = (signal: AbortSignal): number =>
  getEventListeners(signal, "abort").length;

test("a timer with the delay Infinity does not start", () =>
  withStoppedClock((clock) => {
    const run = (): void => {};
    assert.equal(
      [after(Infinity, run), every(Infinity, run)],
      [undefined, undefined],
    );
    after(MAX_DELAY + 1, run);
    every(1e12, run);
    assert.equal(clock.pending, [MAX_DELAY, MAX_DELAY]);
  }));

test("when the promise of delay() resolves, its timer and abort listener are removed", () =>
  withStoppedClock(async (clock) => {
    const stop = new AbortController();
    let ended = 0;
    const start = () => delay(100, stop.signal).then(() => (ended += 1));
    void start();
    assert.is(count(stop.signal), 1);
    await clock.wait(99);
    assert.is(ended, 0);
    await clock.wait(1);
    assert.equal([ended, count(stop.signal), clock.pending], [1, 0, []]);
    const aborted = start();
    stop.abort();
    await aborted;
    await start();
    assert.equal([ended, count(stop.signal), clock.pending], [3, 0, []]);
  }));

test("when the promise of abortable() settles, its abort listener is removed", async () => {
  const stop = new AbortController();
  const { signal } = stop;
  const never = new Promise<never>(() => {});
  assert.is(await abortable(Promise.resolve(1), undefined), 1);
  assert.is(await abortable(Promise.resolve(2), signal), 2);
  const failed = Promise.reject(new Error("no"));
  assert.is(await abortable(failed, signal).catch(String), "Error: no");
  await Promise.resolve();
  assert.is(count(signal), 0);
  const waiting = abortable(never, signal).catch(String);
  stop.abort("enough");
  assert.is(await waiting, "enough");
  assert.is(await abortable(never, signal).catch(String), "enough");
});

for (const [title, idle, total, touches, expected] of [
  ["after its idle time", 100, 1_000, [], [100, 100]],
  [
    "when its idle time has passed since the last touch()",
    100,
    1_000,
    [60],
    [160, 100],
  ],
  [
    "at its total time, even if touch() restarts its idle time",
    100,
    250,
    [90, 180],
    [250, 250],
  ],
  ["at its total time, which equals its idle time", 100, 100, [], [100, 100]],
  [
    "at its total time, which is shorter than its idle time",
    300,
    200,
    [150],
    [200, 200],
  ],
] as const)
  test(`a deadline expires ${title}`, () =>
    withStoppedClock(async (clock) => {
      const expired: number[] = [];
      let time = 0;
      const deadline = new RequestDeadlines().start(idle, total, (limit) =>
        expired.push(time, limit),
      );
      while (time < 400) {
        time += 10;
        await clock.wait(10);
        if (touches.includes(time as never)) deadline.touch();
      }
      assert.equal(expired, [...expected]);
      assert.equal(clock.pending, []);
    }));

test("a cleared or unlimited deadline does not expire", () =>
  withStoppedClock(async (clock) => {
    let expired = 0;
    const expire = (): void => void (expired += 1);
    const deadlines = new RequestDeadlines();
    deadlines.start(Infinity, Infinity, expire);
    assert.equal(clock.pending, []);
    deadlines.start(100, 100, expire).clear();
    await clock.wait(1_000);
    assert.equal([expired, clock.pending], [0, []]);
  }));

test("one timer serves the timeouts of all requests of a connection", () =>
  withStoppedClock(async (clock) => {
    const expired: string[] = [];
    const deadlines = new RequestDeadlines();
    const start = (name: string, idle: number) =>
      deadlines.start(idle, 1_000, () => expired.push(name));
    const first = start("first", 100);
    await clock.wait(10);
    start("second", 100);
    assert.equal(clock.pending, [90]);
    start("short", 20);
    assert.equal(clock.pending, [20]);
    first.clear();
    await clock.wait(20);
    assert.equal([expired, clock.pending], [["short"], [80]]);
    await clock.wait(80);
    assert.equal([expired, clock.pending], [["short", "second"], []]);
    start("late", 100).clear();
    assert.equal(clock.pending, [100]);
    deadlines.stop();
    assert.equal(clock.pending, []);
  }));

test("one timer serves all deadlines of a `Deadlines` object", () =>
  withStoppedClock(async (clock) => {
    const deadlines = new Deadlines();
    const late: string[] = [];
    const add = (name: string) => deadlines.add(() => late.push(name), 100);
    add("a");
    await clock.wait(30);
    const removed = add("b");
    add("c");
    assert.equal(clock.pending, [70]);
    removed.remove();
    await clock.wait(69);
    assert.equal(late, []);
    await clock.wait(1);
    assert.equal([late, clock.pending], [["a"], [30]]);
    await clock.wait(30);
    assert.equal([late, clock.pending], [["a", "c"], []]);
    add("d");
    await clock.wait(100);
    assert.equal(late, ["a", "c", "d"]);
  }));

test("a deadline that is added while another deadline expires does not start a second timer", () =>
  withStoppedClock(async (clock) => {
    const deadlines = new Deadlines();
    deadlines.add(() => deadlines.add(() => {}, 100), 100);
    await clock.wait(50);
    deadlines.add(() => {}, 100);
    await clock.wait(50);
    assert.is(clock.pending.length, 1);
  }));

test("a node that moves to another linked list is removed from its former list", () => {
  const [one, two] = [new LruNode<string>(), new LruNode<string>()];
  const [a, b] = [new LruNode("a"), new LruNode("b")];
  const values = (list: LruNode<string>) => {
    const found: unknown[] = [];
    for (let node = list.next; node !== list; node = node.next)
      found.push(node.value);
    return found;
  };
  a.moveBefore(one);
  b.moveBefore(one);
  a.moveBefore(one);
  assert.equal(values(one), ["b", "a"]);
  a.moveBefore(two);
  assert.equal([values(one), values(two)], [["b"], ["a"]]);
  a.remove();
  a.remove();
  assert.equal(values(two), []);
});

test("a cache that exceeds its maximum weight evicts the least recently used values", () => {
  const cache = new LruCache<number>(10, 3);
  const names = ["a", "b", "c", "dd"];
  const kept = () => names.filter((name) => cache.get(name) !== undefined);
  cache.set("a", 1, 0);
  cache.set("b", 2, 0);
  cache.set("c", 3, 2);
  assert.equal(kept(), ["a", "b", "c"]);
  cache.set("c", 3, 3);
  assert.equal(kept(), ["a", "b", "c"]);
  cache.set("c", 3, 4);
  assert.equal(kept(), ["b", "c"]);
  cache.get("b");
  cache.set("dd", 4, 1);
  assert.equal(kept(), ["b", "dd"]);
  cache.set("dd", 4, 9);
  assert.equal(kept(), ["b"]);
  cache.set("dd", 4, 5);
  assert.equal(kept(), ["b", "dd"]);
  cache.deleteWhere((value) => value === 2);
  assert.equal(kept(), ["dd"]);
});

test("a session may use half of the quota that the client's other sessions leave free", () => {
  const shares = new QuotaShares();
  const fits = (member: string, amount: number, limit = 10) =>
    shares.fitsAlone("address", amount, limit, member);
  assert.equal([fits("a", 5), fits("a", 6)], [true, false]);
  shares.add("address", 4, "a");
  assert.equal([fits("a", 1), fits("a", 2)], [true, false]);
  assert.equal([fits("b", 3), fits("b", 4)], [true, false]);
  assert.equal([fits("address", 6), fits("address", 7)], [true, false]);
  shares.add("address", 3, "b");
  assert.equal([fits("a", 0), fits("b", 1)], [true, false]);
  assert.equal([shares.getAmount("address"), shares.total], [7, 7]);
  assert.is(shares.getLargestMember("address"), "a");
  shares.add("address", -4, "a");
  assert.is(shares.getLargestMember("address"), "b");
  shares.add("address", -3, "b");
  assert.is(shares.getLargestMember("address"), undefined);
  assert.equal([shares.largestHolder, shares.total], [undefined, 0]);
});

test("a client may use half of the quota that the other clients leave free", () => {
  const shares = new QuotaShares();
  const room = (holder: string, member?: string) => {
    let amount = 0;
    while (shares.fits(holder, amount + 1, 16, member)) amount += 1;
    return amount;
  };
  assert.equal([room("a"), room("a", "one")], [8, 4]);
  shares.add("a", 4, "one");
  assert.equal([room("a"), room("a", "one"), room("a", "two")], [4, 0, 2]);
  assert.is(room("b"), 6);
  shares.add("b", 6);
  assert.equal([shares.largestHolder, room("c")], ["b", 3]);
});

test("a rate limit accepts as many events at once as its burst allows", () =>
  withStoppedClock(({ skip }) => {
    const rate = new RateLimit(3, 2);
    assert.equal([rate.take(3), rate.take()], [true, false]);
    rate.take(-1);
    assert.equal([rate.take(), rate.take()], [true, false]);
    skip(499);
    assert.not(rate.take());
    skip(1);
    assert.ok(rate.take());
    skip(1e9);
    assert.equal([rate.take(4), rate.take(3)], [false, true]);
  }));

/**
 * Creates session slots. `ended` lists the names of the sessions that were
 * ended.
 */
function createSlots(limit: number, idle: number, perClient?: number) {
  const slots = new SessionSlots(limit, idle, perClient);
  const ended: string[] = [];
  const add = (name: string, holder: string, busy = false) => {
    const slot = {
      holder,
      busy,
      used: Date.now(),
      end() {
        ended.push(name);
        slots.delete(slot);
      },
    };
    slots.add(slot);
    return slot;
  };
  return { slots, ended, add };
}

test("at a client's session limit, a new session evicts the client's oldest idle session", () =>
  withStoppedClock(({ skip }) => {
    const { slots, ended, add } = createSlots(10, Infinity, 3);
    add("busy", "ann", true);
    skip(1);
    add("old", "ann");
    skip(1);
    add("new", "ann");
    add("other", "bob");
    skip(59_998);
    assert.not(slots.tryReserve("ann"));
    skip(1);
    assert.ok(slots.tryReserve("ann"));
    assert.equal(ended, ["old"]);
  }));

test("at the total session limit, a new session evicts a session of a client with more sessions", () =>
  withStoppedClock(() => {
    const { slots, ended, add } = createSlots(4, Infinity);
    add("busy", "ann", true);
    add("idle", "ann");
    add("b1", "bob");
    add("b2", "bob");
    assert.not(slots.tryReserve("bob"));
    assert.ok(slots.tryReserve("eve"));
    assert.equal(ended, ["idle"]);
  }));

test("the idle timeout of a session starts when the session is no longer busy", () =>
  withStoppedClock(async (clock) => {
    const { slots, ended, add } = createSlots(4, 400);
    add("idle", "ann");
    const busy = add("busy", "ann", true);
    await clock.wait(399);
    assert.equal(ended, []);
    await clock.wait(1);
    assert.equal(ended, ["idle"]);
    busy.busy = false;
    await clock.wait(300);
    assert.equal(ended, ["idle"]);
    await clock.wait(100);
    assert.equal(ended, ["idle", "busy"]);
    slots.close();
    assert.equal(clock.pending, []);
  }));

test.run();
