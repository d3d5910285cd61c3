import { declarationTypes, walkType } from "../model/walk.js";
import type { Declaration } from "../model/types.js";
import { group, ifBreak, indent, join, line, print } from "./layout.js";

/**
 * `import type { A, B } from "./types.js";` with the names sorted, as Prettier
 * prints it; empty when there is no name.
 */
export function importTypes(names: Iterable<string>, from: string): string {
  const sorted = [...new Set(names)].sort();
  if (sorted.length === 0) return "";
  const list = join([",", line], sorted);
  return print([
    group(["import type {", indent([line, list]), ifBreak(","), line, "}"]),
    ` from "${from}";`,
  ]);
}

/** Names that the types of `declarations` refer to, but for their own. */
export function referredNames(
  declarations: readonly Declaration[],
): Set<string> {
  const names = new Set<string>();
  for (const type of declarations.flatMap(declarationTypes)) {
    walkType(type, (inner) => {
      if (inner.kind === "reference" || inner.kind === "constant") {
        names.add(inner.name);
      }
    });
  }
  for (const { name } of declarations) names.delete(name);
  return names;
}
