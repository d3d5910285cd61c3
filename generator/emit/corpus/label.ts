/** Makes values, right and wrong, until there are enough of both. */
import { CannotGrow } from "./grow.js";
import { mutate } from "./mutate.js";
import { placesIn, type Place } from "./places.js";
import type { Random } from "./random.js";

/** Values of one type, as JSON has them. */
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

/** How often it is tried to find another one. */
const TRIES = 60;

/** Tries until there are enough of both. */
export function label(
  random: Random,
  sample: () => unknown,
  isValid: (value: unknown) => boolean,
): Labelled {
  const valid = new Map<string, unknown>();
  const invalid = new Map<string, WrongValue>();
  for (let n = 0; n < TRIES; n++) {
    if (valid.size >= VALID && invalid.size >= INVALID) break;
    const places = placesIn(tried(sample));
    const [right] = places;
    if (right?.value === undefined || places.some(isTorn)) continue;
    const { value: changed, change } = mutate(places, random);
    if (valid.size < VALID && isValid(right.value)) {
      const { text, value } = throughJson(right.value);
      valid.set(text, value);
    }
    // What is right before it is made JSON is so after that.
    if (invalid.size >= INVALID || changed === undefined || isValid(changed))
      continue;
    const { text, value } = throughJson(changed);
    if (!isValid(value)) invalid.set(text, { change, value });
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

/** Whether it has lone surrogates, which not every language can read. */
function isTorn({ value, within }: Place): boolean {
  return hasLone(value) || hasLone(within?.key);
}

function hasLone(text: unknown): boolean {
  return typeof text === "string" && /\p{Surrogate}/u.test(text);
}

function throughJson(value: unknown): { text: string; value: unknown } {
  const text = JSON.stringify(value);
  return { text, value: JSON.parse(text) as unknown };
}
