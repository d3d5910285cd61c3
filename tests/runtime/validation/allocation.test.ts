/** Guards leave nothing behind in memory when a value is valid. */
import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { CASES, REVISION } from "../../../bench/validate/cases.js";
import { loadValidators } from "../../harness/models/validators.js";
import { bundledModel } from "../../harness/models/models.js";

const test = suite("validators: allocation");

// Otherwise it depends on the machine when code is fast.
setFlagsFromString("--no-concurrent-recompilation");

/** Less than the smallest object, whatever the engine does beside it. */
const BYTES_A_CALL = 8;
const CALLS = 4000;

/** Bytes for each call, in the quietest of many windows. */
function allocated(call: () => unknown): number {
  let least = Infinity;
  for (let window = 0; window < 100 && least >= BYTES_A_CALL; window++) {
    const before = getHeapStatistics().used_heap_size;
    for (let i = 0; i < CALLS; i++) call();
    const grown = getHeapStatistics().used_heap_size - before;
    // It has shrunk when garbage was collected: nothing can be said.
    if (grown >= 0) least = Math.min(least, grown / CALLS);
  }
  return least;
}

test("what allocates is seen", () => {
  const kept: unknown[] = [null];
  assert.ok(allocated(() => (kept[0] = { is: "an object" })) >= BYTES_A_CALL);
});

const validators = await loadValidators(bundledModel(REVISION));

for (const { name, type, text, valid } of CASES)
  if (valid)
    test(`${type}, ${name}: nothing is allocated`, () => {
      const { is } = validators.of(type);
      const value: unknown = JSON.parse(text);
      assert.ok(is(value));
      assert.ok(allocated(() => is(value)) < BYTES_A_CALL);
    });

test.run();
