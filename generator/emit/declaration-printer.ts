/** Declarations as layouts, in the shapes that Prettier gives them. */
import type {
  AliasDeclaration,
  ConstantDeclaration,
  Declaration,
  InterfaceDeclaration,
  TypeNode,
  TypeParameter,
} from "../model/types.js";
import { unreachable } from "../model/walk.js";
import { documented } from "./doc-comment.js";
import {
  braced,
  group,
  ifBreak,
  indent,
  indentIfBreak,
  join,
  line,
  lineSuffixBoundary,
  print,
  softline,
  type Layout,
} from "./layout.js";
import { makeAnew, type Recall } from "./recall.js";
import { literal } from "./syntax.js";
import { printMembers, printType } from "./type-printer.js";
import { hugs } from "./type-shapes.js";

/** The text of a declaration with its doc comment, without a line end. */
export function declarationText(
  declaration: Declaration,
  recall: Recall = makeAnew,
): string {
  return recall(
    () => ["declaration", declaration.name, declaration],
    () => {
      const head = declaration.exported ? "export " : "";
      const layout: Layout = [head, printDeclaration(declaration)];
      return print(documented(declaration.doc, layout));
    },
  );
}

function printDeclaration(declaration: Declaration): Layout {
  switch (declaration.kind) {
    case "interface":
      return printInterface(declaration);
    case "alias":
      return [printAlias(declaration), ";"];
    case "constant":
      return [printConstant(declaration), ";"];
    default:
      return unreachable(declaration);
  }
}

function printInterface(declaration: InterfaceDeclaration): Layout {
  const { name, typeParameters, members } = declaration;
  const title = ["interface ", name, printTypeParameters(typeParameters)];
  const body = members.length === 0 ? "{}" : braced(printMembers(members));
  return [printHeritage(title, declaration.extends), " ", body];
}

/** One base stays on the line of the name; several may go below it. */
function printHeritage(title: Layout, bases: readonly TypeNode[]): Layout {
  const printed = bases.map((base) => printType(base));
  if (printed.length === 0) return title;
  if (printed.length === 1) return [title, " extends ", printed];
  const list = join([",", line], printed);
  const below = group(indent([line, list]));
  return group([title, indent([line, "extends", below])]);
}

function printAlias({ name, typeParameters, type }: AliasDeclaration): Layout {
  const left = ["type ", name, printTypeParameters(typeParameters)];
  if (type.kind === "union" && !hugs(type.types)) {
    return breakAfterOperator(left, printType(type, "assignment"));
  }
  const right = printType(type);
  const complex =
    typeParameters.length > 1 &&
    typeParameters.some((p) => p.constraint !== null || p.default !== null);
  return complex ? group([left, " = ", group(right)]) : fluid(left, right);
}

function printConstant({ name, value }: ConstantDeclaration): Layout {
  const left = ["const ", name];
  if (typeof value === "string") {
    return breakAfterOperator(left, literal(value));
  }
  return group([left, " = ", literal(value)]);
}

function breakAfterOperator(left: Layout, right: Layout): Layout {
  return group([group(left), " =", group(indent([line, right]))]);
}

/** The right side breaks first, then the line after the `=`. */
function fluid(left: Layout, right: Layout): Layout {
  const id = Symbol("assignment");
  return group([group(left), " =", breakable(right, id)]);
}

function breakable(layout: Layout, groupId: symbol): Layout {
  return [
    group(indent(line), { id: groupId }),
    lineSuffixBoundary,
    indentIfBreak(layout, { groupId }),
  ];
}

function printTypeParameters(parameters: readonly TypeParameter[]): Layout {
  if (parameters.length === 0) return "";
  const list = join([",", line], parameters.map(printTypeParameter));
  return group(["<", indent([softline, list]), ifBreak(","), softline, ">"]);
}

function printTypeParameter(parameter: TypeParameter): Layout {
  const parts: Layout[] = [parameter.name];
  if (parameter.constraint) {
    const constraint = printType(parameter.constraint);
    parts.push(" extends", breakable(constraint, Symbol("constraint")));
  }
  if (parameter.default) {
    const fallback = printType(parameter.default);
    parts.push(" =", breakable(fallback, Symbol("default")));
  }
  return group(parts);
}
