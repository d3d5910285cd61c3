import { startOf, type Reporter } from "../reporter.js";
import { ts, type TS } from "./typescript.js";

/** What is not supported, as a person would call it: `conditional type`. */
export function construct({ kind }: TS.Node): string {
  // The first of the names of a kind; others mark where ranges begin.
  const [name = ""] =
    Object.entries(ts.SyntaxKind).find(([, value]) => value === kind) ?? [];
  return name.replace(/\B[A-Z]/g, " $&").toLowerCase();
}

/** Reports what the model has no place for. */
export function unsupported(
  code: "MCP110" | "MCP111" | "MCP112",
  node: TS.Node,
  { source, reporter }: { source: TS.SourceFile; reporter: Reporter },
  what = construct(node),
): void {
  reporter.error(
    code,
    startOf(node, source),
    `Unsupported ${what}: ${excerpt(node, source)}`,
  );
}

/** The source of a node on one line, shortened. */
export function excerpt(node: TS.Node, source: TS.SourceFile): string {
  const text = source.text
    .slice(startOf(node, source), node.end)
    .replace(/\s+/g, " ");
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
