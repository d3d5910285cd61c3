import {
  pageOf,
  type EmitContext,
  type OutputName,
  type Page,
} from "../context.js";
import { quote } from "../print/syntax.js";

/** Outputs that are modules of the revision's folder, in order of reading. */
const MODULES = [
  "types",
  "methods",
  "validators",
  "server",
  "client",
] as const satisfies readonly OutputName[];

/** `index.ts`: everything that the generated modules among `outputs` export. */
export function emitIndex(
  context: Pick<EmitContext, "render">,
  outputs: readonly OutputName[],
): Page {
  const modules = MODULES.filter((name) => outputs.includes(name));
  return pageOf(context, "index.ts", {
    modules: modules.map((name) => quote(`./${name}.js`)),
  });
}
