/** Short descriptions of the values that a runtime schema (shape) accepts. */
import { resolveShape, type ResolvedShape, type Range } from "../shape.js";

const MANY = 8;

/**
 * Returns a description of the values that a runtime schema accepts, such as
 * `string`, `"a" or "b"`, `array of at most 3 items` or `Tool`.
 */
export function describeShape(shape: ResolvedShape): string {
  switch (shape.kind) {
    case "any":
      return "a value";
    case "literal":
      return joinAlternatives(
        shape.details.map((value) => JSON.stringify(value)),
      );
    case "string":
      return `string${describeRange("of", shape.details, "characters")}`;
    case "integer":
    case "number":
      return `${shape.kind}${describeRange("of", shape.details, "")}`;
    case "array":
      return `array${describeRange("of", shape.details, "items")}`;
    case "object":
    case "tagged":
      return shape.name ?? "object";
    case "union":
      return joinAlternatives([
        ...new Set(
          shape.details.map((member) => describeShape(resolveShape(member))),
        ),
      ]);
    default:
      return shape.kind;
  }
}

function joinAlternatives(words: readonly string[]): string {
  if (words.length > MANY) {
    const first = words.slice(0, MANY).join(", ");
    return `${first} or one of ${words.length - MANY} others`;
  }
  const last = words.at(-1) ?? "nothing";
  return words.length > 1
    ? `${words.slice(0, -1).join(", ")} or ${last}`
    : last;
}

/**
 * Returns limits as text, such as ` of at least 1 items`, or `""` if there are
 * no limits.
 */
export function describeRange(
  word: string,
  { min, max }: Range,
  unit: string,
): string {
  if (min === undefined && max === undefined) return "";
  const low = min === undefined ? "" : ` at least ${min}`;
  const high = max === undefined ? "" : ` at most ${max}`;
  const both = low && high ? `${low} and${high}` : low + high;
  return ` ${word}${both}${unit && ` ${unit}`}`;
}
