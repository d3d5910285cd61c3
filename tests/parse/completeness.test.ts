/**
 * Nothing of a schema is lost on the way into the model. TypeScript's own tree
 * of each bundled schema, its doc comments read by TypeScript's own parser, is
 * counted node by node and held against the same count of the model.
 */
import { ts } from "ts-morph";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Doc, Member, TypeNode } from "../../generator/model/types.js";
import { declarationTypes, walkType } from "../../generator/model/walk.js";
import { modelOf } from "../support/models.js";
import { REVISIONS } from "../support/models.js";
import { bundledSchema } from "../support/sources.js";

/** Syntax that says nothing by itself, or is counted with what it is part of. */
const SILENT: ReadonlySet<ts.SyntaxKind> = new Set([
  // Punctuation, and the names and values of what is counted.
  ts.SyntaxKind.SourceFile,
  ts.SyntaxKind.EndOfFileToken,
  ts.SyntaxKind.EmptyStatement,
  ts.SyntaxKind.Identifier,
  ts.SyntaxKind.StringLiteral,
  ts.SyntaxKind.NumericLiteral,
  ts.SyntaxKind.PrefixUnaryExpression,
  ts.SyntaxKind.NullKeyword,
  ts.SyntaxKind.TrueKeyword,
  ts.SyntaxKind.FalseKeyword,
  ts.SyntaxKind.QuestionToken,
  ts.SyntaxKind.ExportKeyword,
  // Wrappers with one thing inside.
  ts.SyntaxKind.VariableStatement,
  ts.SyntaxKind.VariableDeclarationList,
  ts.SyntaxKind.HeritageClause,
  ts.SyntaxKind.Parameter,
  ts.SyntaxKind.ParenthesizedType,
]);

/** Types that the model has under names of its own. */
const UTILITIES = new Map([
  ["Array", "array"],
  ["Record", "record"],
  ["Omit", "omit"],
]);

const KEYWORDS = new Map<ts.SyntaxKind, string>([
  [ts.SyntaxKind.AnyKeyword, "any"],
  [ts.SyntaxKind.BooleanKeyword, "boolean"],
  [ts.SyntaxKind.NeverKeyword, "never"],
  [ts.SyntaxKind.NumberKeyword, "number"],
  [ts.SyntaxKind.ObjectKeyword, "object"],
  [ts.SyntaxKind.StringKeyword, "string"],
  [ts.SyntaxKind.UndefinedKeyword, "undefined"],
  [ts.SyntaxKind.UnknownKeyword, "unknown"],
]);

/** What the syntax tree has, one line a thing, sorted. */
function inSource(text: string): string[] {
  const source = ts.createSourceFile(
    "schema.ts",
    text,
    ts.ScriptTarget.Latest,
    true,
  );
  const found: string[] = [];
  const nameOf = (node: ts.Node): string =>
    ts.isStringLiteral(node) ? node.text : node.getText(source);
  const flag = (on: unknown, name: string): string => (on ? ` ${name}` : "");
  const visit = (node: ts.Node): void => {
    const line = describe(node);
    if (line) found.push(line);
    else if (!SILENT.has(node.kind) && line === undefined)
      throw new Error(`Nobody counts ${ts.SyntaxKind[node.kind]}`);
    ts.forEachChild(node, visit);
  };
  function describe(node: ts.Node): string | undefined {
    if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) {
      tagsOf(node);
      const kind = ts.isInterfaceDeclaration(node) ? "interface" : "alias";
      return `${kind} ${node.name.text}${flag(node.modifiers, "exported")}`;
    }
    if (ts.isVariableDeclaration(node)) {
      const statement = node.parent.parent as ts.VariableStatement;
      tagsOf(statement);
      return `constant ${nameOf(node.name)}${flag(statement.modifiers, "exported")} ${JSON.stringify(valueOf(node.initializer))}`;
    }
    if (ts.isPropertySignature(node)) {
      tagsOf(node);
      return `property ${nameOf(node.name)}${flag(node.questionToken, "optional")}`;
    }
    if (ts.isIndexSignatureDeclaration(node)) {
      tagsOf(node);
      return `index ${node.parameters.map(({ name }) => nameOf(name)).join()}`;
    }
    if (ts.isTypeReferenceNode(node)) {
      const name = nameOf(node.typeName);
      return UTILITIES.get(name) ?? `reference ${name}`;
    }
    if (ts.isExpressionWithTypeArguments(node)) {
      const name = nameOf(node.expression);
      return UTILITIES.get(name) ?? `reference ${name}`;
    }
    if (ts.isLiteralTypeNode(node)) {
      const { parent } = node;
      const key = ts.isExpressionWithTypeArguments(parent) || isOmit(parent);
      const value = JSON.stringify(valueOf(node.literal));
      return key ? `key ${value}` : `literal ${value}`;
    }
    if (ts.isTypeQueryNode(node)) return `typeof ${nameOf(node.exprName)}`;
    if (ts.isArrayTypeNode(node)) return "array";
    if (ts.isTypeLiteralNode(node)) return "object";
    if (ts.isUnionTypeNode(node))
      return isUnion(node.parent) ? "" : `union of ${flat(node).length}`;
    if (ts.isIntersectionTypeNode(node))
      return `intersection of ${node.types.length}`;
    return KEYWORDS.get(node.kind);
  }
  function tagsOf(node: ts.Node): void {
    const doc = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc).at(-1);
    const words = ts.getTextOfJSDocComment(doc?.comment)?.replace(/\s+/g, "");
    if (words) found.push(`doc ${words}`);
    for (const { tagName } of doc?.tags ?? []) found.push(`@${tagName.text}`);
  }
  visit(source);
  return found.sort();
}

