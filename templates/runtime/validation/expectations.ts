/** What a shape expects, in a few words. */
import { made, type Literal, type Made, type Shape } from "./shape.js";

const MANY = 8;

/** `string`, `"a" or "b"`, `array of at most 3 items`, `Tool`. */
export function expectation(shape: Shape): string {
  const { name, ...it } = made(shape);
  switch (it.kind) {
    case "any":
      return "a value";
    case "never":
      return "nothing";
    case "literal":
      return literals(it.values);
    case "string":
      return `string${bounds("of", it, "characters")}`;
    case "integer":
    case "number":
      return `${it.kind}${bounds("of", it, "")}`;
    case "array":
      return `array${bounds("of", it, "items")}`;
    case "tuple":
      return "array";
    case "object":
    case "tagged":
      return name ?? "object";
    case "union":
      return alternatives([
        ...new Set(it.members.map((member) => expectation(member))),
      ]);
    case "all":
      return name ?? it.members.map((m) => expectation(m)).join(" and ");
    default:
      return it.kind;
  }
}

export function literals(values: readonly Literal[]): string {
  return alternatives(values.map((value) => JSON.stringify(value)));
}

function alternatives(words: readonly string[]): string {
  if (words.length > MANY) {
    const first = words.slice(0, MANY).join(", ");
    return `${first} or another of ${words.length}`;
  }
  const last = words.at(-1) ?? "nothing";
  return words.length > 1
    ? `${words.slice(0, -1).join(", ")} or ${last}`
    : last;
}

function bounds(
  word: string,
  { min, max }: { readonly min?: number; readonly max?: number },
  unit: string,
): string {
  if (min === undefined && max === undefined) return "";
  const low = min === undefined ? "" : ` at least ${min}`;
  const high = max === undefined ? "" : ` at most ${max}`;
  const both = low && high ? `${low} and${high}` : low + high;
  return ` ${word}${both}${unit && ` ${unit}`}`;
}

/** The literal values that a shape allows, or null when it is no literal. */
export function literalsOf(shape: Shape): readonly Literal[] | null {
  const it: Made = made(shape);
  return it.kind === "literal" ? it.values : null;
}
