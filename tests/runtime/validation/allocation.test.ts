/** Tests that guards (`isX`) allocate no memory for valid values. */
import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { CASES, REVISION } from "../../../bench/validate/cases.js";
import { loadValidators } from "../../harness/models/validators.js";
import { bundledModel } from "../../harness/models/models.js";

const test = suite("validators: allocation");

// Turn off concurrent compilation: otherwise V8 optimizes code at a time that
// depends on the machine.
setFlagsFromString("--no-concurrent-recompilation");

/**
 * Maximum number of allocated bytes per call. It is smaller than any object,
 * but above 0 because V8 itself may allocate memory.
 */
const BYTES_A_CALL = 8;
const CALLS = 4000;
/** Returns the growth of the heap in a series of calls, in bytes per call. */
function measureSeries(call: () => unknown): number {
  const before = getHeapStatistics().used_heap_size;
  for (let i = 0; i < CALLS; i++) call();
  return (getHeapStatistics().used_heap_size - before) / CALLS;
}

/**
 * Returns the number of bytes that a call allocates. Measures several series of
 * calls and uses the series in which the heap grew least.
 */
function allocated(call: () => unknown): number {
  let least = Infinity;
  for (let series = 0; series < 100 && least >= BYTES_A_CALL; series++) {
    const grown = measureSeries(call);
    // Ignore a series in which the heap shrank, because garbage was collected.
    if (grown >= 0) least = Math.min(least, grown);
  }
  return least;
}

test("the allocation measurement of these tests detects one object per call", () => {
  const kept: unknown[] = [null];
  const call = () => (kept[0] = { is: "an object" });
  // Measure several series, because garbage collection can hide the allocations
  // of one series.
  const series = Array.from({ length: 9 }, () => measureSeries(call));
  const detected = series.filter((grown) => grown >= BYTES_A_CALL);
  assert.ok(detected.length > 4, series.join(" "));
});

const validators = await loadValidators(bundledModel(REVISION));

for (const { name, type, text, valid } of CASES)
  if (valid)
    test(`is${type} allocates nothing for the valid value ${name}`, () => {
      const { is } = validators.of(type);
      const value: unknown = JSON.parse(text);
      assert.ok(is(value));
      assert.ok(allocated(() => is(value)) < BYTES_A_CALL);
    });

test.run();
