import { getStartOffset, type Reporter } from "../reporter.js";
import { ts, type TS } from "./typescript.js";

/**
 * Returns the name of an unsupported construct for people, such as `conditional
 * type`.
 */
export function construct({ kind }: TS.Node): string {
  // Take the first name of a kind: the others mark the start of ranges.
  const [name = ""] =
    Object.entries(ts.SyntaxKind).find(([, value]) => value === kind) ?? [];
  return name.replace(/\B[A-Z]/g, " $&").toLowerCase();
}

/** Reports a construct that the model does not support. */
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

/** Returns the source of a node on one line, shortened. */
export function excerpt(node: TS.Node, source: TS.SourceFile): string {
  const text = source.text
    .slice(getStartOffset(node, source), node.end)
    .replace(/\s+/g, " ");
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
