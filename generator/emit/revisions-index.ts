import type { OutputFile } from "./context.js";
import { quote } from "./syntax.js";
import type { Templates } from "./templates.js";

/**
 * `index.ts` over several revisions: a namespace for each, as their exports
 * have the same names. `2025-06-18` becomes `v2025_06_18`.
 */
export function emitRevisionsIndex(
  folders: readonly string[],
  header: string,
  { render }: Templates,
): OutputFile {
  const revisions = folders.map((folder) => ({
    name: `${/^\d/.test(folder) ? "v" : ""}${folder.replace(/\W/g, "_")}`,
    module: quote(`./${folder}/index.js`),
  }));
  return {
    path: "index.ts",
    text: render("revisions-index.ts", { header, revisions }),
  };
}
