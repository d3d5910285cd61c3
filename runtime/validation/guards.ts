/** Helper functions and constants that the generated guards use. */

/** Maximum nesting depth that guards of recursive types accept. */
export const MAX_DEPTH = 512;

export interface Fields {
  readonly [name: string]: unknown;
}

/**
 * Returns true for an object that is not an array. The function is so small
 * that V8 inlines it everywhere.
 */
export function isObject(value: unknown): value is Fields {
  return typeof value === "object" && !(value === null || Array.isArray(value));
}

export function isArray(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/**
 * Returns whether an object has the key as its own property. In a `for...in`
 * loop over the object, V8 optimizes away a call of `hasOwnProperty` in this
 * form.
 */
export function hasOwn(value: object, key: string): boolean {
  return Object.prototype.hasOwnProperty.call(value, key);
}

/**
 * Returns the value of an own property. Required for names such as
 * `constructor`, which every object inherits.
 */
export function own(value: object, name: string): unknown {
  return Object.hasOwn(value, name) ? (value as Fields)[name] : undefined;
}

/**
 * Returns the length of a string as JSON Schema defines it: a surrogate pair is
 * one character.
 */
export function lengthOf(text: string): number {
  return text.replace(/[\ud800-\udbff][\udc00-\udfff]/g, "-").length;
}
