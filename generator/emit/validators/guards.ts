/** The guards' code: one function for each part, straight through. */
import { braced, hardline, type Layout } from "../print/layout.js";
import { quote } from "../print/syntax.js";
import { checkWriter } from "./conditions.js";
import { and, call, compare, constant, returned, term } from "./expressions.js";
import { memberChecks, refuseItem, refuseNonObject } from "./members.js";
import { needsPart } from "./part-names.js";
import { membersName, type GuardFunction, type Parts } from "./parts.js";
import { piece, type Piece, type Use } from "./pieces.js";
import { readTag, unionGuard } from "./tagged.js";

/** The function of one part; two where a union knows its tag. */
export function guardsOf(part: GuardFunction, parts: Parts): Piece[] {
  const { name, tag, type } = part;
  if (!tag || type.kind !== "object")
    return [
      guard(part, name, "unknown", (use) => statements(part, parts, use)),
    ];
  const members = membersName(part);
  return [
    guard(part, name, "unknown", (use) => [
      refuseNonObject("value"),
      returned(
        and(
          compare(readTag(tag.key, use), "===", quote(tag.value)),
          term(call(use(members), "value")),
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
  { title, cycle }: GuardFunction,
  name: string,
  takes: "unknown" | "object",
  write: (use: Use) => Layout[],
): Piece {
  return piece(name, (use) => {
    const body = write(use);
    // What answers all alike looks at nothing.
    const unused = /^return (true|false);$/.test(String(body)) ? "_" : "";
    const parameters = [`${unused}value: ${takes}`];
    if (cycle !== null) parameters.push("depth: number");
    const made = constant(name, parameters, "boolean", body);
    return title === null ? made : [`// ${title}`, hardline, made];
  });
}

function statements(part: GuardFunction, parts: Parts, use: Use): Layout[] {
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
      refuseNonObject("value"),
      ...memberChecks(type, deeper, use),
    ];
  if (type.kind === "array" && needsPart(type)) {
    const { element, minItems, maxItems } = type;
    const refuse = (operator: string, limit: number | undefined) =>
      limit === undefined
        ? []
        : [`if (value.length ${operator} ${limit}) return false;`];
    const item = "const item: unknown = value[i];";
    const each = [item, refuseItem(element, deeper)];
    return [
      ...tooDeep(),
      "if (!Array.isArray(value)) return false;",
      ...refuse("<", minItems),
      ...refuse(">", maxItems),
      ["for (let i = 0; i < value.length; i++) ", braced(each)],
      "return true;",
    ];
  }
  if (type.kind === "tagged") return unionGuard(type, level, parts, use);
  if (type.kind === "any") return ["return value !== undefined;"];
  return [returned(level(type, "value"))];
}
