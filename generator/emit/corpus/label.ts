/**
 * Collects valid and invalid values of a type. The values are generated at
 * random, and the invalid ones are changed copies of generated values.
 */
import { tryGenerate } from "./generate-value.js";
import { mutate } from "./mutate.js";
import { listPositions } from "./positions.js";
import type { Random } from "./random.js";

/** Valid and invalid test values of one type. */
export interface LabelledValues {
  readonly valid: readonly unknown[];
  readonly invalid: readonly InvalidValue[];
}

/** Value that a validator must reject. */
export interface InvalidValue {
  /** Description of the change that made a valid value invalid. */
  readonly change: string;
  readonly value: unknown;
}

/**
 * Number of valid values, and number of invalid values, to collect for each
 * type. Fewer values are returned if not enough are found.
 */
const VALID_COUNT = 3;
const INVALID_COUNT = 6;

/**
 * Maximum number of generated values for each type, and maximum number of
 * changes that are tried on each value.
 */
const MAX_SAMPLES = 100;
const MAX_CHANGES = 6;

/**
 * Returns valid and invalid values of a type. Each invalid value results from a
 * different change of a valid value.
 */
export function generateLabelled(
  random: Random,
  sample: () => unknown,
  isValid: (value: unknown) => boolean,
): LabelledValues {
  const valid = new Map<string, unknown>();
  const invalid = new Map<string, InvalidValue>();
  for (let n = 0; n < MAX_SAMPLES; n++) {
    const right = tryGenerate(sample);
    if (right === undefined) continue;
    if (valid.size < VALID_COUNT && isValid(right)) {
      const own = serializeValue(right);
      if (own !== undefined) valid.set(own, right);
    }
    const positions = invalid.size < INVALID_COUNT ? listPositions(right) : [];
    for (let k = 0; k < MAX_CHANGES && invalid.size < INVALID_COUNT; k++) {
      const { change, value } = mutate(positions, random);
      if (serializeInvalid(value, isValid) !== undefined)
        invalid.set(change, { change, value });
    }
    if (valid.size === VALID_COUNT && invalid.size === INVALID_COUNT) break;
  }
  return { valid: [...valid.values()], invalid: [...invalid.values()] };
}

/**
 * Returns an invalid value as JSON text. Returns undefined if the value is
 * valid, or becomes valid when it is converted to JSON.
 */
function serializeInvalid(
  value: unknown,
  isValid: (value: unknown) => boolean,
): string | undefined {
  if (isValid(value)) return undefined;
  const text = serializeValue(value);
  // `JSON.stringify` writes `null` for NaN, infinite numbers and undefined
  // items. The resulting `null` may be valid.
  return text?.includes("null") && isValid(JSON.parse(text)) ? undefined : text;
}

/**
 * Returns the value as JSON text, or undefined if JSON cannot represent the
 * value. The function also returns undefined for values with lone surrogates,
 * because not every JSON parser accepts lone surrogates.
 */
export function serializeValue(value: unknown): string | undefined {
  const text = JSON.stringify(value) as string | undefined;
  return text === undefined || /\\ud[89a-f]/.test(text) ? undefined : text;
}
