/**
 * Functions that create the exports of generated code for a type: `isX`,
 * `assertX` and `validateX`.
 */
import { ValidationError, type Validation } from "./explain/issues.js";
import type { LazyShape, Shape } from "./shape.js";
import { explainRejected, validate, type ValidateOptions } from "./validate.js";

export interface Guard<T> {
  /** Returns whether `value` is valid for the type `T`. */
  (value: unknown): value is T;
}

export interface Assertion<T> {
  /** @throws ValidationError if `value` is not valid for the type `T`. */
  (value: unknown): asserts value is T;
}

export interface Validate<T> {
  /** Validates `value`. Returns `value` with the type `T`, or the issues. */
  (value: unknown, options?: ValidateOptions): Validation<T>;
  /**
   * Runtime schema of the type, from which issues and the JSON Schema are
   * derived.
   */
  readonly shape: Shape;
}

/**
 * Creates a guard that returns false if reading the value throws an error. The
 * function `check` is copied to a local constant, because V8 then inlines its
 * call.
 */
export function guard<T>(
  check: (value: unknown, depth: number) => boolean,
): Guard<T> {
  const constant = check;
  return (value): value is T => {
    try {
      return constant(value, 0);
    } catch {
      return false;
    }
  };
}

export function assertion<T>(is: Guard<T>, shape: Shape): Assertion<T> {
  return (value) => {
    if (is(value)) return;
    const { issues, more } = explainRejected(value, shape);
    throw new ValidationError(issues, more);
  };
}

/**
 * Creates a validator from a guard and a runtime schema (shape).
 *
 * The guard is also stored on the runtime schema. If the type is part of a
 * larger type, explanations call the guard first and skip the parts that the
 * guard accepts. A bundler may remove the stored guard; explanations are then
 * the same, but slower. Set `recursive` for a recursive type: its guard is not
 * stored, because it would scan each level of the value again.
 */
export function validating<T>(
  is: Guard<T>,
  shape: LazyShape,
  recursive?: "recursive",
): Validate<T> {
  if (!recursive) shape.guard = is;
  const validator = (value: unknown, options?: ValidateOptions) =>
    validate(value, is, shape, options);
  return Object.assign(validator, { shape });
}
