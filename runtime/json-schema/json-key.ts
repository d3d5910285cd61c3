/** Number of characters whose reading counts as one step of validation work. */
export const CHARACTERS_PER_STEP = 16;

/** Returns whether a value is an object or an array. */
export function isCompound(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** Returns the cost of reading a text, in validation steps. */
export function countTextSteps({ length }: string): number {
  return Math.ceil(length / CHARACTERS_PER_STEP);
}

/**
 * Cost of one member of an object, in validation steps. Sorting n members costs
 * `STEPS_PER_COMPARISON` · log2(n) more steps per member.
 */
const STEPS_PER_MEMBER = 2;
const STEPS_PER_COMPARISON = 0.25;

/**
 * Keys for comparing objects and arrays. Two values have the same key if and
 * only if JSON Schema defines them as equal. The key of each object and array
 * is created once, even if several compared values contain it.
 */
export class JsonKeys {
  readonly #spend: (steps: number) => void;
  readonly #texts = new Map<object, string>();

  /**
   * @param spend Callback invoked with the number of steps, before the work is
   *   done.
   */
  constructor(spend: (steps: number) => void = () => {}) {
    this.#spend = spend;
  }

  /**
   * Returns the key of an object or array. A primitive value needs no key.
   *
   * @throws TypeError if the value contains a bigint.
   * @throws RangeError if the value is nested too deeply.
   */
  get(value: object): string {
    const text = this.#texts.get(value) ?? this.#write(value);
    this.#texts.set(value, text);
    this.#spend(1 + countTextSteps(text));
    return text;
  }

  /** Writes a value as text, with the members of objects in sorted order. */
  #write(value: object): string {
    // Values of the program, unlike parsed JSON, may be objects with `toJSON`,
    // such as dates.
    if ("toJSON" in value && typeof value.toJSON === "function")
      return JSON.stringify(value);
    if (Array.isArray(value)) {
      this.#spend(value.length);
      let text = "[";
      for (const item of value) text += `${this.#part(item)},`;
      return `${text}]`;
    }
    const names = Object.keys(value);
    const sorting = STEPS_PER_COMPARISON * Math.log2(names.length || 1);
    this.#spend(Math.ceil(names.length * (STEPS_PER_MEMBER + sorting)));
    let text = "{";
    for (const name of names.sort()) {
      const member = (value as { [name: string]: unknown })[name];
      if (member === undefined) continue;
      text += `${JSON.stringify(name)}:${this.#part(member)},`;
    }
    return `${text}}`;
  }

  #part(value: unknown): string {
    if (isCompound(value)) return this.get(value);
    // `JSON.stringify` returns undefined for some values that JSON cannot
    // represent, such as functions.
    return JSON.stringify(value) ?? "null";
  }
}
