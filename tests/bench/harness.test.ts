import { suite } from "uvu";
import * as assert from "uvu/assert";
import { measure } from "../../bench/harness/rounds.js";
import { summarize } from "../../bench/harness/stats.js";

const test = suite("benchmarks: harness");

test("`summarize` interpolates the median and the quartiles between samples", () => {
  assert.equal(summarize([4, 1, 3, 2]), { median: 2.5, low: 1.75, high: 3.25 });
  assert.equal(summarize([7]), { median: 7, low: 7, high: 7 });
  assert.throws(() => summarize([]), "no samples");
});

test("`measure` warms up every candidate, and then changes the order of the candidates in each round", async () => {
  const calls: string[] = [];
  let clock = 0;
  const candidate = (name: string) => ({
    name,
    sample() {
      calls.push(name);
      return ++clock;
    },
  });
  const measured = await measure(["a", "b", "c"].map(candidate), {
    rounds: 2,
    warmup: 1,
  });
  assert.is(calls.join(""), "abcbcacab");
  const medians = measured.map(({ name, median }) => `${name} ${median}`);
  assert.equal(medians, ["a 7", "b 6.5", "c 6"]);
});

test.run();
