/**
 * Where a schema's own annotations are known to be wrong. `number` means
 * an integer unless the tag `@TJS-type number` is there; these places lack the
 * tag although any number is meant.
 */
export interface Fraction {
  readonly declaration: string;
  /** The member of an interface; null for a whole alias. */
  readonly member: string | null;
  readonly reason: string;
}

const FRACTIONS: readonly Fraction[] = [
  {
    declaration: "JSONValue",
    member: null,
    reason: "JSON's numbers are not integers only",
  },
  {
    declaration: "ElicitResult",
    member: "content",
    reason:
      'A form\'s fields may have "type": "number" (NumberSchema), whose answers need not be integers',
  },
];

/** True when `number` means any number in this place, without a tag. */
export function holdsFractions(
  declaration: string,
  member: string | null,
): boolean {
  return FRACTIONS.some(
    (row) => row.declaration === declaration && row.member === member,
  );
}
