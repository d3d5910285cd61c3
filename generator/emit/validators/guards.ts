/** The guards' code: one function for each part, straight through. */
import {
  keyOf,
  type Normal,
  type NormalArray,
  type NormalObject,
} from "../../model/normal/normal.js";
import { print, type Layout } from "../print/layout.js";
import type { Key } from "../assemble/shared-text.js";
import { literal } from "../print/syntax.js";
import { conditionWriter, type Site } from "./conditions.js";
import { block, compare, constant, FALSE, returned } from "./expressions.js";
import type { Helpers } from "./helpers.js";
import {
  memberChecks,
  refuseItem,
  refuseNonObject,
  type Check,
} from "./members.js";
import { isImpossible, needsPart } from "./part-names.js";
import { membersName, type GuardFunction, type Parts } from "./parts.js";
import { memberText, otherMembersText, unionGuard } from "./tagged.js";

/** A function that is written once it is known to be called. */
export interface Guard {
  readonly name: string;
  readonly write: () => string;
}

/** The function of one part; two where a union knows its tag. */
export function guardsOf(
  part: GuardFunction,
  parts: Parts,
  helpers: Helpers,
): Guard[] {
  const { name, tag, type } = part;
  const guard = (name: string, write: (helpers: Helpers) => string): Guard => ({
    name,
    write: () => helpers.recalled(() => guardKey(name, part, parts), write),
  });
  if (!tag || type.kind !== "object")
    return [guard(name, (own) => guardText(part, parts, own))];
  return [
    guard(name, (own) => memberText(part, tag, own)),
    guard(membersName(part), (own) =>
      otherMembersText(part, type, tag, parts, own),
    ),
  ];
}

/** All that the text of a part's function comes from. */
function guardKey(name: string, part: GuardFunction, parts: Parts): Key {
  return [
    "guard",
    name,
    keyOf(part.type),
    ...[part, ...parts.calledBy(part)].flatMap((one) => [
      one.name,
      one.recursive,
      parts.sameCycle(part, one),
      one.tag?.key,
      one.tag?.value,
    ]),
  ];
}

function guardText(
  part: GuardFunction,
  parts: Parts,
  helpers: Helpers,
): string {
  // What refuses everything looks at nothing.
  const unused = isImpossible(part.type) ? "_" : "";
  const parameters = [`${unused}value: unknown`];
  if (part.recursive) parameters.push(`${unused}depth: number`);
  const body = statements(part, parts, helpers);
  return print(constant(part.name, parameters, "boolean", body));
}

function statements(
  part: GuardFunction,
  parts: Parts,
  helpers: Helpers,
): Layout[] {
  const { type } = part;
  const condition = conditionWriter(parts, helpers);
  const within = (site: Site["depth"]) => (inner: Normal, variable: string) =>
    condition(inner, variable, { part, depth: site });
  const level = within("depth");
  const deeper = within("depth + 1");
  if (isImpossible(type)) return [returned(FALSE)];
  switch (type.kind) {
    case "object":
      return [...tooDeep(part, helpers), ...objectGuard(type, deeper, helpers)];
    case "array":
      return needsPart(type)
        ? [...tooDeep(part, helpers), ...arrayGuard(type, deeper)]
        : [returned(level(type, "value"))];
    case "tagged":
      return unionGuard(type, level, parts, helpers);
    default: {
      const whole = level(type, "value");
      const present =
        type.kind === "any" ? compare("value", "!==", "undefined") : whole;
      return [returned(present)];
    }
  }
}

/** Only guards of recursive types count how deep they are. */
function tooDeep({ recursive }: GuardFunction, helpers: Helpers): Layout[] {
  if (!recursive) return [];
  return [`if (depth > ${helpers.use("guards", "MAX_DEPTH")}) return false;`];
}

function objectGuard(
  type: NormalObject,
  check: Check,
  helpers: Helpers,
): Layout[] {
  return [refuseNonObject("value"), ...memberChecks(type, check, helpers)];
}

function arrayGuard(
  { element, minItems, maxItems }: NormalArray,
  check: Check,
): Layout[] {
  if (element.kind === "never")
    return [
      refuseNonArray(),
      ...lengthGuard(minItems, undefined),
      returned(compare("value.length", "===", "0")),
    ];
  return [
    refuseNonArray(),
    ...lengthGuard(minItems, maxItems),
    itemLoop(element, check),
    "return true;",
  ];
}

function itemLoop(element: Normal, check: Check): Layout {
  return [
    "for (let i = 0; i < value.length; i++) ",
    block(["const item: unknown = value[i];", refuseItem(element, check)]),
  ];
}

function lengthGuard(min?: number, max?: number): Layout[] {
  const refuse = (operator: string, limit: number) =>
    `if (value.length ${operator} ${literal(limit)}) return false;`;
  return [
    ...(min === undefined ? [] : [refuse("<", min)]),
    ...(max === undefined ? [] : [refuse(">", max)]),
  ];
}

function refuseNonArray(): Layout {
  return "if (!Array.isArray(value)) return false;";
}
