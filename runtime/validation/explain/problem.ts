/**
 * Search for the first issue of an invalid value. Message validation reports
 * only the first issue. Programs that only validate messages therefore do not
 * bundle the complete explanation.
 */
import { lengthOf, MAX_DEPTH, own, type Fields } from "../guards.js";
import { hasKind, isInRange } from "../kinds.js";
import {
  resolveShape,
  type ArrayDetails,
  type ObjectDetails,
  type Shape,
  type TaggedDetails,
  type StringDetails,
} from "../shape.js";

/**
 * Returns the first issue of a value in one line, such as `params.name:
 * expected string, got number`. Returns `undefined` for a valid value. `place`
 * is the location of the value, such as `params`.
 */
export function findProblem(
  shape: Shape,
  value: unknown,
  place: string,
): string | undefined {
  const found = findProblemAt(shape, value, 0);
  if (!found) return undefined;
  return place ? place + found : found.replace(/^\./, "");
}

/**
 * Returns the first issue of a value, with a location relative to `value`. Each
 * caller in the recursion puts its key in front of the location.
 */
function findProblemAt(
  shape: Shape,
  value: unknown,
  depth: number,
): string | undefined {
  const resolved = resolveShape(shape);
  if (hasKind(resolved, value) && depth < MAX_DEPTH) {
    const inner = depth + 1;
    switch (resolved.kind) {
      case "object":
        return findProblemInObject(resolved.details, value as Fields, inner);
      case "tagged":
        return findProblemInTagged(resolved.details, value as Fields, inner);
      case "union": {
        let near = 0;
        let found: string | undefined;
        for (const part of resolved.details) {
          if (!hasKind(part, value)) continue;
          found = findProblemAt(part, value, inner);
          if (!found) return undefined;
          near += 1;
        }
        if (near === 1) return found;
        break;
      }
      case "array":
        if (!isInRange(resolved.details, (value as readonly unknown[]).length))
          break;
        return findProblemInItems(
          resolved.details,
          value as readonly unknown[],
          inner,
        );
      case "string":
        if (
          resolved.unrestricted ||
          matchesString(resolved.details, value as string)
        )
          return;
        break;
      case "integer":
      case "number":
        if (isInRange(resolved.details, value as number)) return;
        break;
      default:
        return;
    }
  }
  return `: expected ${describeExpected(resolved)}, got ${getTypeName(value)}`;
}

const WORDS: { readonly [kind: string]: string } = {
  any: "a value",
  never: "nothing",
  tagged: "object",
};

function describeExpected(shape: Shape): string {
  const { kind, details, name, unrestricted } = resolveShape(shape);
  if (kind === "literal") {
    return details.map((value) => JSON.stringify(value)).join(OR) || "nothing";
  }
  if (kind === "union") return details.map(describeExpected).join(OR);
  const word = name ?? WORDS[kind] ?? kind;
  return unrestricted ? word : `${word} within its limits`;
}

const OR = " or ";

/**
 * Returns the name of a value's type for a message. The message does not
 * contain the value itself, which may be long or secret.
 */
function getTypeName(value: unknown): string {
  return value === undefined
    ? "nothing"
    : value === null
      ? "null"
      : Array.isArray(value)
        ? "array"
        : typeof value;
}

function findProblemInObject(
  { properties, strict }: ObjectDetails,
  value: Fields,
  depth: number,
): string | undefined {
  for (const { name, shape, required, inherited } of properties) {
    const child = inherited ? own(value, name) : value[name];
    if (child === undefined && !required) continue;
    const found = findProblemInside(name, shape, child, depth);
    if (found) return found;
  }
  for (const key of strict ? Object.keys(value) : []) {
    if (
      value[key] === undefined ||
      properties.some(({ name }) => name === key)
    ) {
      continue;
    }
    const found = findProblemInside(key, strict as Shape, value[key], depth);
    if (found) return found;
  }
  return undefined;
}

function findProblemInTagged(
  { key, inherited, branches, absent, tag }: TaggedDetails,
  value: Fields,
  depth: number,
): string | undefined {
  const found = inherited ? own(value, key) : value[key];
  const branch = found === undefined ? absent : branches.get(found as string);
  return branch
    ? findProblemAt(branch, value, depth)
    : findProblemInside(key, tag, found, depth);
}

function findProblemInItems(
  { element }: ArrayDetails,
  value: readonly unknown[],
  depth: number,
): string | undefined {
  for (let i = 0; i < value.length; i++) {
    const found = findProblemInside(i, element, value[i], depth);
    if (found) return found;
  }
  return undefined;
}

function matchesString(limits: StringDetails, text: string): boolean {
  const { patterns = [] } = limits;
  return (
    isInRange(limits, lengthOf(text)) &&
    patterns.every((pattern) => pattern.test(text))
  );
}

/**
 * Returns the issue of a nested value, with the key of the nested value in
 * front, such as `.name`, `[0]` or `["a b"]`.
 */
function findProblemInside(
  key: string | number,
  shape: Shape,
  value: unknown,
  depth: number,
): string | undefined {
  const found = findProblemAt(shape, value, depth);
  if (!found) return undefined;
  return /^[a-z_$]\w{0,63}$/i.test(key as string)
    ? `.${key}${found}`
    : `[${JSON.stringify(key).slice(0, 64)}]${found}`;
}
