/** Unions that a literal tells apart. */
import type { Normal, NormalTagged } from "../../model/normal/normal.js";
import type { Layout } from "../print/layout.js";
import { access, quote } from "../print/syntax.js";
import type { Check } from "./conditions.js";
import { call, returned, term, type Condition } from "./expressions.js";
import { inheritedByAll } from "./locals.js";
import { fields, refuseNonObject } from "./members.js";
import { membersName, type Parts, type Tag } from "./parts.js";
import type { Use } from "./pieces.js";
import { byLength, LENGTH_SWITCH_FROM, switchOver } from "./switches.js";

/** One `switch` on the literal: no member is tried that it rules out. */
export function unionGuard(
  { key, branches, absent }: NormalTagged,
  check: Check,
  parts: Parts,
  use: Use,
): Layout[] {
  const tag = readTag(key, use);
  const answers = branches.map(({ value, type }) => ({
    value,
    answer: returned(branchCheck(type, { key, value }, check, parts, use)),
  }));
  if (branches.length > LENGTH_SWITCH_FROM && !absent)
    return [
      refuseNonObject("value"),
      `const tag = ${tag};`,
      'if (typeof tag !== "string") return false;',
      ...byLength("tag", answers, "return false;"),
    ];
  const none = absent ? returned(check(absent, "value")) : undefined;
  return [
    refuseNonObject("value"),
    ...switchOver(tag, answers, "return false;", none),
  ];
}

/** The check of a value that is known to be an object with the tag. */
export function branchCheck(
  type: Normal,
  tag: Tag,
  check: Check,
  parts: Parts,
  use: Use,
): Condition {
  const part = type.kind === "ref" ? parts.partOf(type) : null;
  return part?.tag?.key === tag.key && part.tag.value === tag.value
    ? term(call(use(membersName(part)), "value"))
    : check(type, "value");
}

/** What an object has in the place of the tag. */
export function readTag(key: string, use: Use): string {
  return inheritedByAll(key)
    ? `${use("own")}(value, ${quote(key)})`
    : access(`(${fields(use)})`, key);
}
