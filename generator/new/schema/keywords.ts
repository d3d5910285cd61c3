/**
 * Keywords of JSON Schema, and names of members, that the conversion to types
 * handles separately.
 */
/**
 * Keywords that restrict values in ways that no TypeScript type can express.
 */
export const UNTYPED: readonly string[] = [
  "not",
  "if",
  "dependentSchemas",
  "dependentRequired",
  "dependencies",
  "propertyNames",
  "contains",
  "$dynamicRef",
];

/** Keywords that apply only to objects or only to arrays. */
export const COMPOSITE: readonly string[] = [
  "properties",
  "required",
  "additionalProperties",
  "patternProperties",
  "items",
  "prefixItems",
];

/**
 * Names of members that every JavaScript object inherits. A type that declares
 * such a name would conflict with the inherited type.
 */
export const UNSAFE: ReadonlySet<string> = new Set(
  Object.getOwnPropertyNames(Object.prototype),
);
