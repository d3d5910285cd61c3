import { JsonKeys } from "./json-key.js";

/** JSON Schema: an object or a boolean. */
export type AnyJsonSchema = boolean | { readonly [keyword: string]: unknown };

/**
 * Violation of a JSON Schema. `path` leads to the invalid part of the value.
 */
export interface SchemaIssue {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/**
 * Validates a value. Returns the issues, or an empty array for a valid value.
 */
export type SchemaValidator = (value: unknown) => readonly SchemaIssue[];

/** Error thrown if a JSON Schema is invalid or not supported. */
export class SchemaError extends Error {
  override readonly name: string = "SchemaError";
}

/**
 * Checks a value against one schema or keyword. Returns whether the value is
 * valid.
 */
export interface SchemaCheck {
  (value: unknown, run: SchemaRun, evaluated?: EvaluatedKeys): boolean;
  /**
   * Fast test of the type and the limits. A value that passes this test only
   * needs the check `next`. Absent if a schema has no type and no limits.
   */
  readonly fits?: (value: unknown) => boolean;
  /** Check of the other keywords. Undefined if there are none. */
  readonly next?: SchemaCheck | undefined;
}

interface FoundIssue extends SchemaIssue {
  readonly path: (string | number)[];
}

const MAX_SCHEMA_DEPTH = 256;
const MAX_WORK = 1_000_000;
const MAX_ISSUES = 20;

/**
 * Empty list, which all runs without issues share. To add its first issue, a
 * run replaces the list by a new one.
 */
const NONE: FoundIssue[] = [];

/** State of one validation: the issues found, and the work done so far. */
export class SchemaRun {
  /**
   * Issues found so far. While checks run, a path starts at the value that is
   * being checked, and its keys are in reverse order.
   */
  #issues = NONE;
  readonly #root: string;
  #scope: string[] | undefined;
  /**
   * Whether the run reports no issues. A check may then return false at the
   * first failure.
   */
  quiet = false;
  #keys: JsonKeys | undefined;
  #depth = 0;
  #work = 0;

  constructor(root: string) {
    this.#root = root;
  }

  /**
   * Stack of the base URIs of the schemas that are being applied. `$dynamicRef`
   * searches this stack.
   */
  get scope(): string[] {
    return (this.#scope ??= [this.#root]);
  }

  /** Number of issues found so far. */
  get issueCount(): number {
    return this.#issues.length;
  }

  /** Returns the issues after all checks have run. */
  takeIssues(): readonly SchemaIssue[] {
    for (const { path } of this.#issues) path.reverse();
    return this.#issues;
  }

  /**
   * Reports an issue. Always returns false, so that a check can write `return
   * run.fail(...)`.
   */
  fail(message: string): false {
    if (!this.quiet && this.#issues.length < MAX_ISSUES) {
      if (this.#issues === NONE) this.#issues = [];
      this.#issues.push({ path: [], message });
    }
    return false;
  }

  /**
   * Applies a check that is known to fail, and inserts its issues at the index
   * `start`, in front of later issues. Always returns false.
   */
  failBefore(start: number, check: SchemaCheck, value: unknown): false {
    if (this.quiet) return false;
    const later =
      this.#issues.length > start ? this.#issues.splice(start) : NONE;
    check(value, this);
    for (const issue of later)
      if (this.#issues.length < MAX_ISSUES) this.#issues.push(issue);
    return false;
  }

  /**
   * Adds to the work that the validation has done. One step is about the time
   * for reading one property name. `steps` must be an integer: V8 adds
   * integers without an allocation.
   *
   * @throws Error if the work limit is exceeded. The error ends the whole
   *   validation: if this method returned false, `not`, `if` or `oneOf` could
   *   turn the failure into success.
   */
  spend(steps: number): void {
    this.#work += steps;
    if (this.#work > MAX_WORK) throw new Error("is too complex to validate");
  }

  /**
   * Returns a key for comparing an object or array with others, and counts the
   * work.
   */
  getKey(value: object): string {
    this.#keys ??= new JsonKeys((steps) => this.spend(steps));
    return this.#keys.get(value);
  }

  /**
   * Applies `check` to the value of a property or array item. `key` is the
   * property name or the index.
   */
  applyAt(key: string | number, check: SchemaCheck, value: unknown): boolean {
    const start = this.#issues.length;
    const valid = this.apply(check, value);
    // Add the key only to the paths of issues, because most values are valid.
    for (let at = start; !valid && at < this.#issues.length; at += 1)
      this.#issues[at]?.path.push(key);
    return valid;
  }

  /**
   * Applies `check` to a value, one level deeper.
   *
   * @throws Error if the depth or work limit is exceeded.
   */
  apply(
    check: SchemaCheck,
    value: unknown,
    evaluated?: EvaluatedKeys,
  ): boolean {
    this.spend(1);
    if (++this.#depth > MAX_SCHEMA_DEPTH)
      throw new Error("is nested too deeply");
    const { fits, next } = check;
    const valid =
      fits !== undefined && fits(value)
        ? next === undefined || next(value, this, evaluated)
        : check(value, this, evaluated);
    this.#depth -= 1;
    return valid;
  }

  /**
   * Applies `check` without reporting issues. If `check` fails, the properties
   * and items that it evaluated are not added to `evaluated`.
   */
  applySilently(
    check: SchemaCheck,
    value: unknown,
    evaluated?: EvaluatedKeys,
  ): boolean {
    const before = this.quiet;
    this.quiet = true;
    const own = evaluated && new EvaluatedKeys();
    const valid = this.apply(check, value, own);
    if (valid && own) evaluated.add(own, this);
    this.quiet = before;
    return valid;
  }
}

/**
 * Returns a check that applies all given checks. A quiet run stops at the first
 * failed check. Other runs continue, so that every issue is reported.
 */
export function applyAll(checks: readonly SchemaCheck[]): SchemaCheck {
  const [first = (): boolean => true, second] = checks;
  if (!second) return first;
  return (value, run, evaluated) => {
    let valid = true;
    for (const check of checks) {
      if (check(value, run, evaluated)) continue;
      if (run.quiet) return false;
      valid = false;
    }
    return valid;
  };
}

/**
 * Properties and items that keywords have evaluated. `unevaluatedProperties`
 * and `unevaluatedItems` apply to all other properties and items.
 */
export class EvaluatedKeys {
  /** Names of properties, or indexes of items. */
  #keys: Set<string | number> | undefined;
  allProperties = false;
  /** Number of evaluated items at the start of the validated array. */
  items = 0;

  addKey(key: string | number): void {
    (this.#keys ??= new Set()).add(key);
  }

  has(key: string | number): boolean {
    return this.#keys?.has(key) ?? false;
  }

  add(other: EvaluatedKeys, run: SchemaRun): void {
    for (const key of other.#keys ?? []) {
      run.spend(1);
      this.addKey(key);
    }
    this.allProperties ||= other.allProperties;
    this.items = Math.max(this.items, other.items);
  }
}
