/**
 * Prints types as layouts (documents of Prettier's printer). The resulting text
 * equals Prettier's output for the same type.
 */
import { literalUnion } from "../../model/build.js";
import type { Member, TypeNode } from "../../model/types.js";
import { unreachable } from "../../model/walk.js";
import { documented, isDocumented } from "../print/doc-comment.js";
import {
  align,
  beside,
  braced,
  group,
  hardline,
  ifBreak,
  indent,
  join,
  line,
  softline,
  type Layout,
} from "../print/layout.js";
import { literal, propertyKey } from "../print/syntax.js";

/**
 * Position of a type in the code. The position determines whether the type
 * needs parentheses and where a union breaks into lines:
 *
 * - `annotation`: after a colon or `extends`
 * - `assignment`: after the `=` of an alias, where a union breaks
 * - `argument`: between `<` and `>`
 * - `operand`: member of a union or an intersection
 * - `element`: before `[]`
 */
export type Position =
  "annotation" | "assignment" | "argument" | "operand" | "element";

/**
 * Returns the layout of a type at a position of the code, with parentheses if
 * they are needed.
 */
export function printType(
  type: TypeNode,
  position: Position = "annotation",
): Layout {
  if (type.kind === "union") return printUnion(type.types, position);
  const printed = printBare(type);
  // Types that need parentheses: `(A & B)[]`, `(A & B) | C` and `(typeof A)[]`
  const apart =
    (type.kind === "intersection" && isInside(position)) ||
    (type.kind === "constant" && position === "element");
  return apart ? ["(", printed, ")"] : printed;
}

/**
 * Returns whether a union or an intersection needs parentheses at a position of
 * the code.
 */
function isInside(position: Position): boolean {
  return position === "operand" || position === "element";
}

type NonUnion = Exclude<TypeNode, { kind: "union" }>;

function printBare(type: NonUnion): Layout {
  switch (type.kind) {
    case "primitive":
    case "reference":
      return type.name;
    case "literal":
      return literal(type.value);
    case "constant":
      return `typeof ${type.name}`;
    case "array":
      return beside(printType(type.element, "element"), "[]");
    case "object":
      return printObject(type.members);
    case "intersection":
      return printIntersection(type.types);
    case "record":
      return printApplied("Record", [type.key, type.value]);
    case "omit":
      return printApplied("Omit", [
        type.type,
        type.keys.length === 0
          ? { kind: "primitive", name: "never" }
          : literalUnion(type.keys),
      ]);
    case "partial":
      return printApplied("Partial", [type.type]);
    case "nonNullable":
      return printApplied("NonNullable", [type.type]);
    default:
      return unreachable(type);
  }
}

function printApplied(name: string, types: readonly TypeNode[]): Layout {
  const [only] = types;
  const hugged =
    only !== undefined && types.length === 1 && shouldHugArgument(only);
  const printed = types.map((type) => printType(type, "argument"));
  return typeApplication(name, printed, hugged);
}

/**
 * Returns true if the type, as the only type argument, starts on the line of
 * the `<` even if the type spans several lines.
 */
function shouldHugArgument(type: TypeNode): boolean {
  return type.kind === "union"
    ? shouldHug(type.types)
    : ["primitive", "literal", "object", "reference"].includes(type.kind);
}

/**
 * Returns true for a union, such as `Tool | null`, that stays on one line. All
 * other unions may be split into one line for each member.
 */
export function shouldHug(types: readonly TypeNode[]): boolean {
  const others = types.filter(
    (type) => type.kind !== "literal" || type.value !== null,
  );
  return (
    others.length === 1 &&
    others.every(({ kind }) => OBJECT_LIKE.includes(kind))
  );
}

/**
 * Kinds of types, including references, that Prettier treats like objects when
 * it prints a union.
 */
const OBJECT_LIKE = "object reference record omit partial nonNullable".split(
  " ",
);

/** Prints `A | B` on one line, or each type on a separate line after a `|`. */
function printUnion(types: readonly TypeNode[], position: Position): Layout {
  if (shouldHug(types)) {
    const inline = join(" | ", printOperands(types));
    return isInside(position) ? ["(", inline, ")"] : inline;
  }
  const bars = group(
    printOperands(types).map((operand, index) => {
      const aligned = typeof operand === "string" ? operand : align(2, operand);
      return index === 0
        ? [ifBreak("| "), aligned]
        : [line, beside("| ", aligned)];
    }),
  );
  if (isInside(position))
    return ["(", group([indent([softline, bars]), softline]), ")"];
  return position === "annotation" ? group(indent([softline, bars])) : bars;
}

function printOperands(types: readonly TypeNode[]): Layout[] {
  return types.map((type) => printType(type, "operand"));
}

/**
 * Prints `A & B`. An object type stays on the line of the previous type. If
 * only one of two adjacent types is an object type, the second of them and all
 * later types are indented. The first two types are an exception.
 */
function printIntersection(types: readonly TypeNode[]): Layout {
  const isObject = (index: number): boolean => types[index]?.kind === "object";
  let indented = false;
  return group(
    printOperands(types).map((operand, index) => {
      if (index === 0) return operand;
      const [before, own] = [isObject(index - 1), isObject(index)];
      if (!before && !own) return indent([" &", line, operand]);
      indented ||= before !== own && index > 1;
      return [" & ", indented ? indent(operand) : operand];
    }),
  );
}

/**
 * Returns `name<A, B>`, or only the name if there are no arguments. A single
 * argument starts directly after the `<` if `shouldHugArgument` returns true.
 */
export function typeApplication(
  name: string,
  given: readonly Layout[],
  hugged = false,
): Layout {
  if (given.length === 0) return name;
  if (hugged) return beside(name, "<", ...given, ">");
  const list = join([",", line], [...given]);
  return [name, group(["<", indent([softline, list]), softline, ">"])];
}

/** Prints a member with its doc comment above, without a semicolon. */
function printMember({ doc, ...member }: Member): Layout {
  const key =
    member.kind === "property"
      ? propertyKey(member.name) + (member.optional ? "?" : "")
      : [
          "[",
          group([indent([softline, `${member.parameter}: string`]), softline]),
          "]",
        ];
  const modifier = member.readonly ? "readonly " : "";
  const printed = beside(modifier, key, ": ", printType(member.type));
  return documented(
    doc,
    typeof printed === "string" ? printed : group(printed),
  );
}

/**
 * Returns the members of an interface, one on each line. A blank line precedes
 * each documented member except the first.
 */
export function memberLines(members: readonly Member[]): Layout[] {
  return members.map((member, index) => {
    const printed = beside(printMember(member), ";");
    return index > 0 && isDocumented(member.doc)
      ? [hardline, printed]
      : printed;
  });
}

/**
 * Prints `{ [key: string]: unknown }` on one line for a single member without a
 * comment. Otherwise each member is printed on a separate line.
 */
function printObject(members: readonly Member[]): Layout {
  const [only] = members;
  if (only === undefined) return "{}";
  if (members.length > 1 || isDocumented(only.doc))
    return braced(memberLines(members));
  const body = [line, printMember(only), ifBreak(";")];
  return group(["{", indent(body), line, "}"]);
}
