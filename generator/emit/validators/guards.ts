/** Code of the guards: straight-line functions without calls of the shapes. */
import { call } from "../print/layout.js";
import { quote } from "../print/syntax.js";
import { checkWriter } from "./conditions.js";
import {
  and,
  compare,
  constant,
  returned,
  statementsOf,
  term,
  type Body,
} from "./expressions.js";
import { itemsLoop, memberChecks, readOf, refuseNonObject } from "./members.js";
import { needsPart } from "./part-names.js";
import { membersName, type GuardFunction, type Parts } from "./parts.js";
import { piece, type Piece, type Use } from "../print/pieces.js";
import { unionGuard } from "./tagged.js";

/**
 * Returns the function of a guard. A discriminated object type has two: one for
 * any value, and one for objects whose discriminant is already checked.
 */
export function guardsOf(part: GuardFunction, parts: Parts): Piece[] {
  const { name, tag, type } = part;
  if (!tag || type.kind !== "object")
    return [guard(part, name, "unknown", (use) => bodyOf(part, parts, use))];
  const members = membersName(part);
  return [
    guard(part, name, "unknown", (use) => [
      refuseNonObject("it"),
      returned(
        and(
          compare(readOf(tag.key, use), "===", quote(tag.value)),
          term(call(use(members), "it")),
        ),
      ),
    ]),
    // Checks the members except the discriminant, of a value that is known to
    // be an object.
    guard(part, members, "object", (use) => {
      const check = checkWriter(parts, use, { part, depth: "depth" });
      return memberChecks(type, check, use, tag.key);
    }),
  ];
}

function guard(
  { cycle }: GuardFunction,
  name: string,
  takes: "unknown" | "object",
  write: (use: Use) => Body,
): Piece {
  return piece(name, (use) => {
    const body = write(use);
    // A guard that always returns the same value does not use its parameter.
    const unused = "kind" in body && /true|false/.test(body.kind) ? "_" : "";
    const parameters = [`${unused}it: ${takes}`];
    if (cycle !== null) parameters.push("depth: number");
    return constant(name, parameters, "boolean", body);
  });
}

function bodyOf(part: GuardFunction, parts: Parts, use: Use): Body {
  const { type } = part;
  const level = checkWriter(parts, use, { part, depth: "depth" });
  const deeper = checkWriter(parts, use, { part, depth: "depth + 1" });
  // Only guards of recursive types count their depth.
  const tooDeep = () =>
    part.cycle !== null
      ? [`if (depth > ${use("MAX_DEPTH")}) return false;`]
      : [];
  if (type.kind === "object")
    return [
      ...tooDeep(),
      refuseNonObject("it"),
      ...statementsOf(memberChecks(type, deeper, use)),
    ];
  if (type.kind === "array" && needsPart(type)) {
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
      itemsLoop(element, deeper),
      "return true;",
    ];
  }
  if (type.kind === "tagged") return unionGuard(type, level, parts, use);
  if (type.kind === "any") return compare("it", "!==", "undefined");
  return level(type, "it");
}
