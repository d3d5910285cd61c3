/** Prints declarations of the schema in Prettier's style. */
import { NO_DOC, NOWHERE } from "../../model/build.js";
import type {
  AliasDeclaration,
  Declaration,
  InterfaceDeclaration,
  TypeNode,
} from "../../model/types.js";
import { unreachable } from "../../model/walk.js";
import { documented } from "../print/doc-comment.js";
import {
  assigned,
  braced,
  group,
  indent,
  join,
  line,
  print,
  type Layout,
} from "../print/layout.js";
import { literal } from "../print/syntax.js";
import { shouldHug, memberLines, printType } from "./type-printer.js";

/**
 * Returns the text of a declaration with its doc comment, without a final
 * newline.
 */
export function formatDeclaration(declaration: Declaration): string {
  const head = declaration.exported ? "export " : "";
  const layout: Layout = [head, printDeclaration(declaration)];
  return print(documented(declaration.doc, layout));
}

/** Returns `export type name = type;`. */
export function formatAlias(name: string, type: TypeNode): string {
  return formatDeclaration({
    kind: "alias",
    name,
    exported: true,
    doc: NO_DOC,
    position: NOWHERE,
    type,
  });
}

function printDeclaration(declaration: Declaration): Layout {
  switch (declaration.kind) {
    case "interface":
      return printInterface(declaration);
    case "alias":
      return [printAlias(declaration), ";"];
    case "constant":
      return [
        breakAfterOperator(
          `const ${declaration.name}`,
          literal(declaration.value),
        ),
        ";",
      ];
    default:
      return unreachable(declaration);
  }
}

/**
 * Prints an interface. A single base interface stays on the first line. Several
 * base interfaces are printed on a new line if they do not fit.
 */
function printInterface(declaration: InterfaceDeclaration): Layout {
  const { name, members, extends: bases } = declaration;
  const title = `interface ${name}`;
  const body = members.length === 0 ? "{}" : braced(memberLines(members));
  const printed = bases.map((base) => printType(base));
  if (printed.length === 0) return [title, " ", body];
  if (printed.length === 1) return [title, " extends ", printed, " ", body];
  const below = group(indent([line, join([",", line], printed)]));
  return [group([title, indent([line, "extends", below])]), " ", body];
}

function printAlias({ name, type }: AliasDeclaration): Layout {
  return type.kind === "union" && !shouldHug(type.types)
    ? breakAfterOperator(`type ${name}`, printType(type, "assignment"))
    : assigned(`type ${name}`, printType(type));
}

function breakAfterOperator(left: Layout, right: Layout): Layout {
  return group([group(left), " =", group(indent([line, right]))]);
}
