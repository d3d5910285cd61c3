/**
 * Creates the code of the guard functions. A guard function checks the value
 * directly, which is faster than interpreting a runtime schema.
 */
import { call } from "../print/layout.js";
import { quote } from "../print/syntax.js";
import { createConditionWriter } from "./conditions.js";
import {
  and,
  compare,
  constant,
  returned,
  toStatements,
  term,
  type Body,
} from "./expressions.js";
import {
  createItemsLoop,
  createMemberChecks,
  readMember,
  rejectNonObject,
} from "./members.js";
import { needsGuardFunction } from "./guard-names.js";
import {
  getMembersGuardName,
  type GuardFunction,
  type GuardFunctions,
} from "./guard-functions.js";
import { createPiece, type Piece, type Use } from "../print/pieces.js";
import { createUnionGuard } from "./tagged.js";

/**
 * Returns the code of one guard. For an object type with a discriminant, the
 * code has two functions: one for any value, and one for objects whose
 * discriminant was already checked.
 */
export function createGuards(
  part: GuardFunction,
  parts: GuardFunctions,
): Piece[] {
  const { name, tag, type } = part;
  if (!tag || type.kind !== "object")
    return [
      createGuard(part, name, "unknown", (use) => createBody(part, parts, use)),
    ];
  const members = getMembersGuardName(part);
  return [
    createGuard(part, name, "unknown", (use) => [
      rejectNonObject("it"),
      returned(
        and(
          compare(readMember(tag.key, use), "===", quote(tag.value)),
          term(call(use(members), "it")),
        ),
      ),
    ]),
    // This function checks all members except the discriminant of the union. The
    // caller has already checked that the argument is an object.
    createGuard(part, members, "object", (use) => {
      const check = createConditionWriter(parts, use, { part, depth: "depth" });
      return createMemberChecks(type, check, use, tag.key);
    }),
  ];
}

function createGuard(
  { cycle }: GuardFunction,
  name: string,
  takes: "unknown" | "object",
  write: (use: Use) => Body,
): Piece {
  return createPiece(name, (use) => {
    const body = write(use);
    // A guard that always returns the same value does not use its parameter.
    // The name of an unused parameter starts with `_`.
    const unused = "kind" in body && /true|false/.test(body.kind) ? "_" : "";
    const parameters = [`${unused}it: ${takes}`];
    if (cycle !== null) parameters.push("depth: number");
    return constant(name, parameters, "boolean", body);
  });
}

function createBody(
  part: GuardFunction,
  parts: GuardFunctions,
  use: Use,
): Body {
  const { type } = part;
  const level = createConditionWriter(parts, use, { part, depth: "depth" });
  const deeper = createConditionWriter(parts, use, {
    part,
    depth: "depth + 1",
  });
  // Only guard functions of recursive types count the nesting depth.
  const tooDeep = () =>
    part.cycle !== null
      ? [`if (depth > ${use("MAX_DEPTH")}) return false;`]
      : [];
  if (type.kind === "object")
    return [
      ...tooDeep(),
      rejectNonObject("it"),
      ...toStatements(createMemberChecks(type, deeper, use)),
    ];
  if (type.kind === "array" && needsGuardFunction(type)) {
    const { element, minItems, maxItems } = type;
    const refuse = (operator: string, limit: number | undefined) =>
      limit === undefined
        ? []
        : [`if (it.length ${operator} ${limit}) return false;`];
    return [
      ...tooDeep(),
      "if (!Array.isArray(it)) return false;",
      ...refuse("<", minItems),
      ...refuse(">", maxItems),
      createItemsLoop(element, deeper),
      "return true;",
    ];
  }
  if (type.kind === "tagged") return createUnionGuard(type, level, parts, use);
  if (type.kind === "any") return compare("it", "!==", "undefined");
  return level(type, "it");
}
