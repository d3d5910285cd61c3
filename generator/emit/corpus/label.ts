/** Generates values of a type until there are enough valid and invalid ones. */
import { CannotGrow } from "./grow.js";
import { mutate } from "./mutate.js";
import { placesIn } from "./places.js";
import type { Random } from "./random.js";

/** Valid and invalid values of one type. The corpus contains them as JSON. */
export interface Labelled {
  readonly valid: readonly unknown[];
  readonly invalid: readonly WrongValue[];
}

/** Value that validators must reject. */
export interface WrongValue {
  /** Description of the change to a valid value. */
  readonly change: string;
  readonly value: unknown;
}

/** Number of valid and of invalid values, unless fewer are found. */
const VALID = 3;
const INVALID = 6;

/**
 * Maximum number of generated values, and of changes that are tried on each of
 * them.
 */
const TRIES = 100;
const CHANGES = 6;

/**
 * Returns valid and invalid values of a type. No two invalid values have the
 * same change.
 */
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

/** Returns a generated value, or undefined if none is known. */
function tried(sample: () => unknown): unknown {
  try {
    return sample();
  } catch (error) {
    if (error instanceof CannotGrow) return undefined;
    throw error;
  }
}

/**
 * Returns an invalid value as JSON, or undefined if it is valid after
 * `JSON.parse`.
 */
function wrongText(
  value: unknown,
  isValid: (value: unknown) => boolean,
): string | undefined {
  if (isValid(value)) return undefined;
  const text = textOf(value);
  // `JSON.stringify` writes `null` for NaN, infinite numbers and undefined
  // items, and `null` may be valid.
  return text?.includes("null") && isValid(JSON.parse(text)) ? undefined : text;
}

/**
 * Returns the value as JSON, or undefined if JSON cannot represent it. Lone
 * surrogates count as not representable, because not every language can read
 * them.
 */
function textOf(value: unknown): string | undefined {
  const text = JSON.stringify(value) as string | undefined;
  return text === undefined || /\\ud[89a-f]/.test(text) ? undefined : text;
}
