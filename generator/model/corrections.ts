/**
 * Places at which the schema lacks the tag `@TJS-type number` although
 * fractions are allowed. Everywhere else, `number` without this tag means an
 * integer. Aliases are listed by name, members by path.
 */
export const FRACTIONS: ReadonlySet<string> = new Set([
  // A JSON number may have a fraction.
  "JSONValue",
  // A field of the form may have `"type": "number"` (`NumberSchema`), so its
  // value may have a fraction.
  "ElicitResult.content",
]);
