import type { ProtocolModel } from "../../model/types.js";
import type { OutputFile } from "../context.js";
import { folderOf, namespaceOf } from "./revision-names.js";
import { quote } from "../print/syntax.js";
import type { Templates } from "../templates/templates.js";

/**
 * `index.ts` over several revisions: what speaks all of them, and a namespace
 * for each, as their exports have the same names. `2025-06-18` becomes
 * `v2025_06_18`.
 */
export function emitRevisionsIndex(
  models: readonly ProtocolModel[],
  combined: readonly OutputFile[],
  header: string,
  { render }: Templates,
): OutputFile {
  const modules = combined.map(({ path }) =>
    quote(`./${path.replace(/\.ts$/, ".js")}`),
  );
  const revisions = models.map((model) => ({
    name: namespaceOf(model),
    module: quote(`./${folderOf(model)}/index.js`),
  }));
  return {
    path: "index.ts",
    text: render("revisions-index.ts", { header, modules, revisions }),
  };
}
