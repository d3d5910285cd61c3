/**
 * Tests of rate limits that several processes share. A simulated store replaces
 * Redis.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  SharedRate,
  SharedRates,
} from "../../../runtime/redis/shared-rates.js";
import { ClusterNode } from "../../../runtime/redis/cluster-node.js";
import { SPEND_STEP } from "../../../runtime/redis/store/scripts.js";
import { fakeStore } from "../../harness/redis/fake-store.js";
import { withStoppedClock } from "../../harness/time/clock.js";
import type { ScriptRun } from "../../harness/redis/fake-store.js";

const test = suite("redis: shared rates");

const RATE = { burst: 4, perSecond: 2 };

/**
 * Takes from a rate limit until it refuses. Returns the number of accepted
 * requests.
 */
function drain(rate: SharedRate): number {
  let count = 0;
  while (count < 1_000 && rate.take()) count += 1;
  return count;
}

/**
 * Creates the shared rate limits of a process. `answer` is the reply of the
 * store.
 */
async function ratesOf(answer: (run: ScriptRun) => unknown) {
  const fake = fakeStore(answer);
  await fake.prepare(SPEND_STEP);
  const node = new ClusterNode(fake.store, 1_000);
  const beat = async (): Promise<void> => {
    for (const call of node.onBeat) call();
    await new Promise(setImmediate);
  };
  return { ...fake, rates: new SharedRates(node), beat };
}

test("SharedRate.take() accepts a whole burst of requests at once", () =>
  withStoppedClock(({ skip }) => {
    const rate = new SharedRate(RATE);
    assert.is(drain(rate), 4);
    skip(1_000);
    assert.is(drain(rate), 2);
    skip(499);
    assert.is(drain(rate), 0);
    skip(1);
    assert.is(drain(rate), 1);
    skip(1_000_000);
    assert.is(drain(rate), 4);
  }));

test("SharedRate.take(n) takes no token if the bucket has fewer than n tokens", () =>
  withStoppedClock(() => {
    const rate = new SharedRate(RATE);
    assert.not(rate.take(5));
    assert.ok(rate.take(3));
    assert.not(rate.take(2));
    assert.ok(rate.take(1));
    assert.is(rate.begin(), 4);
  }));

test("SharedRate.begin() returns the number of requests since its last call", () =>
  withStoppedClock(({ skip }) => {
    const rate = new SharedRate(RATE);
    assert.is(rate.begin(), undefined);
    rate.take(3);
    assert.is(rate.begin(), 3);
    assert.is(rate.begin(), 0);
    skip(1_499);
    assert.is(rate.begin(), 0);
    skip(1);
    assert.is(rate.begin(), undefined);
  }));

test("SharedRate.begin() returns the number of new requests even if the bucket is full again", () =>
  withStoppedClock(({ skip }) => {
    const rate = new SharedRate(RATE);
    rate.take(1);
    skip(10_000);
    assert.ok(rate.isFull);
    assert.is(rate.begin(), 1);
    assert.is(rate.begin(), undefined);
  }));

test("SharedRate.settle() subtracts one token per request since begin() from the given number of tokens", () =>
  withStoppedClock(({ skip }) => {
    const rate = new SharedRate(RATE);
    rate.take(1);
    rate.begin();
    rate.take(1);
    skip(500);
    rate.settle(3);
    assert.is(drain(rate), 2);
    assert.is(rate.begin(), 3);
  }));

test("after SharedRate.settle(), tokens are added only for the time since this call", () =>
  withStoppedClock(({ skip }) => {
    const rate = new SharedRate(RATE);
    skip(60_000);
    rate.settle(0);
    assert.not(rate.take());
    skip(500);
    assert.ok(rate.take());
    assert.not(rate.take());
  }));

test("after SharedRate.settle(-1), requests are refused until the bucket contains a whole token", () =>
  withStoppedClock(({ skip }) => {
    const rate = new SharedRate(RATE);
    rate.settle(-1);
    skip(999);
    assert.not(rate.take());
    skip(1);
    assert.ok(rate.take());
  }));

test("if a store update failed, SharedRate.begin() returns the requests of that update again", () =>
  withStoppedClock(() => {
    const rate = new SharedRate(RATE);
    rate.take(3);
    const spent = rate.begin() ?? 0;
    rate.take(1);
    rate.failed(spent);
    assert.is(rate.begin(), 4);
  }));

test("a heartbeat counts the requests of each client towards the client's rate limit in the store", () =>
  withStoppedClock(async () => {
    const { rates, runs, beat } = await ratesOf(() => "1.5");
    const ann = rates.of("ann", RATE);
    const eve = rates.of("eve", { burst: 60, perSecond: 0.5 });
    assert.is(rates.of("ann", RATE), ann);
    assert.is.not(eve, ann);
    ann.take(2);
    eve.take(1);
    rates.of("idle", RATE);
    await beat();
    assert.equal(runs, [
      {
        script: SPEND_STEP,
        keys: ["mcp:{r1:ann}"],
        args: ["2", "4", "0.002", "62000"],
      },
      {
        script: SPEND_STEP,
        keys: ["mcp:{r1:eve}"],
        args: ["1", "60", "0.0005", "180000"],
      },
    ]);
    assert.is(drain(ann), 1);
  }));

test("after a lost connection, a process reports its number of requests to the store again", () =>
  withStoppedClock(async ({ skip }) => {
    const problems = ["the connection is lost", "ERR out of memory", ""];
    const { rates, runs, beat } = await ratesOf(() => {
      const problem = problems.shift();
      if (problem) throw new Error(problem);
      return "0";
    });
    const rate = rates.of("ann", { burst: 4, perSecond: 0.001 });
    rate.take(2);
    for (let n = 0; n < 3; n += 1) {
      await beat();
      // After a lost connection, the store runs no scripts for one second. Skip
      // this time.
      skip(1_000);
    }
    assert.equal(
      runs.map(({ args }) => args[0]),
      ["2", "2", "0"],
    );
  }));

test("above 10,000 clients, a process deletes the rate limits of clients whose bucket is full", () =>
  withStoppedClock(async () => {
    const { rates, beat } = await ratesOf(() => "1");
    const first = rates.of("0", RATE);
    for (let n = 1; n < 10_000; n += 1) rates.of(String(n), RATE);
    await beat();
    assert.is(rates.of("0", RATE), first);
    const last = rates.of("10000", RATE);
    last.take();
    await beat();
    assert.is(rates.of("10000", RATE), last);
    assert.is.not(rates.of("0", RATE), first);
  }));

test.run();