function isOmit(node: ts.Node): boolean {
  return (
    ts.isTypeReferenceNode(node) && node.typeName.getText().startsWith("Omit")
  );
}

function isUnion(node: ts.Node): boolean {
  return ts.isParenthesizedTypeNode(node)
    ? isUnion(node.parent)
    : ts.isUnionTypeNode(node);
}

function flat(node: ts.TypeNode): ts.TypeNode[] {
  if (ts.isParenthesizedTypeNode(node)) return flat(node.type);
  return ts.isUnionTypeNode(node) ? node.types.flatMap(flat) : [node];
}

function valueOf(node: ts.Node | undefined): unknown {
  return node ? (JSON.parse(node.getText()) as unknown) : undefined;
}

/** The same lines, counted in the model. */
function inModel(text: string): string[] {
  const found: string[] = [];
  const tags = (doc: Doc): void => {
    if (doc.text) found.push(`doc ${doc.text.replace(/\s+/g, "")}`);
    for (const { name } of doc.tags) found.push(`@${name}`);
  };
  const members = (all: readonly Member[]): void => {
    for (const member of all) {
      tags(member.doc);
      // The keys of an index signature are strings.
      if (member.kind === "index")
        found.push(`index ${member.parameter}`, "string");
      else
        found.push(
          `property ${member.name}${member.optional ? " optional" : ""}`,
        );
    }
  };
  const describe = (type: TypeNode): string => {
    switch (type.kind) {
      case "primitive":
        return type.name;
      case "literal":
        return `literal ${JSON.stringify(type.value)}`;
      case "constant":
        return `typeof ${type.name}`;
      case "reference":
        return `reference ${type.name}`;
      case "union":
      case "intersection":
        return `${type.kind} of ${type.types.length}`;
      case "object":
        members(type.members);
        return type.kind;
      case "omit":
        for (const key of type.keys) found.push(`key ${JSON.stringify(key)}`);
        return type.kind;
      default:
        return type.kind;
    }
  };
  for (const declaration of modelOf(text).declarations) {
    tags(declaration.doc);
    const { kind, name, exported } = declaration;
    const value =
      kind === "constant" ? ` ${JSON.stringify(declaration.value)}` : "";
    found.push(`${kind} ${name}${exported ? " exported" : ""}${value}`);
    if (kind === "interface") members(declaration.members);
    for (const type of declarationTypes(declaration))
      walkType(type, (inner) => found.push(describe(inner)));
  }
  return found.sort();
}

const completeness = suite("completeness");

for (const revision of REVISIONS)
  completeness(`of ${revision}`, () => {
    const text = bundledSchema(revision);
    const lines = inSource(text);
    assert.ok(lines.length > 600, `only ${lines.length} things to count`);
    assert.equal(inModel(text), lines);
  });

completeness.run();
