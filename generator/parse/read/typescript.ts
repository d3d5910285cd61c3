/**
 * TypeScript's parser, as ts-morph brings it. Reading a schema takes nothing
 * else of the ten million characters that it is in, so the build makes a file
 * of that part alone (`scripts/bundle/parser.ts`).
 */
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type * as TsMorph from "ts-morph";
import type { ts as TypeScript } from "ts-morph";
import { loadCompiled } from "../../support/compiled.js";
import { PACKAGE_ROOT } from "../../support/package.js";

const require = createRequire(import.meta.url);

/** Where the build puts the parser. */
const PARSER_FILE = join(PACKAGE_ROOT, "dist", "generator", "parser.cjs");

/** Its types leave out what stands behind `node.getStart()`. */
type Parser = typeof TypeScript & {
  getTokenPosOfNode(
    node: TypeScript.Node,
    source: TypeScript.SourceFile,
  ): number;
};

/** TypeScript's parser: what the build has cut out, or all of ts-morph's. */
export const ts = load();

function load(): Parser {
  return existsSync(PARSER_FILE)
    ? (loadCompiled(PARSER_FILE) as Parser)
    : (wholeTypeScript() as Parser);
}

/** All of it, for what takes more than the parser; it takes time to load. */
export function wholeTypeScript(): typeof TypeScript {
  return tsMorph().ts;
}

/** What it comes in, which has the types of the language with it. */
export function tsMorph(): typeof TsMorph {
  return require("ts-morph") as typeof TsMorph;
}

/** Its types that are named here, under the name of the value. */
export declare namespace ts {
  type CommentRange = TypeScript.CommentRange;
  type DiagnosticWithLocation = TypeScript.DiagnosticWithLocation;
  type Expression = TypeScript.Expression;
  type ExpressionWithTypeArguments = TypeScript.ExpressionWithTypeArguments;
  type Identifier = TypeScript.Identifier;
  type ImportDeclaration = TypeScript.ImportDeclaration;
  type IndexSignatureDeclaration = TypeScript.IndexSignatureDeclaration;
  type InterfaceDeclaration = TypeScript.InterfaceDeclaration;
  type ModifierLike = TypeScript.ModifierLike;
  type Node = TypeScript.Node;
  type NodeArray<T extends Node> = TypeScript.NodeArray<T>;
  type PropertyName = TypeScript.PropertyName;
  type PropertySignature = TypeScript.PropertySignature;
  type SourceFile = TypeScript.SourceFile;
  type Statement = TypeScript.Statement;
  type SyntaxKind = TypeScript.SyntaxKind;
  type TypeAliasDeclaration = TypeScript.TypeAliasDeclaration;
  type TypeElement = TypeScript.TypeElement;
  type TypeNode = TypeScript.TypeNode;
  type VariableDeclaration = TypeScript.VariableDeclaration;
  type VariableStatement = TypeScript.VariableStatement;
}
