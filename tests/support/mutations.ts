/** Messages that are changed at random, the same in every run. */
import { isObject } from "../../templates/runtime/validation/guards.js";

/** A number below a bound. */
export type Below = (bound: number) => number;

/** A sequence of such numbers that is the same in every run. */
export function random(seed: number): Below {
  let state = seed;
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
  };
}

const ODD: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  "",
  "x",
  "__proto__",
  [],
  [null],
  {},
  { jsonrpc: "2.0", id: 1, method: "ping" },
];

function odd(below: Below): unknown {
  return structuredClone(ODD[below(ODD.length)]);
}

/** `value` with one to three things in it replaced, removed or added. */
export function mutate(value: object, below: Below): unknown {
  const copy = structuredClone(value) as { [name: string]: unknown };
  for (let count = 1 + below(3); count > 0; count--) {
    let at: { [name: string]: unknown } = copy;
    for (;;) {
      const names = Object.keys(at);
      const name = names[below(Math.max(names.length, 1))] ?? "new";
      const inner = at[name];
      if (isObject(inner) && below(2) === 0) {
        at = inner;
        continue;
      }
      const kind = below(4);
      if (kind === 0) delete at[name];
      else if (kind === 1) at[`${name}x`] = odd(below);
      else at[name] = odd(below);
      break;
    }
  }
  return below(10) === 0 ? [copy, value] : copy;
}
