/** What generated guards are made of. */

/** Levels of nesting that guards of recursive types follow; deeper is false. */
export const MAX_DEPTH = 512;

export interface Fields {
  readonly [name: string]: unknown;
}

/**
 * True for an object that is no array. In this form it is just small enough
 * for V8 to inline it everywhere.
 */
export function isObject(value: unknown): value is Fields {
  return typeof value === "object" && !(value === null || Array.isArray(value));
}

export function isArray(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** V8 drops the call of this form in a `for...in` loop over the object. */
export function hasOwn(value: object, key: string): boolean {
  return Object.prototype.hasOwnProperty.call(value, key);
}

/** Reads what may be inherited by every object, such as `constructor`. */
export function own(value: object, name: string): unknown {
  return Object.hasOwn(value, name) ? (value as Fields)[name] : undefined;
}

/** A string's length as JSON Schema counts it: a surrogate pair is one. */
export function lengthOf(text: string): number {
  return text.replace(/[\ud800-\udbff][\udc00-\udfff]/g, "-").length;
}
