import type { EmitContext, OutputName, Page } from "../context.js";
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
  { render }: Pick<EmitContext, "render">,
  outputs: Iterable<OutputName>,
): Page {
  const generated = new Set(outputs);
  const modules = MODULES.filter((name) => generated.has(name)).map((name) =>
    quote(`./${name}.js`),
  );
  return {
    path: "index.ts",
    under: (header) => render("index.ts", { header, modules }),
  };
}
