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
/** Maximum number of series that are measured. */
const SERIES = 100;

/**
 * Returns the number of bytes that a call allocates. Measures several series of
 * calls and uses the series in which the heap grew least.
 */
function allocated(call: () => unknown): number {
  let least = Infinity;
  for (let window = 0; window < SERIES && least >= BYTES_A_CALL; window++) {
    const before = getHeapStatistics().used_heap_size;
    for (let i = 0; i < CALLS; i++) call();
    const grown = getHeapStatistics().used_heap_size - before;
    // Ignore a series in which the heap shrank, because garbage was collected.
    if (grown >= 0) least = Math.min(least, grown / CALLS);
  }
  return least;
}

test("the function that measures allocations in these tests detects a single allocated object per call", () => {
  // All objects are kept, so that garbage collection cannot hide them.
  const kept: unknown[] = Array.from({ length: SERIES * CALLS }, () => null);
  let at = 0;
  const call = () => (kept[at++] = { is: "an object" });
  assert.ok(allocated(call) >= BYTES_A_CALL);
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
