/**
 * Emits the `index.ts` of one revision, and the `index.ts` of an output with
 * several revisions.
 */
import type { ProtocolModel } from "../../model/types.js";
import type { EmitContext, OutputName, Page, TextPage } from "../context.js";
import { getFolder, getNamespace } from "../facts/revision-names.js";
import { printSpecifier } from "../print/imports.js";

/** Outputs that `index.ts` re-exports, in the order of the export lines. */
const MODULES: readonly OutputName[] = [
  "types",
  "methods",
  "validators",
  "server",
  "client",
];

type Given = Pick<EmitContext, "render">;

/**
 * Emits the `index.ts` of one revision. The file re-exports the selected
 * outputs that `MODULES` lists.
 */
export function emitIndex(
  { render }: Given,
  outputs: readonly OutputName[],
): TextPage {
  const modules = MODULES.filter((name) => outputs.includes(name));
  return {
    path: "index.ts",
    render: ({ header, extension }) =>
      render("index.ts", {
        header,
        modules: modules.map((name) => printSpecifier(`./${name}`, extension)),
      }),
  };
}

/**
 * Emits the `index.ts` of an output with several revisions. The file re-exports
 * the multi-version server and client. Each revision is re-exported as a
 * namespace, because all revisions export the same names. The namespace of
 * `2025-06-18` is `v2025_06_18`.
 */
export function emitRevisionsIndex(
  { render }: Given,
  models: readonly ProtocolModel[],
  pages: readonly Page[],
): TextPage {
  const modules = pages.map(({ path }) => path.replace(/\.ts$/, ""));
  return {
    path: "index.ts",
    render: ({ header, extension }) =>
      render("revisions-index.ts", {
        header,
        modules: modules.map((path) => printSpecifier(`./${path}`, extension)),
        revisions: models.map((model) => ({
          name: getNamespace(model),
          module: printSpecifier(`./${getFolder(model)}/index`, extension),
        })),
      }),
  };
}
