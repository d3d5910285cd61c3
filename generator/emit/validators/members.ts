/** The checks of an object's members, and of one item of an array. */
import type { Normal, NormalObject } from "../../model/normal/normal.js";
import { braced, hardline, indent, type Layout } from "../print/layout.js";
import { objectKey, quote } from "../print/syntax.js";
import type { Check } from "./conditions.js";
import {
  and,
  compare,
  destructured,
  or,
  returned,
  term,
  TRUE,
  unless,
  when,
  type Condition,
} from "./expressions.js";
import { bindings, inheritedByAll } from "./locals.js";
import { limitsKeys, needsPart } from "./part-names.js";
import type { Use } from "./pieces.js";

/** What is to be checked of an object, beside the key that is known. */
export function memberChecks(
  type: NormalObject,
  check: Check,
  use: Use,
  known: string | null = null,
): Layout[] {
  // Where something has to be there that no value is, nothing is looked at.
  if (type.properties.some((p) => p.required && p.type.kind === "never"))
    return ["return false;"];
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
  if (!limitsKeys(type)) return [...reads([...locals], use), returned(all)];
  return [
    ...reads([...locals], use),
    ...(all.kind === "true" ? [] : [unless(all, "return false;")]),
    indexLoop(type, check, use),
    "return true;",
  ];
}

function optional(type: Normal, variable: string, check: Check): Condition {
  if (type.kind === "any") return TRUE;
  return or(compare(variable, "===", "undefined"), check(type, variable));
}

/** Each property is read once, and what all objects inherit only if own. */
function reads(
  locals: readonly (readonly [name: string, local: string])[],
  use: Use,
): Layout[] {
  const plain = locals.filter(([name]) => !inheritedByAll(name));
  const others = locals.filter(([name]) => inheritedByAll(name));
  const patterns = plain.map(
    ([name, local]) => [objectKey(name), local] as const,
  );
  return [
    ...(patterns.length > 0 ? [destructured(patterns, fields(use))] : []),
    ...others.map(
      ([name, local]) =>
        `const ${local} = ${use("own")}(value, ${quote(name)});`,
    ),
  ];
}

function indexLoop(
  { properties, index }: NormalObject,
  check: Check,
  use: Use,
): Layout {
  const skipped = or(
    term(`!${use("hasOwn")}(value, key)`),
    ...properties.map(({ name }) => compare("key", "===", quote(name))),
  );
  return [
    "for (const key in value) ",
    braced([
      when(skipped, "continue;"),
      `const item = (${fields(use)})[key];`,
      "if (item === undefined) continue;",
      refuseItem(index ?? { kind: "any" }, check),
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
  return [
    `if (typeof ${variable} !== "object" || ${variable} === null || Array.isArray(${variable}))`,
    indent([hardline, "return false;"]),
  ];
}

/** The value, once it is known to be an object. */
export function fields(use: Use): string {
  return `value as ${use("Fields")}`;
}
