/**
 * Tests of waiting for tasks. When a wait ends, it must have removed its timer
 * and its listeners.
 */
import { getEventListeners } from "node:events";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ResultWaiters } from "../../../runtime/tasks/core/result-waiters.js";
import { pauseBetweenPolls } from "../../../runtime/tasks/handle.js";
import { waitOrAbort } from "../../../runtime/tasks/wait.js";
import { MAX_DELAY } from "../../../runtime/limits/timer.js";
import { withStoppedClock } from "../../harness/time/clock.js";
import { TestClock } from "../../harness/tasks/receiver.js";
import type { TaskState } from "../../../runtime/tasks/task.js";

const test = suite("tasks: waits");

const count = (signal: AbortSignal): number =>
  getEventListeners(signal, "abort").length;

const withPoll = (pollInterval: unknown): TaskState =>
  ({ pollInterval }) as TaskState;

test("before waitOrAbort() resolves, it removes its abort listeners", async () => {
  const [one, two] = [new AbortController(), new AbortController()];
  let cleaned = 0;
  let resolve!: (value: string) => void;
  const waiting = waitOrAbort<string>([one.signal, two.signal], (end) => {
    resolve = end;
    return () => (cleaned += 1);
  });
  assert.equal([count(one.signal), count(two.signal)], [1, 1]);
  resolve("value");
  assert.is(await waiting, "value");
  assert.equal([count(one.signal), count(two.signal), cleaned], [0, 0, 1]);
});

for (const at of [0, 1])
  test(`waitOrAbort() rejects with the reason of the aborted signal ${at}`, async () => {
    const stops = [new AbortController(), new AbortController()];
    const signals = stops.map(({ signal }) => signal);
    let cleaned = 0;
    const waiting = waitOrAbort(signals, () => () => (cleaned += 1));
    stops[at]?.abort(`reason ${at}`);
    const reason = await waiting.catch((error: unknown) => error);
    assert.is(reason, `reason ${at}`);
    assert.equal([...signals.map(count), cleaned], [0, 0, 1]);
    const late = waitOrAbort(signals, () => {
      throw new Error("started");
    });
    assert.is(await late.catch((error: unknown) => error), `reason ${at}`);
  });

for (const [interval, expected] of [
  [undefined, 1_000],
  [Number.NaN, 1_000],
  [Infinity, 1_000],
  ["50", 1_000],
  [-1, 20],
  [0, 20],
  [19, 20],
  [21, 21],
  [1e12, MAX_DELAY],
] as const)
  test(`a client pauses ${expected} ms before it polls a task with the pollInterval ${String(interval)}`, () =>
    withStoppedClock(async (clock) => {
      let ended = false;
      void pauseBetweenPolls(withPoll(interval), () => () => {}).then(
        () => (ended = true),
      );
      await clock.wait(expected - 1);
      assert.not(ended);
      await clock.wait(1);
      assert.ok(ended);
      assert.equal(clock.pending, []);
    }));

test("a notification that ends the pause between two polls stops the timer of the pause", () =>
  withStoppedClock(async (clock) => {
    const { signal } = new AbortController();
    for (let pause = 0; pause < 3; pause += 1) {
      let wake = (): void => {};
      let stopped = 0;
      const paused = pauseBetweenPolls(
        withPoll(50),
        (end) => {
          wake = end;
          return () => (stopped += 1);
        },
        signal,
      );
      assert.equal([count(signal), clock.pending], [1, [50]]);
      wake();
      await paused;
      assert.equal([count(signal), clock.pending, stopped], [0, [], 1]);
    }
  }));

test("a signal that aborts the pause between two polls stops the timer of the pause", () =>
  withStoppedClock(async (clock) => {
    const stop = new AbortController();
    let stopped = 0;
    const listen = () => () => void (stopped += 1);
    const paused = pauseBetweenPolls(withPoll(50), listen, stop.signal);
    stop.abort("enough");
    assert.is(await paused.catch((error: unknown) => error), "enough");
    assert.equal([count(stop.signal), clock.pending, stopped], [0, [], 1]);
  }));

test("`ResultWaiters.next()` resolves after a task change, after the poll interval or after an abort", async () => {
  for (const how of ["wake", "poll", "abort"]) {
    const clock = new TestClock();
    const waiters = new ResultWaiters(clock);
    const stop = new AbortController();
    const change = waiters.next("task", stop.signal, 50);
    let ended = false;
    void change.promise.then(() => (ended = true));
    waiters.wake("other");
    await clock.pass(49);
    assert.not(ended);
    if (how === "wake") waiters.wake("task");
    if (how === "poll") await clock.pass(1);
    if (how === "abort") stop.abort();
    await change.promise;
    change.end();
    assert.equal([count(stop.signal), clock.waiting], [0, 0]);
  }
});

test("if the process is notified of every change, a wait for a result starts no polling timer", () => {
  const clock = new TestClock();
  const waiters = new ResultWaiters(clock);
  const { signal } = new AbortController();
  const { end } = waiters.next("task", signal, undefined);
  assert.equal([count(signal), clock.waiting], [1, 0]);
  end();
  assert.is(count(signal), 0);
  waiters.wake("task");
});

test("a wait for the result of a task ends at once if the request was already cancelled", async () => {
  const waiters = new ResultWaiters(new TestClock());
  const { promise, end } = waiters.next("t", AbortSignal.abort(), undefined);
  await promise;
  end();
});

test.run();
