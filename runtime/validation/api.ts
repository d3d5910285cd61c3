/** What generated validators export for a type: `isX`, `assertX`, `validateX`. */
import { ValidationError, type Validation } from "./explain/issues.js";
import type { Maker, Shape } from "./shape.js";
import { refused, validate, type ValidateOptions } from "./validate.js";

export interface Guard<T> {
  /** Whether `value` is a `T`. */
  (value: unknown): value is T;
}

export interface Assertion<T> {
  /** @throws ValidationError unless `value` is a `T`. */
  (value: unknown): asserts value is T;
}

export interface Validate<T> {
  /** `value` as a `T`, or what is wrong with it. */
  (value: unknown, options?: ValidateOptions): Validation<T>;
  /** What explanations are made from, and JSON Schema. */
  readonly shape: Shape;
}

/** A constant in a closure is one to V8 as well: it inlines what is called. */
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
    const { issues, more } = refused(value, shape);
    throw new ValidationError(issues, more);
  };
}

/**
 * Explanations of what has such a value in it ask the guard first; without it, as
 * where a bundler leaves this out, they say the same and take longer. Not where a
 * type is `recursive`: what lies deep would be looked at level after level.
 */
export function validating<T>(
  is: Guard<T>,
  shape: Maker,
  recursive?: "recursive",
): Validate<T> {
  if (!recursive) shape.guard = is;
  const validator = (value: unknown, options?: ValidateOptions) =>
    validate(value, is, shape, options);
  return Object.assign(validator, { shape });
}
