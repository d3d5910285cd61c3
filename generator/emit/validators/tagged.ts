/** Guards of discriminated unions. */
import { call } from "../print/layout.js";
import type { Normal, NormalTagged } from "../../model/normal/normal.js";
import type { Layout } from "../print/layout.js";
import type { Check } from "./conditions.js";
import { returned, term, type Condition } from "./expressions.js";
import { readOf, refuseNonObject } from "./members.js";
import { membersName, type Parts, type Tag } from "./parts.js";
import type { Use } from "../print/pieces.js";
import { byLength, LENGTH_SWITCH_FROM, switchOver } from "./switches.js";

/**
 * Returns one `switch` over the discriminant, so that only the matching member
 * is checked.
 */
export function unionGuard(
  { key, branches, absent }: NormalTagged,
  check: Check,
  parts: Parts,
  use: Use,
): Layout[] {
  const tag = readOf(key, use);
  const answers = branches.map(({ value, type }) => ({
    value,
    answer: returned(branchCheck(type, { key, value }, check, parts, use)),
  }));
  if (branches.length > LENGTH_SWITCH_FROM && !absent)
    return [
      refuseNonObject("it"),
      `const tag = ${tag};`,
      'if (typeof tag !== "string") return false;',
      ...byLength("tag", answers, "return false;"),
    ];
  const none = absent ? returned(check(absent, "it")) : undefined;
  return [
    refuseNonObject("it"),
    ...switchOver(tag, answers, "return false;", none),
  ];
}

/**
 * Returns the condition for a value that is known to be an object with the
 * discriminant.
 */
export function branchCheck(
  type: Normal,
  tag: Tag,
  check: Check,
  parts: Parts,
  use: Use,
): Condition {
  const part = type.kind === "ref" ? parts.partOf(type) : null;
  return part?.tag?.key === tag.key && part.tag.value === tag.value
    ? term(call(use(membersName(part)), "it"))
    : check(type, "it");
}
