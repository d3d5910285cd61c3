import type { TypeNode } from "../model/types.js";
import { startOf } from "./reporter.js";
import type { Reporter } from "./reporter.js";
import { ts } from "./typescript.js";

/** Names of the constructs that people are most likely to try. */
const CONSTRUCTS = new Map<ts.SyntaxKind, string>([
  [ts.SyntaxKind.ConditionalType, "conditional type"],
  [ts.SyntaxKind.MappedType, "mapped type"],
  [ts.SyntaxKind.FunctionType, "function type"],
  [ts.SyntaxKind.ConstructorType, "constructor type"],
  [ts.SyntaxKind.InferType, "`infer`"],
  [ts.SyntaxKind.ImportType, "import type"],
  [ts.SyntaxKind.ThisType, "`this` type"],
  [ts.SyntaxKind.TypePredicate, "type predicate"],
  [ts.SyntaxKind.TypeQuery, "`typeof` of more than a constant's name"],
  [ts.SyntaxKind.TypeReference, "qualified name"],
  [ts.SyntaxKind.ExpressionWithTypeArguments, "expression in `extends`"],
  [ts.SyntaxKind.VoidKeyword, "`void`"],
  [ts.SyntaxKind.SymbolKeyword, "`symbol`"],
  [ts.SyntaxKind.BigIntKeyword, "`bigint`"],
  [ts.SyntaxKind.LiteralType, "literal that JSON cannot hold"],
  [ts.SyntaxKind.TypeOperator, "type operator"],
  [ts.SyntaxKind.TupleType, "order of tuple elements"],
]);

/** Stands where a type could not be read; the finding stops the run. */
export const UNREADABLE: TypeNode = { kind: "primitive", name: "never" };

/** Reports a type that the model does not know. */
export function unsupported(
  node: ts.Node,
  { source, reporter }: { source: ts.SourceFile; reporter: Reporter },
): TypeNode {
  const construct =
    CONSTRUCTS.get(node.kind) ?? `type ${ts.SyntaxKind[node.kind]}`;
  reporter.error(
    "MCP111",
    startOf(node, source),
    `Unsupported ${construct}: ${excerpt(node, source)}`,
  );
  return UNREADABLE;
}

/** The source of a node on one line, shortened. */
export function excerpt(node: ts.Node, source: ts.SourceFile): string {
  const text = source.text
    .slice(startOf(node, source), node.end)
    .replace(/\s+/g, " ");
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
