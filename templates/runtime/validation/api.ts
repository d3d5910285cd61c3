/** What generated validators export for a type: `isX`, `assertX`, `validateX`. */
import { ValidationError, type Validation } from "./explain/issues.js";
import type { Shape, ShapeCheck } from "./shape.js";
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
}

/** A constant in a closure is one to V8 as well: it inlines what is called. */
export function guard<T>(check: NonNullable<ShapeCheck>): Guard<T> {
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

export function validating<T>(is: Guard<T>, shape: Shape): Validate<T> {
  return (value, options) => validate(value, is, shape, options);
}
