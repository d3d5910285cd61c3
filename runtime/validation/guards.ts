/** Building blocks of generated guards. */

/** Maximum nesting depth that guards of recursive types accept. */
export const MAX_DEPTH = 512;

export interface Fields {
  readonly [name: string]: unknown;
}

/**
 * Returns true for an object that is not an array. In this form, the function
 * is small enough for V8 to inline it everywhere.
 */
export function isObject(value: unknown): value is Fields {
  return typeof value === "object" && !(value === null || Array.isArray(value));
}

export function isArray(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/**
 * Returns whether the object has its own property. V8 removes the call in this
 * form inside a `for...in` loop over the object.
 */
export function hasOwn(value: object, key: string): boolean {
  return Object.prototype.hasOwnProperty.call(value, key);
}

/**
 * Reads an own property whose name every object may inherit, such as
 * `constructor`.
 */
export function own(value: object, name: string): unknown {
  return Object.hasOwn(value, name) ? (value as Fields)[name] : undefined;
}

/**
 * Returns the length of a string as JSON Schema defines it: a surrogate pair
 * counts as one character.
 */
export function lengthOf(text: string): number {
  return text.replace(/[\ud800-\udbff][\udc00-\udfff]/g, "-").length;
}
