import type { IndexMember, Member, PropertyMember } from "../model/types.js";
import { excerpt } from "./constructs.js";
import type { DocReader } from "./docs.js";
import { startOf } from "./reporter.js";
import { readType } from "./types.js";
import type { TypeContext } from "./types.js";
import { ts } from "./typescript.js";

/** Reads the members of an interface or an object type, in source order. */
export function createMemberReader(docs: DocReader): TypeContext["members"] {
  return (nodes, context) => {
    const members: Member[] = [];
    const byName = new Map<string, PropertyMember>();
    let index: IndexMember[] = [];
    for (const node of nodes) {
      const member = readMember(node, context, docs);
      if (!member) continue;
      if (member.kind === "property") {
        const first = byName.get(member.name);
        if (first) reportTwice(first, member, context);
        byName.set(member.name, member);
      } else {
        const [same] = index;
        if (same) reportTwice(same, member, context);
        index = [...index, member];
      }
      members.push(member);
    }
    return members;
  };
}

function reportTwice(
  first: Member,
  second: Member,
  { reporter }: TypeContext,
): void {
  const name =
    second.kind === "property" ? `\`${second.name}\`` : "The index signature";
  reporter.error(
    "MCP125",
    second.position,
    `${name} is declared twice, first at ${reporter.place(first.position)}`,
  );
}

function readMember(
  node: ts.TypeElement,
  context: TypeContext,
  docs: DocReader,
): Member | null {
  const { source, reporter } = context;
  const at = startOf(node, source);
  if (ts.isIndexSignatureDeclaration(node)) {
    const doc = docs.read(node);
    return readIndex(node, at, context, doc);
  }
  if (!ts.isPropertySignature(node)) {
    reporter.error(
      "MCP112",
      at,
      `Unsupported ${memberKind(node)}: ${excerpt(node, source)}`,
    );
    return null;
  }
  const name = propertyName(node.name);
  const valued = "initializer" in node && node.initializer !== undefined;
  if (name === undefined || !node.type || valued) {
    const what =
      name === undefined
        ? "member with a computed name"
        : node.type
          ? "member with a value"
          : "member without a type";
    reporter.error(
      "MCP112",
      at,
      `Unsupported ${what}: ${excerpt(node, source)}`,
    );
    return null;
  }
  const doc = docs.read(node);
  return {
    kind: "property",
    name,
    optional: node.questionToken !== undefined,
    readonly: isReadonly(node),
    type: readType(node.type, context),
    doc,
    position: reporter.position(at),
  };
}

function readIndex(
  node: ts.IndexSignatureDeclaration,
  at: number,
  context: TypeContext,
  doc: IndexMember["doc"],
): IndexMember | null {
  const { source, reporter } = context;
  const [parameter] = node.parameters;
  const plain =
    parameter &&
    node.parameters.length === 1 &&
    ts.isIdentifier(parameter.name) &&
    !parameter.questionToken &&
    !parameter.dotDotDotToken;
  // The parser lets the type be missing, though TypeScript's types deny it.
  const { type }: { readonly type?: ts.TypeNode } = node;
  const { kind } = parameter?.type ?? {};
  if (!plain || kind !== ts.SyntaxKind.StringKeyword || !type) {
    reporter.error(
      "MCP114",
      at,
      `Unsupported index signature: ${excerpt(node, source)}`,
    );
    return null;
  }
  return {
    kind: "index",
    parameter: parameter.name.text,
    readonly: isReadonly(node),
    type: readType(type, context),
    doc,
    position: reporter.position(at),
  };
}

/** Name of a property, quoted or not; undefined when it is computed. */
function propertyName(name: ts.PropertyName): string | undefined {
  if (ts.isIdentifier(name) || ts.isStringLiteralLike(name)) return name.text;
  if (ts.isNumericLiteral(name)) return String(Number(name.text));
  if (
    ts.isComputedPropertyName(name) &&
    ts.isStringLiteralLike(name.expression)
  )
    return name.expression.text;
  return undefined;
}

function isReadonly(
  node: ts.PropertySignature | ts.IndexSignatureDeclaration,
): boolean {
  return (
    node.modifiers?.some((m) => m.kind === ts.SyntaxKind.ReadonlyKeyword) ??
    false
  );
}

function memberKind(node: ts.TypeElement): string {
  if (ts.isMethodSignature(node)) return "method signature";
  if (ts.isCallSignatureDeclaration(node)) return "call signature";
  if (ts.isConstructSignatureDeclaration(node)) return "construct signature";
  return ts.isAccessor(node) ? "accessor" : "member";
}
