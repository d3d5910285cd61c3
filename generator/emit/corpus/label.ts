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

/** How many values are grown at most. */
const TRIES = 30;

/** For so many of them, no change is taken that there is already. */
const VARIED = 10;

/** How many wrong values are made of one, and how often that is tried. */
const WRONG = 2;
const CHANGES = 6;

/** Tries until there are enough of both. */
export function label(
  random: Random,
  sample: () => unknown,
  isValid: (value: unknown) => boolean,
): Labelled {
  const valid = new Map<string, unknown>();
  const invalid = new Map<string, WrongValue>();
  const changes = new Set<string>();
  for (let n = 0; n < TRIES; n++) {
    if (valid.size >= VALID && invalid.size >= INVALID) break;
    const right = tried(sample);
    if (right === undefined) continue;
    if (valid.size < VALID && isValid(right)) {
      const text = textOf(right);
      if (text !== undefined) valid.set(text, right);
    }
    const places = placesIn(right);
    const enough = Math.min(invalid.size + WRONG, INVALID);
    for (let k = 0; k < CHANGES && invalid.size < enough; k++) {
      const { change, value } = mutate(places, random);
      if (n < VARIED && changes.has(change)) continue;
      const text = wrongText(value, isValid);
      if (text === undefined) continue;
      invalid.set(text, { change, value });
      changes.add(change);
    }
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

/** The text of a value that is wrong, and is so as JSON. */
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
 * The value as JSON, if that can say it. Lone surrogates are left out: not every
 * language can read them.
 */
function textOf(value: unknown): string | undefined {
  const text = JSON.stringify(value) as string | undefined;
  return text === undefined || /\\ud[89a-f]/.test(text) ? undefined : text;
}
