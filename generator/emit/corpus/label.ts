/** Makes values, right and wrong, until there are enough of both. */
import { CannotGrow } from "./grow.js";
import { mutate } from "./mutate.js";
import { placesIn } from "./places.js";
import type { Random } from "./random.js";

/** Values of one type; JSON is what `JSON.stringify` makes of them. */
export interface Labelled {
  readonly valid: readonly unknown[];
  readonly invalid: readonly WrongValue[];
}

/** A value that validators have to refuse. */
export interface WrongValue {
  /** What was done to a valid value. */
  readonly change: string;
  readonly value: unknown;
}

/** How many of each there are, as far as there are so many. */
const VALID = 3;
const INVALID = 6;

/** How many values are grown at most, and changes tried on each. */
const TRIES = 100;
const CHANGES = 6;

/** Tries until there are enough of both; each change is taken once. */
export function label(
  random: Random,
  sample: () => unknown,
  isValid: (value: unknown) => boolean,
): Labelled {
  const valid = new Map<string, unknown>();
  const invalid = new Map<string, WrongValue>();
  for (let n = 0; n < TRIES; n++) {
    const right = tried(sample);
    if (right === undefined) continue;
    if (valid.size < VALID && isValid(right)) {
      const own = textOf(right);
      if (own !== undefined) valid.set(own, right);
    }
    const places = invalid.size < INVALID ? placesIn(right) : [];
    for (let k = 0; k < CHANGES && invalid.size < INVALID; k++) {
      const { change, value } = mutate(places, random);
      if (wrongText(value, isValid) !== undefined)
        invalid.set(change, { change, value });
    }
    if (valid.size === VALID && invalid.size === INVALID) break;
  }
  return { valid: [...valid.values()], invalid: [...invalid.values()] };
}

/** Undefined where nothing grows. */
function tried(sample: () => unknown): unknown {
  try {
    return sample();
  } catch (error) {
    if (error instanceof CannotGrow) return undefined;
    throw error;
  }
}

/** A wrong value as JSON, if it is wrong after `JSON.parse` too. */
function wrongText(
  value: unknown,
  isValid: (value: unknown) => boolean,
): string | undefined {
  if (isValid(value)) return undefined;
  const text = textOf(value);
  // What JSON has no word for is null in it, and that may be right.
  return text?.includes("null") && isValid(JSON.parse(text)) ? undefined : text;
}

/**
 * The value as JSON, if JSON has it. Lone surrogates are left out: not every
 * language can read them.
 */
function textOf(value: unknown): string | undefined {
  const text = JSON.stringify(value) as string | undefined;
  return text === undefined || /\\ud[89a-f]/.test(text) ? undefined : text;
}
