/**
 * The first thing that is wrong with a value. Checks of messages need no more,
 * and programs that ask for no more have none of what tells of everything.
 */
import { lengthOf, MAX_DEPTH, type Fields } from "./guards.js";
import { hasKind, isBetween, read } from "./kinds.js";
import {
  made,
  type List,
  type Members,
  type Shape,
  type Tagged,
  type Text,
  type Tuple,
} from "./shape.js";

/** Looks at a part of the value: `key` is where it is in the whole. */
type Look = (
  part: Shape,
  value: unknown,
  key?: string | number,
) => string | undefined;

/**
 * What keeps a value from being of a shape, in one line such as
 * `params.name: expected string, got number 7`; undefined when nothing does.
 * `place` is where the value is.
 */
export function problem(
  shape: Shape,
  value: unknown,
  place: string,
  depth = 0,
): string | undefined {
  const it = made(shape);
  if (hasKind(it, value) && depth < MAX_DEPTH) {
    const look: Look = (part, item, key) =>
      problem(
        part,
        item,
        key === undefined ? place : at(place, key),
        depth + 1,
      );
    switch (it.kind) {
      case "object":
        return inMembers(it.of, value as Fields, look);
      case "tagged":
        return inTagged(it.of, value as Fields, look);
      case "tuple":
        return inItems(it.of, value as readonly unknown[], look);
      case "all":
        return first(it.of, (part) => look(part, value));
      case "union": {
        const near = it.of.filter((part) => hasKind(part, value));
        const found = near.map((part) => look(part, value));
        if (found.includes(undefined)) return undefined;
        if (found.length === 1) return found[0];
        break;
      }
      case "array":
        if (!isBetween(it.of, (value as readonly unknown[]).length)) break;
        return inItems(it.of, value as readonly unknown[], look);
      case "string":
        if (it.free || isText(it.of, value as string)) return;
        break;
      case "integer":
      case "number":
        if (isBetween(it.of, value as number)) return;
        break;
      default:
        return;
    }
  }
  return `${place}: expected ${wanted(it)}, got ${typeOf(value)}`;
}

const WORDS: { readonly [kind: string]: string } = {
  any: "a value",
  never: "nothing",
  tagged: "object",
  tuple: "array",
};

function wanted(shape: Shape): string {
  const { kind, of, name, free } = made(shape);
  if (kind === "literal") return of.map((one) => JSON.stringify(one)).join(OR);
  if (kind === "union") return of.map(wanted).join(OR);
  const word = name ?? WORDS[kind] ?? kind;
  return free ? word : `${word} within its limits`;
}

const OR = " or ";

/** What is there is told by its type alone: it may be long, or a secret. */
function typeOf(value: unknown): string {
  return value === undefined
    ? "nothing"
    : value === null
      ? "null"
      : Array.isArray(value)
        ? "array"
        : typeof value;
}

function inMembers(
  { properties, strict }: Members,
  value: Fields,
  look: Look,
): string | undefined {
  const known = first(properties, ({ name, shape, required }) => {
    const child = read(value, name);
    return child !== undefined || required
      ? look(shape, child, name)
      : undefined;
  });
  return (
    known ??
    first(strict, ({ shape, pattern }) =>
      first(Object.keys(value), (key) =>
        value[key] === undefined ||
        properties.some(({ name }) => name === key) ||
        pattern?.test(key) === false
          ? undefined
          : look(shape, value[key], key),
      ),
    )
  );
}

function inTagged(
  { key, branches, absent, tag }: Tagged,
  value: Fields,
  look: Look,
): string | undefined {
  const found = read(value, key);
  const branch =
    found === undefined
      ? absent
      : Object.hasOwn(branches, found as string) && branches[found as string];
  return branch ? look(branch, value) : look(tag, found, key);
}

function inItems(
  of: List | Tuple,
  value: readonly unknown[],
  look: Look,
): string | undefined {
  const { items, min, rest } =
    "items" in of ? of : { items: [], min: 0, rest: of.element };
  for (let i = 0; i < value.length || i < min; i++) {
    const found = look(items[i] ?? rest, value[i], i);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isText({ patterns = [], ...range }: Text, text: string): boolean {
  return (
    isBetween(range, lengthOf(text)) && patterns.every((one) => one.test(text))
  );
}

function first<T>(
  all: readonly T[],
  find: (one: T) => string | undefined,
): string | undefined {
  for (const one of all) {
    const found = find(one);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** `params.name`, `params[0]`, `params["a b"]`, as issues have it. */
function at(place: string, key: string | number): string {
  if (/^[a-z_$][\w$]*$/i.test(key as string)) {
    return place ? `${place}.${key}` : (key as string);
  }
  return `${place}[${JSON.stringify(key).slice(0, 64)}]`;
}
