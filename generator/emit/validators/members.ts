/** Creates the code that checks an object's members and an array's items. */
import type { Normal, NormalObject } from "../../model/normal/normal.js";
import {
  braced,
  enclosed,
  group,
  indent,
  line,
  type Layout,
} from "../print/layout.js";
import { access, objectKey, quote } from "../print/syntax.js";
import type { WriteCondition } from "./conditions.js";
import {
  and,
  compare,
  destructured,
  FALSE,
  readsOnce,
  or,
  returned,
  term,
  TRUE,
  unless,
  when,
  type Body,
  type Condition,
} from "./expressions.js";
import { createLocalNames, isInheritedByAll } from "./locals.js";
import { limitsKeys, needsGuardFunction } from "./guard-names.js";
import type { Use } from "../print/pieces.js";

type Property = NormalObject["properties"][number];

/**
 * Minimum number of members that are checked in a loop, if all members are
 * optional and have the same type. The code of the loop is shorter than
 * separate checks.
 */
const MANY = 32;

/**
 * Returns the statements that check an object's members.
 *
 * @param known Name of a member that was already checked.
 */
export function createMemberChecks(
  type: NormalObject,
  check: WriteCondition,
  use: Use,
  known: string | null = null,
): Body {
  // A required member of type `never` makes every object invalid. The generated
  // code therefore returns `false` without reading a member.
  if (type.properties.some((p) => p.required && p.type.kind === "never"))
    return FALSE;
  const read = type.properties.filter(
    ({ name, required, type }) =>
      name !== known && (required || type.kind !== "any"),
  );
  const [first, ...rest] = read;
  if (first && read.length >= MANY && !limitsKeys(type)) {
    const isUniform = rest.every(({ type }) => isSameType(type, first.type));
    if (isUniform && read.every(isPlainOption))
      return [createNamesLoop(read, first.type, check, use), "return true;"];
  }
  const locals = createLocalNames(read.map(({ name }) => name));
  const checkMember = (
    { type, required }: (typeof read)[number],
    local: string,
  ): Condition => {
    if (!required) return optional(type, local, check);
    return type.kind === "any"
      ? compare(local, "!==", "undefined")
      : check(type, local);
  };
  const all = and(
    ...read.map((property) =>
      checkMember(property, locals.get(property.name) ?? ""),
    ),
  );
  if (!limitsKeys(type)) {
    const [only, ...others] = read;
    if (!only) return all;
    return others.length === 0 && readsOnce(all)
      ? checkMember(only, readMember(only.name, use))
      : [...readMembers([...locals], use), returned(all)];
  }
  return [
    ...readMembers([...locals], use),
    ...(all.kind === "true" ? [] : [unless(all, "return false;")]),
    createIndexLoop(type, check, use),
    "return true;",
  ];
}

function optional(
  type: Normal,
  variable: string,
  check: WriteCondition,
): Condition {
  if (type.kind === "any") return TRUE;
  return or(compare(variable, "===", "undefined"), check(type, variable));
}

/**
 * Returns the expression that reads a member. If `Object.prototype` has a
 * member with this name, only the object's own member is read.
 */
export function readMember(key: string, use: Use): string {
  return isInheritedByAll(key)
    ? `${use("own")}(it, ${quote(key)})`
    : access(`(${castToFields(use)})`, key);
}

/**
 * Returns the statements that read each property only once, into a local
 * constant.
 */
function readMembers(
  locals: readonly (readonly [name: string, local: string])[],
  use: Use,
): Layout[] {
  const plain = locals.filter(([name]) => !isInheritedByAll(name));
  const others = locals.filter(([name]) => isInheritedByAll(name));
  const patterns = plain.map(
    ([name, local]) => [objectKey(name), local] as const,
  );
  return [
    ...(patterns.length > 0 ? [destructured(patterns, castToFields(use))] : []),
    ...others.map(
      ([name, local]) => `const ${local} = ${readMember(name, use)};`,
    ),
  ];
}

function isPlainOption({ name, required }: Property): boolean {
  return !required && !isInheritedByAll(name);
}

function isSameType(one: Normal, other: Normal): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/**
 * Returns a loop over the names of optional members with the same type. The
 * loop rejects the object if the value of any of these members is invalid.
 */
function createNamesLoop(
  properties: readonly Property[],
  type: Normal,
  check: WriteCondition,
  use: Use,
): Layout {
  const names = properties.map(({ name }) => quote(name));
  return [
    "for (const key of ",
    enclosed("[", names, "]"),
    ") ",
    braced([
      `const item = (${castToFields(use)})[key];`,
      "if (item === undefined) continue;",
      rejectItem(type, check),
    ]),
  ];
}

function createIndexLoop(
  { properties, index }: NormalObject,
  check: WriteCondition,
  use: Use,
): Layout {
  const skipped = or(
    term(`!${use("hasOwn")}(it, key)`),
    ...properties.map(({ name }) => compare("key", "===", quote(name))),
  );
  return [
    "for (const key in it) ",
    braced([
      when(skipped, "continue;"),
      `const item = (${castToFields(use)})[key];`,
      "if (item === undefined) continue;",
      rejectItem(index ?? { kind: "any" }, check),
    ]),
  ];
}

/**
 * Returns the statement that rejects the checked array or object if `item` is
 * invalid. The constant `item` holds an array item or the value of a member.
 */
function rejectItem(type: Normal, check: WriteCondition): Layout {
  return type.kind === "object" && !needsGuardFunction(type)
    ? rejectNonObject("item")
    : unless(check(type, "item"), "return false;");
}

/** Returns a loop that rejects the array if any of its items is invalid. */
export function createItemsLoop(
  element: Normal,
  check: WriteCondition,
): Layout {
  const loop = "for (let i = 0; i < it.length; i++)";
  const inPlace = check(element, "it[i]");
  return element.kind !== "object" && readsOnce(inPlace)
    ? group([loop, indent([line, unless(inPlace, "return false;")])])
    : [
        `${loop} `,
        braced(["const item: unknown = it[i];", rejectItem(element, check)]),
      ];
}

/**
 * Returns a statement that rejects values other than objects. The test is
 * inlined instead of calling `isObject()`, because the test runs for every
 * object.
 */
export function rejectNonObject(variable: string): Layout {
  const test = `typeof ${variable} !== "object" || ${variable} === null || Array.isArray(${variable})`;
  return group([`if (${test})`, indent([line, "return false;"])]);
}

/**
 * Returns the expression that casts the checked value to `Fields`, the type of
 * an object with any members.
 */
function castToFields(use: Use): string {
  return `it as ${use("Fields")}`;
}
