/** Creates the code of the guard functions for discriminated unions. */
import { call } from "../print/layout.js";
import type { Normal, NormalTagged } from "../../model/normal/normal.js";
import type { Layout } from "../print/layout.js";
import type { WriteCondition } from "./conditions.js";
import { returned, term, type Condition } from "./expressions.js";
import { readMember, rejectNonObject } from "./members.js";
import {
  getMembersGuardName,
  type GuardFunctions,
  type Tag,
} from "./guard-functions.js";
import type { Use } from "../print/pieces.js";
import {
  createLengthSwitch,
  LENGTH_SWITCH_FROM,
  createSwitch,
} from "./switches.js";

/**
 * Returns a `switch` over the discriminant of a union. Each case checks only
 * the union member with that value of the discriminant.
 */
export function createUnionGuard(
  { key, branches, absent }: NormalTagged,
  check: WriteCondition,
  parts: GuardFunctions,
  use: Use,
): Layout[] {
  const tag = readMember(key, use);
  const answers = branches.map(({ value, type }) => ({
    value,
    answer: returned(checkBranch(type, { key, value }, check, parts, use)),
  }));
  if (branches.length > LENGTH_SWITCH_FROM && !absent)
    return [
      rejectNonObject("it"),
      `const tag = ${tag};`,
      'if (typeof tag !== "string") return false;',
      ...createLengthSwitch("tag", answers, "return false;"),
    ];
  const none = absent ? returned(check(absent, "it")) : undefined;
  return [
    rejectNonObject("it"),
    ...createSwitch(tag, answers, "return false;", none),
  ];
}

/**
 * Returns the condition that checks one member of a union. The code before the
 * condition has already checked the discriminant, so the value is an object.
 */
export function checkBranch(
  type: Normal,
  tag: Tag,
  check: WriteCondition,
  parts: GuardFunctions,
  use: Use,
): Condition {
  const part = type.kind === "ref" ? parts.find(type) : null;
  return part?.tag?.key === tag.key && part.tag.value === tag.value
    ? term(call(use(getMembersGuardName(part)), "it"))
    : check(type, "it");
}
