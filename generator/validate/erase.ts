/** Converts generated TypeScript to JavaScript by removing its types. */
import { ts, type TS } from "../parse/read/typescript.js";

/**
 * Returns the text of a module without types, imports and the word `export`.
 * Without these, generated code is valid JavaScript. Loading the TypeScript
 * compiler for the conversion would take longer.
 */
export function eraseTypes(text: string): string {
  const file = ts.createSourceFile("", text, ts.ScriptTarget.ES2022);
  let erased = "";
  let place = 0;
  const cut = (start: number, end: number): void => {
    erased += text.slice(place, start);
    place = end;
  };
  const visit = (node: TS.Node, parent: TS.Node): void => {
    if (ts.isTypeNode(node))
      // The syntax node of a type does not include the preceding colon or `as`,
      // which must also be removed.
      cut(
        ts.isAsExpression(parent) ? parent.expression.end : node.pos - 1,
        node.end,
      );
    else if (
      ts.isImportDeclaration(node) ||
      ts.isExportDeclaration(node) ||
      ts.isTypeAliasDeclaration(node) ||
      node.kind === ts.SyntaxKind.ExportKeyword ||
      (node.kind === ts.SyntaxKind.QuestionToken && ts.isParameter(parent))
    )
      cut(node.pos, node.end);
    else ts.forEachChild(node, (child) => visit(child, node));
  };
  visit(file, file);
  return erased + text.slice(place);
}
