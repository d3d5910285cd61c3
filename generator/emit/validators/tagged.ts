/** Unions that a literal tells apart, and the objects that they consist of. */
import type {
  Normal,
  NormalObject,
  NormalTagged,
} from "../../model/normal/normal.js";
import { print, type Layout } from "../print/layout.js";
import { access, quote } from "../print/syntax.js";
import { conditionWriter } from "./conditions.js";
import {
  and,
  call,
  compare,
  constant,
  returned,
  term,
  type Condition,
} from "./expressions.js";
import type { Helpers } from "./helpers.js";
import { inheritedByAll } from "./locals.js";
import {
  fields,
  memberChecks,
  refuseNonObject,
  type Check,
} from "./members.js";
import { byLength, LENGTH_SWITCH_FROM, switchOver } from "./switches.js";
import {
  membersName,
  type GuardFunction,
  type Parts,
  type Tag,
} from "./parts.js";

/** One `switch` on the literal: no member is tried that it rules out. */
export function unionGuard(
  { key, branches, absent }: NormalTagged,
  check: Check,
  parts: Parts,
  helpers: Helpers,
): Layout[] {
  const answers = branches.map(({ value, type }) => {
    const answer = branchCheck(type, { key, value }, check, parts, helpers);
    return { value, answer: returned(answer) };
  });
  if (branches.length > LENGTH_SWITCH_FROM && !absent)
    return [
      refuseNonObject("value"),
      `const tag = ${keyOf(key, helpers)};`,
      'if (typeof tag !== "string") return false;',
      ...byLength("tag", answers, "return false;"),
    ];
  const none = absent ? returned(check(absent, "value")) : undefined;
  return [
    refuseNonObject("value"),
    ...switchOver(keyOf(key, helpers), answers, "return false;", none),
  ];
}

/** The check of a value that is known to be an object with the tag. */
export function branchCheck(
  type: Normal,
  tag: Tag,
  check: Check,
  parts: Parts,
  helpers: Helpers,
): Condition {
  const part = type.kind === "ref" ? parts.partOf(type) : null;
  return part?.tag?.key === tag.key && part.tag.value === tag.value
    ? term(call(helpers.guard(membersName(part)), "value"))
    : check(type, "value");
}

/** The guard of a union's member: the tag, then the other members. */
export function memberText(
  part: GuardFunction,
  { key, value }: Tag,
  helpers: Helpers,
): string {
  const whole = and(
    compare(keyOf(key, helpers), "===", quote(value)),
    term(call(helpers.guard(membersName(part)), "value")),
  );
  return print(
    constant(part.name, ["value: unknown"], "boolean", [
      refuseNonObject("value"),
      returned(whole),
    ]),
  );
}

/** What it checks beside the tag, of a value that is known to be an object. */
export function otherMembersText(
  part: GuardFunction,
  type: NormalObject,
  { key }: Tag,
  parts: Parts,
  helpers: Helpers,
): string {
  const condition = conditionWriter(parts, helpers);
  const check: Check = (inner, variable) =>
    condition(inner, variable, { part, depth: "depth" });
  const members = memberChecks(type, check, helpers, key);
  // What has no other members reads none.
  const parameter = members.length > 1 ? "value" : "_value";
  return print(
    constant(membersName(part), [`${parameter}: object`], "boolean", members),
  );
}

function keyOf(key: string, helpers: Helpers): string {
  return inheritedByAll(key)
    ? `${helpers.use("guards", "own")}(value, ${quote(key)})`
    : access(`(${fields(helpers)})`, key);
}
