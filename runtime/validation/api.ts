/**
 * Factories of the exported functions of a type: `isX`, `assertX` and
 * `validateX`.
 */
import { ValidationError, type Validation } from "./explain/issues.js";
import type { LazyShape, Shape } from "./shape.js";
import { explainRejected, validate, type ValidateOptions } from "./validate.js";

export interface Guard<T> {
  /** Returns whether `value` is a `T`. */
  (value: unknown): value is T;
}

export interface Assertion<T> {
  /** @throws ValidationError unless `value` is a `T`. */
  (value: unknown): asserts value is T;
}

export interface Validate<T> {
  /** Validates `value`. Returns it as a `T`, or the issues. */
  (value: unknown, options?: ValidateOptions): Validation<T>;
  /** Shape of the type, from which issues and JSON Schema are derived. */
  readonly shape: Shape;
}

/**
 * Creates a guard that returns false if reading the value throws. V8 treats a
 * constant captured by a closure as constant and inlines the call to it.
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
 * Creates a validator from a guard and a shape.
 *
 * The guard is also stored on the shape: explanations of an enclosing value
 * call it first and skip valid parts. A bundler may remove it; explanations are
 * then the same but slower. Set `recursive` for a recursive type, since its
 * guard would scan each level again.
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
