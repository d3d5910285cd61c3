import type { ProtocolModel } from "../../model/types.js";
import { pageOf, type EmitContext, type Page } from "../context.js";
import { quote } from "../print/syntax.js";
import { folderOf, namespaceOf } from "./revision-names.js";

/**
 * `index.ts` over several revisions: what speaks all of them, and a namespace
 * for each, as their exports have the same names. `2025-06-18` becomes
 * `v2025_06_18`.
 */
export function emitRevisionsIndex(
  context: Pick<EmitContext, "render">,
  models: readonly ProtocolModel[],
  combined: readonly Page[],
): Page {
  const { under } = pageOf(context, "revisions-index.ts", {
    modules: combined.map(({ path }) =>
      quote(`./${path.replace(/\.ts$/, ".js")}`),
    ),
    revisions: models.map((model) => ({
      name: namespaceOf(model),
      module: quote(`./${folderOf(model)}/index.js`),
    })),
  });
  return { path: "index.ts", under };
}
