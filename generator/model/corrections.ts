/**
 * Types and members in which `number` may have a fraction although the schema
 * lacks the tag `@TJS-type number`. In all other places, `number` without this
 * tag means an integer. Types are listed by name, and members by path.
 */
export const FRACTIONS: ReadonlySet<string> = new Set([
  // `JSONValue` accepts any JSON value, so a number may have a fraction.
  "JSONValue",
  // In an elicitation form, a field may have `"type": "number"`
  // (`NumberSchema`). The value that the user enters may then have a fraction.
  "ElicitResult.content",
]);
