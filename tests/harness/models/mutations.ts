/**
 * Random changes of messages. The same seed gives the same changes in every
 * run.
 */
import { mutate as mutateOne } from "../../../generator/emit/corpus/mutate.js";
import { listPositions } from "../../../generator/emit/corpus/positions.js";
import { Random } from "../../../generator/emit/corpus/random.js";

/** Function that returns a random integer from 0 to `bound` - 1. */
export type Below = (bound: number) => number;

/** Returns a pseudo-random number generator with the given seed. */
export function random(seed: number): Below {
  let state = seed;
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
  };
}

/** Returns a JSON copy of `value` with one to three random changes. */
export function mutate(value: object, below: Below): unknown {
  let changed: unknown = value;
  for (let count = 1 + below(3); count > 0; count--) {
    const made = mutateOne(listPositions(changed), new Random(`${below(1e9)}`));
    changed = JSON.parse(JSON.stringify(made.value) ?? "null");
  }
  return below(10) === 0 ? [changed, value] : changed;
}
