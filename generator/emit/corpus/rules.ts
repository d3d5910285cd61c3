/**
 * Validation rules, with descriptions for authors of decoders. Each case in
 * `corpus.json` tests one of these rules.
 */
export const RULES = {
  "unknown key":
    "Undeclared keys are valid in every object, except if an index signature restricts their values.",
  "index signature":
    "An index signature restricts the values of undeclared keys.",
  required: "A required member must be present.",
  null: "`null` is not the same as a missing member: an optional member refuses `null` unless its type allows it.",
  "key case":
    "Keys are case-sensitive: `Name` is an unknown key of an object with the member `name`.",
  type: "A value of another JSON type is invalid.",
  "object or array":
    "An object type refuses arrays, and an array type refuses objects.",
  empty:
    "Empty arrays, objects and strings are valid unless a limit or a required member excludes them.",
  integer: "A number with a fraction is invalid where the type is an integer.",
  fraction: "A number may have a fraction where the type is not an integer.",
  "large number": "Integers and numbers have no range, except for limits.",
  limit:
    "Limits include the limit itself, and count the code points of a string.",
  literal: "Only the listed literals are valid.",
  discriminant:
    "The discriminant selects the type of an object; an object of another type of the union is invalid.",
  variant:
    "A value of each type of a union is valid, not only a value of the first type.",
  envelope:
    "A message has `jsonrpc`, and a request has an `id` that is a string or an integer.",
  "notification id": "A notification has no `id`.",
  direction: "A side accepts only the messages that the other side may send.",
} as const;

export type Rule = keyof typeof RULES;

/** Value that tests one rule. */
export interface RuleCase {
  readonly rule: Rule;
  readonly valid: boolean;
  readonly value: unknown;
}
