/** A JSON Schema: an object, or true or false. */
export type AnyJsonSchema = boolean | { readonly [keyword: string]: unknown };

/** One thing that is wrong with a value. */
export interface SchemaIssue {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** What is wrong with a value; nothing when it is valid. */
export type SchemaValidator = (value: unknown) => readonly SchemaIssue[];

/** The schema itself cannot be used. */
export class SchemaError extends Error {
  override readonly name: string = "SchemaError";
}

/** Checks one value against one schema. */
export type Check = (value: unknown, run: Run, seen?: Seen) => boolean;

const MAX_SCHEMA_DEPTH = 256;
const MAX_WORK = 1_000_000;
const MAX_ISSUES = 20;

/** One validation, while it goes on. */
export class Run {
  readonly path: (string | number)[] = [];
  readonly issues: SchemaIssue[] = [];
  /** Base URIs of the schemas that are being applied, for `$dynamicRef`. */
  readonly scope: string[];
  #quiet = false;
  #depth = 0;
  #work = 0;

  constructor(root: string) {
    this.scope = [root];
  }

  /** Reports what is wrong; always false, so that a check can return it. */
  fail(message: string): false {
    if (!this.#quiet && this.issues.length < MAX_ISSUES) {
      this.issues.push({ path: [...this.path], message });
    }
    return false;
  }

  /**
   * Counts work; a step is about as long as a look at one name.
   *
   * @throws Error when it is too much. The whole validation ends with it: false
   *   would be what `not`, `if` and `oneOf` wait for.
   */
  spend(steps: number): void {
    this.#work += steps;
    if (this.#work > MAX_WORK) throw new Error("takes too much work");
  }

  /** Applies `check` below `key`. */
  at(key: string | number, check: Check, value: unknown): boolean {
    this.path.push(key);
    const valid = this.apply(check, value);
    this.path.pop();
    return valid;
  }

  /** @throws Error when a bound is reached. */
  apply(check: Check, value: unknown, seen?: Seen): boolean {
    this.spend(1);
    if (++this.#depth > MAX_SCHEMA_DEPTH)
      throw new Error("is nested too deeply");
    const valid = check(value, this, seen);
    this.#depth -= 1;
    return valid;
  }

  /**
   * Applies `check` without reporting what is wrong. Properties and items count
   * as evaluated only where it holds.
   */
  quietly(check: Check, value: unknown, seen?: Seen): boolean {
    const before = this.#quiet;
    this.#quiet = true;
    const own = seen && new Seen();
    const valid = this.apply(check, value, own);
    if (valid && own) seen.add(own);
    this.#quiet = before;
    return valid;
  }
}

/** Evaluated properties and items, for the `unevaluated…` keywords. */
export class Seen {
  readonly names: Set<string> = new Set();
  readonly indexes: Set<number> = new Set();
  allNames = false;
  /** Items before this one. */
  items = 0;

  add(other: Seen): void {
    for (const name of other.names) this.names.add(name);
    for (const index of other.indexes) this.indexes.add(index);
    this.allNames ||= other.allNames;
    this.items = Math.max(this.items, other.items);
  }
}
