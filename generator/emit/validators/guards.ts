/** The guards' code: one function for each part, straight through. */
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

/** The function of one part; two where a union knows its tag. */
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
    // What is beside the tag, of a value that is known to be an object.
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
    // What answers all alike looks at nothing.
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
  // Only guards of recursive types count how deep they are.
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
