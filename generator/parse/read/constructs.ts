import { getStartOffset, type Reporter } from "../reporter.js";
import { ts, type TS } from "./typescript.js";

/**
 * Returns a readable name for an unsupported syntax construct, such as
 * `conditional type`.
 */
export function construct({ kind }: TS.Node): string {
  // The first name of each syntax kind is used. TypeScript has further names
  // with the same value that only mark the start or end of a range of kinds.
  const [name = ""] =
    Object.entries(ts.SyntaxKind).find(([, value]) => value === kind) ?? [];
  return name.replace(/\B[A-Z]/g, " $&").toLowerCase();
}

/** Reports a syntax construct that the model does not support. */
export function unsupported(
  code: "MCP110" | "MCP111" | "MCP112",
  node: TS.Node,
  { source, reporter }: { source: TS.SourceFile; reporter: Reporter },
  what = construct(node),
): void {
  reporter.error(
    code,
    getStartOffset(node, source),
    `Unsupported ${what}: ${excerpt(node, source)}`,
  );
}

/** Returns the source text of a node on one line. A long text is shortened. */
export function excerpt(node: TS.Node, source: TS.SourceFile): string {
  const text = source.text
    .slice(getStartOffset(node, source), node.end)
    .replace(/\s+/g, " ");
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
