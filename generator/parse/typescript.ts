/**
 * The TypeScript that ts-morph brings. Reading a schema takes its parser and
 * nothing of ts-morph's own, and loading that alone takes less time. It is
 * loaded by `require`, which does not search millions of characters for the
 * names of exports as `import` does.
 */
import { createRequire } from "node:module";
import type { ts as TypeScript } from "ts-morph";
import { requireLarge } from "../start/compile-cache.js";

export const ts = load();

function load(): typeof TypeScript {
  const ours = createRequire(import.meta.url);
  const theirs = createRequire(ours.resolve("ts-morph"));
  try {
    return requireLarge(
      theirs.resolve("@ts-morph/common/dist/typescript.js"),
    ) as typeof TypeScript;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "MODULE_NOT_FOUND") throw error;
    // A ts-morph that is laid out otherwise still exports it.
    return (ours("ts-morph") as { ts: typeof TypeScript }).ts;
  }
}

/** Its types that are named here, under the name of the value. */
export declare namespace ts {
  type CommentRange = TypeScript.CommentRange;
  type DiagnosticWithLocation = TypeScript.DiagnosticWithLocation;
  type Expression = TypeScript.Expression;
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
  type TupleTypeNode = TypeScript.TupleTypeNode;
  type TypeAliasDeclaration = TypeScript.TypeAliasDeclaration;
  type TypeElement = TypeScript.TypeElement;
  type TypeNode = TypeScript.TypeNode;
  type TypeOperatorNode = TypeScript.TypeOperatorNode;
  type TypeQueryNode = TypeScript.TypeQueryNode;
  type VariableDeclaration = TypeScript.VariableDeclaration;
  type VariableStatement = TypeScript.VariableStatement;
}
