/** The checks of an object's members, and of one item of an array. */
import type { Normal, NormalObject } from "../../model/normal/normal.js";
import type { Layout } from "../print/layout.js";
import { objectKey, quote } from "../print/syntax.js";
import {
  and,
  block,
  call,
  compare,
  destructured,
  FALSE,
  or,
  returned,
  term,
  TRUE,
  unless,
  when,
  type Condition,
} from "./expressions.js";
import type { Helpers } from "./helpers.js";
import { bindings, inheritedByAll } from "./locals.js";
import { isImpossible, limitsKeys, needsPart } from "./part-names.js";

export type Check = (type: Normal, variable: string) => Condition;

/** What is to be checked of an object, beside the key that is known. */
export function memberChecks(
  type: NormalObject,
  check: Check,
  helpers: Helpers,
  known: string | null = null,
): Layout[] {
  if (isImpossible(type)) return [returned(FALSE)];
  const read = type.properties.filter(
    ({ name, required, type }) =>
      name !== known && (required || type.kind !== "any"),
  );
  const locals = bindings(read.map(({ name }) => name));
  const checks = read.map(({ name, type, required }) => {
    const local = locals.get(name) ?? "";
    if (!required) return optional(type, local, check);
    return type.kind === "any"
      ? compare(local, "!==", "undefined")
      : check(type, local);
  });
  const all = and(...checks);
  const index = limitsKeys(type) ? type.index : null;
  return [
    ...reads([...locals], helpers),
    ...(index
      ? [
          ...(all.kind === "true" ? [] : [unless(all, "return false;")]),
          indexLoop(type, index, check, helpers),
          "return true;",
        ]
      : [returned(all)]),
  ];
}

function optional(type: Normal, variable: string, check: Check): Condition {
  if (type.kind === "any") return TRUE;
  const absent = compare(variable, "===", "undefined");
  return type.kind === "never" ? absent : or(absent, check(type, variable));
}

/** Each property is read once, and what all objects inherit only if own. */
function reads(
  locals: readonly (readonly [name: string, local: string])[],
  helpers: Helpers,
): Layout[] {
  const plain = locals.filter(([name]) => !inheritedByAll(name));
  const others = locals.filter(([name]) => inheritedByAll(name));
  const patterns = plain.map(
    ([name, local]) => [objectKey(name), local] as const,
  );
  return [
    ...(patterns.length > 0 ? [destructured(patterns, fields(helpers))] : []),
    ...others.map(([name, local]) => {
      const own = helpers.use("guards", "own");
      return `const ${local} = ${own}(value, ${quote(name)});`;
    }),
  ];
}

function indexLoop(
  { properties }: NormalObject,
  index: Normal,
  check: Check,
  helpers: Helpers,
): Layout {
  const skipped = or(
    term(`!${helpers.use("guards", "hasOwn")}(value, key)`),
    ...properties.map(({ name }) => compare("key", "===", quote(name))),
  );
  return [
    "for (const key in value) ",
    block([
      when(skipped, "continue;"),
      `const item = (${fields(helpers)})[key];`,
      "if (item === undefined) continue;",
      refuseItem(index, check),
    ]),
  ];
}

/** Refuses a value of which one item, or value of a key, is wrong. */
export function refuseItem(type: Normal, check: Check): Layout {
  return type.kind === "object" && !needsPart(type)
    ? refuseNonObject("item")
    : unless(check(type, "item"), "return false;");
}

/** Inlined, not `isObject()`: this runs for every object. */
export function refuseNonObject(variable: string): Layout {
  const other = or(
    compare(`typeof ${variable}`, "!==", quote("object")),
    compare(variable, "===", "null"),
    term(call("Array.isArray", variable)),
  );
  return when(other, "return false;");
}

/** The value, once it is known to be an object. */
export function fields(helpers: Helpers): string {
  return `value as ${helpers.useType("guards", "Fields")}`;
}
