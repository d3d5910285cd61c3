/** Finds the mutations that are possible in a source file. */
import { ts } from "ts-morph";
import { getChanges } from "./operators.js";

/** Mutation of a source file: `by` replaces the text from `start` to `end`. */
export interface Mutation {
  /** Path of the source file, relative to the root of the repository. */
  readonly file: string;
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly by: string;
  /**
   * Kind of mutation and changed line, such as `shift: if (size [->-]{+>=+}
   * most) return;`. Together they identify the mutation even after its line has
   * moved.
   */
  readonly change: string;
}

/** Returns the possible mutations of a file in source order. */
export function findMutations(file: string, text: string): Mutation[] {
  const source = parseSource(file, text);
  const places: Mutation[] = [];
  const visit = (node: ts.Node): void => {
    if (isOnlyType(node)) return;
    for (const [kind, start, end, by] of getChanges(node)) {
      const { line } = source.getLineAndCharacterOfPosition(start);
      const change = `${kind}: ${printChange(text, start, end, by)}`;
      places.push({ file, line: line + 1, start, end, by, change });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return places;
}

export function parseSource(file: string, text: string): ts.SourceFile {
  return ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true);
}

/**
 * Returns true for syntax nodes, such as types, that do not exist at run time.
 */
export function isOnlyType(node: ts.Node): boolean {
  return (
    ts.isTypeNode(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isImportDeclaration(node) ||
    ts.isExportDeclaration(node)
  );
}

/** Maximum length of the removed text in a printed change. */
const LONGEST = 90;

/**
 * Prints a change as one line in the style of `git diff --word-diff`: the
 * removed text in `[-` and `-]`, and the added text in `{+` and `+}`.
 */
function printChange(
  text: string,
  start: number,
  end: number,
  by: string,
): string {
  const removed = shorten(text.slice(start, end));
  const first = text.lastIndexOf("\n", start - 1) + 1;
  const last = text.indexOf("\n", end);
  const added = shorten(by);
  return [
    text.slice(first, start),
    removed && `[-${removed}-]`,
    added && `{+${added}+}`,
    text.slice(end, last === -1 ? text.length : last),
  ]
    .join("")
    .replace(/\s+/g, " ")
    .trim();
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length > LONGEST
    ? `${line.slice(0, LONGEST - 20)} … ${line.slice(-17)}`
    : line;
}
