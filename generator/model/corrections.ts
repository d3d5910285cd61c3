/**
 * Where a schema's own annotations are known to be wrong. `number` means
 * an integer unless the tag `@TJS-type number` is there; these places lack the
 * tag although any number is meant: aliases by name, members by their path.
 */
export const FRACTIONS: ReadonlySet<string> = new Set([
  // JSON's numbers are not integers only.
  "JSONValue",
  // A form's fields may have "type": "number" (NumberSchema), whose answers
  // need not be integers.
  "ElicitResult.content",
]);
