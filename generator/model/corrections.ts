/**
 * Aliases (by name) and members (by path) that allow fractions although the
 * schema lacks the tag `@TJS-type number`. For all other aliases and members,
 * `number` without this tag means an integer.
 */
export const FRACTIONS: ReadonlySet<string> = new Set([
  // Any JSON value is allowed, so a number may have a fraction.
  "JSONValue",
  // A field of the form that the user fills in may have `"type": "number"`
  // (`NumberSchema`), so the value of the field may have a fraction.
  "ElicitResult.content",
]);
