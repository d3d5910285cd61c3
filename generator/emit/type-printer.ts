/**
 * Types as layouts, in the shapes that Prettier gives them: what is printed
 * from these is what Prettier would make of it.
 */
import type {
  IndexMember,
  Member,
  PropertyMember,
  TupleElement,
  TypeNode,
} from "../model/types.js";
import { unreachable } from "../model/walk.js";
import { documented } from "./doc-comment.js";
import {
  align,
  beside,
  group,
  hardline,
  ifBreak,
  indent,
  join,
  line,
  print,
  softline,
  type Layout,
} from "./layout.js";
import { needsParentheses, type Position } from "./parentheses.js";
import { literal, propertyKey, templateText } from "./syntax.js";
import { asReference, hugs, isHugged } from "./type-shapes.js";

/** `type` as it reads at `position`, in parentheses where it needs them. */
export function printType(
  type: TypeNode,
  position: Position = "annotation",
): Layout {
  if (type.kind === "union") return printUnion(type.types, position);
  const printed = printBare(type);
  return needsParentheses(type, position) ? ["(", printed, ")"] : printed;
}

/** Members of an interface, one a line, each with its semicolon. */
export function printMembers(members: readonly Member[]): Layout[] {
  return members.map((member, index) => {
    const printed = beside(printMember(member), ";");
    return index > 0 && hasDoc(member) ? [hardline, printed] : printed;
  });
}

type NonUnion = Exclude<TypeNode, { kind: "union" }>;

function printBare(type: NonUnion): Layout {
  const reference = asReference(type);
  if (reference) {
    return beside(reference.name, printArguments(reference.arguments));
  }
  switch (type.kind) {
    case "primitive":
      return type.name;
    case "literal":
      return literal(type.value);
    case "constant":
      return `typeof ${type.name}`;
    case "array":
      return beside(
        readonly(type.readonly),
        printType(type.element, "element"),
        "[]",
      );
    case "tuple":
      return [readonly(type.readonly), printTuple(type.elements)];
    case "object":
      return printObject(type.members);
    case "intersection":
      return printIntersection(type.types);
    case "indexed":
      return [
        printType(type.object, "object"),
        "[",
        printType(type.index),
        "]",
      ];
    case "keyof":
      return ["keyof ", printType(type.type, "operator")];
    case "template":
      return printTemplate(type);
    case "reference":
    case "record":
    case "omit":
    case "pick":
    case "partial":
    case "required":
    case "readonly":
    case "nonNullable":
    case "exclude":
    case "extract":
      throw new Error(`${type.kind} is printed as a reference`);
    default:
      return unreachable(type);
  }
}

function readonly(flag: boolean): string {
  return flag ? "readonly " : "";
}

/** `A | B` on one line, or one a line behind bars. */
function printUnion(types: readonly TypeNode[], position: Position): Layout {
  const parentheses = needsParentheses({ kind: "union", types }, position);
  if (hugs(types)) {
    const inline = join(" | ", printOperands(types));
    return parentheses ? ["(", inline, ")"] : inline;
  }
  const bars = group(
    printOperands(types).map((operand, index) => {
      const aligned = typeof operand === "string" ? operand : align(2, operand);
      return index === 0
        ? [ifBreak("| "), aligned]
        : [line, beside("| ", aligned)];
    }),
  );
  if (parentheses) {
    return ["(", group([indent([softline, bars]), softline]), ")"];
  }
  switch (position) {
    case "assignment":
    case "argument":
    case "tuple":
      return bars;
    case "tuples":
      return group([
        indent([ifBreak(["(", softline]), bars]),
        softline,
        ifBreak(")"),
      ]);
    default:
      return group(indent([softline, bars]));
  }
}

function printOperands(types: readonly TypeNode[]): Layout[] {
  return types.map((type) => printType(type, "operand"));
}

/** `A & B`; an object type stays on the line of its neighbour. */
function printIntersection(types: readonly TypeNode[]): Layout {
  const operands = printOperands(types);
  let indented = false;
  return group(
    operands.map((operand, index) => {
      if (index === 0) return operand;
      const object = types[index]?.kind === "object";
      const afterObject = types[index - 1]?.kind === "object";
      if (object && afterObject) {
        return [" & ", indented ? indent(operand) : operand];
      }
      if (!object && !afterObject) return indent([" &", line, operand]);
      if (index > 1) indented = true;
      return [" & ", index > 1 ? indent(operand) : operand];
    }),
  );
}

/** `<A, B>`, or nothing when there is none. */
function printArguments(types: readonly TypeNode[]): Layout {
  const [only] = types;
  if (only === undefined) return "";
  const printed = types.map((type) => printType(type, "argument"));
  if (types.length === 1 && isHugged(only)) return beside("<", ...printed, ">");
  const list = join([",", line], printed);
  return group(["<", indent([softline, list]), softline, ">"]);
}

function printTuple(elements: readonly TupleElement[]): Layout {
  if (elements.length === 0) return "[]";
  const position = elements.length === 1 ? "tuple" : "tuples";
  const printed = elements.map((e) => group(printElement(e, position)));
  const list = join([",", line], printed);
  return group(["[", indent([softline, list, ifBreak(",")]), softline, "]"]);
}

function printElement(element: TupleElement, position: Position): Layout {
  const { name, optional, rest, type } = element;
  if (name !== null) {
    const marks = [rest ? "..." : "", name, optional ? "?" : "", ": "];
    return [marks, printType(type)];
  }
  if (rest) return ["...", printType(type, "operator")];
  return optional
    ? [printType(type, "operator"), "?"]
    : printType(type, position);
}

/**
 * `{ [key: string]: unknown }` on one line when it is one member without a
 * comment, else one member a line.
 */
function printObject(members: readonly Member[]): Layout {
  if (members.length === 0) return "{}";
  const shouldBreak = members.length > 1 || members.some(hasDoc);
  const body = members.map((member, index) => [
    index === 0 ? "" : line,
    index > 0 && hasDoc(member) ? hardline : "",
    printMember(member),
    index === members.length - 1 ? ifBreak(";") : ";",
  ]);
  return group(["{", indent([line, body]), line, "}"], { shouldBreak });
}

/** A member below its comment, without a semicolon. */
function printMember(member: Member): Layout {
  const printed =
    member.kind === "property" ? printProperty(member) : printIndex(member);
  const whole = typeof printed === "string" ? printed : group(printed);
  return documented(member.doc, whole);
}

function printProperty(member: PropertyMember): Layout {
  const mark = member.optional ? "?: " : ": ";
  const key = readonly(member.readonly) + propertyKey(member.name) + mark;
  return beside(key, printType(member.type));
}

function printIndex(member: IndexMember): Layout {
  const parameter = [member.parameter, ": ", printType(member.key)];
  return [
    readonly(member.readonly),
    ["[", group([indent([softline, parameter]), softline]), "]: "],
    printType(member.type),
  ];
}

function hasDoc(member: Member): boolean {
  const { text, tags, deprecated, since } = member.doc;
  return (
    text !== "" || tags.length > 0 || deprecated !== null || since !== null
  );
}

/** Holes never break, as long as what is in them can stand on one line. */
function printTemplate(type: Extract<TypeNode, { kind: "template" }>): Layout {
  const spans = type.spans.map((span) => [
    "${",
    print(printType(span.type), Infinity),
    "}",
    templateText(span.text),
  ]);
  return ["`", templateText(type.head), spans, "`"];
}
