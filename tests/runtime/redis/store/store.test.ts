/** Unit tests of how often the store reports its failures. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { inspect } from "node:util";
import { StoreError } from "../../../../runtime/redis/store/store.js";
import { fakeStore } from "../../../harness/redis/fake-store.js";
import { withStoppedClock } from "../../../harness/time/clock.js";

const test = suite("redis: failures of the store");

for (const [kind, message] of [
  ["failure", "connection lost"],
  ["refusal", "ERR no memory"],
] as const)
  test(`repeated ${kind}s of the store are reported at most once in ten seconds`, () =>
    withStoppedClock(async ({ skip }) => {
      const { store, reported } = fakeStore(() => {
        throw new Error(message);
      });
      const counts: number[] = [];
      for (const pause of [0, 5_000, 5_000, 10_001]) {
        skip(pause);
        await store.run("return 2", []).catch(() => {});
        counts.push(reported.length);
      }
      assert.equal(counts, [1, 1, 1, 2]);
    }));

test("a failure of the store is printed in one line without a stack trace", async () => {
  const { store } = fakeStore(() => {
    throw new Error("connection lost");
  });
  const printed: string[] = [];
  store.report = (problem) => printed.push(inspect(problem));
  await store.run("return 2", []).catch(() => {});
  assert.equal(printed, [
    "[StoreError: The Redis store failed: connection lost]",
  ]);
});

test("inTime() does not report an error that the store has already reported", async () => {
  const { store, reported } = fakeStore();
  const error = new StoreError("connection lost");
  const thrown: unknown = await store
    .inTime(Promise.reject(error))
    .catch((reason: unknown) => reason);
  assert.is(thrown, error);
  assert.equal(reported, []);
});

test.run();
