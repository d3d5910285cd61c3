import type { Member } from "../../model/types.js";
import { construct, excerpt, unsupported } from "./constructs.js";
import type { DocReader } from "./docs.js";
import { startOf } from "../reporter.js";
import { readType } from "./types.js";
import type { TypeContext } from "./types.js";
import { ts } from "./typescript.js";

/** Reads the members of an interface or an object type, in source order. */
export function createMemberReader(docs: DocReader): TypeContext["members"] {
  return (nodes, context) =>
    nodes.flatMap((node) => readMember(node, context, docs) ?? []);
}

function readMember(
  node: ts.TypeElement,
  context: TypeContext,
  docs: DocReader,
): Member | null {
  if (ts.isIndexSignatureDeclaration(node))
    return readIndex(node, context, docs);
  const name = node.name && propertyName(node.name);
  if (!ts.isPropertySignature(node) || name === undefined || !node.type) {
    const what = !ts.isPropertySignature(node)
      ? construct(node)
      : name === undefined
        ? "member with a computed name"
        : "member without a type";
    unsupported("MCP112", node, context, what);
    return null;
  }
  return {
    kind: "property",
    name,
    optional: node.questionToken !== undefined,
    readonly: isReadonly(node),
    doc: docs.read(node),
    type: readType(node.type, context),
    position: context.reporter.position(startOf(node, context.source)),
  };
}

function readIndex(
  node: ts.IndexSignatureDeclaration,
  context: TypeContext,
  docs: DocReader,
): Member | null {
  const { source, reporter } = context;
  const at = startOf(node, source);
  const { name, type: key } = node.parameters[0] ?? {};
  // The parser lets the type be missing, though TypeScript's types deny it.
  const { type }: { readonly type?: ts.TypeNode } = node;
  if (
    !name ||
    !ts.isIdentifier(name) ||
    key?.kind !== ts.SyntaxKind.StringKeyword ||
    !type
  ) {
    reporter.error(
      "MCP114",
      at,
      `Unsupported index signature: ${excerpt(node, source)}`,
    );
    return null;
  }
  return {
    kind: "index",
    parameter: name.text,
    readonly: isReadonly(node),
    doc: docs.read(node),
    type: readType(type, context),
    position: reporter.position(at),
  };
}

/** Name of a property, quoted or not; undefined when it is computed. */
function propertyName(name: ts.PropertyName): string | undefined {
  if (ts.isIdentifier(name) || ts.isStringLiteralLike(name)) return name.text;
  return ts.isNumericLiteral(name) ? String(Number(name.text)) : undefined;
}

function isReadonly(
  node: ts.PropertySignature | ts.IndexSignatureDeclaration,
): boolean {
  return (
    node.modifiers?.some((m) => m.kind === ts.SyntaxKind.ReadonlyKeyword) ??
    false
  );
}
