import type { EmitContext, OutputFile, OutputName } from "./context.js";
import { quote } from "./syntax.js";

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
  { header, render }: EmitContext,
  outputs: Iterable<OutputName>,
): OutputFile {
  const generated = new Set(outputs);
  const modules = MODULES.filter((name) => generated.has(name));
  return {
    path: "index.ts",
    text: render("index.ts", {
      header,
      modules: modules.map((name) => quote(`./${name}.js`)),
    }),
  };
}
