/** `index.ts`: of one revision, and over several. */
import type { ProtocolModel } from "../../model/types.js";
import {
  pageOf,
  type EmitContext,
  type OutputName,
  type Page,
} from "../context.js";
import { quote } from "../print/syntax.js";
import { folderOf, namespaceOf } from "../facts/revision-names.js";

/** Outputs that are modules of the revision's folder, in order of reading. */
const MODULES: readonly OutputName[] = [
  "types",
  "methods",
  "validators",
  "server",
  "client",
];

type Given = Pick<EmitContext, "render">;

/** Everything that the generated modules among `outputs` export. */
export function emitIndex(given: Given, outputs: readonly OutputName[]): Page {
  const modules = MODULES.filter((name) => outputs.includes(name));
  return pageOf(given, "index.ts", {
    modules: modules.map((name) => quote(`./${name}.js`)),
  });
}

/**
 * What speaks all of several revisions, and a namespace for each, as their
 * exports have the same names. `2025-06-18` becomes `v2025_06_18`.
 */
export function emitRevisionsIndex(
  given: Given,
  models: readonly ProtocolModel[],
  combined: readonly Page[],
): Page {
  const { under } = pageOf(given, "revisions-index.ts", {
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
