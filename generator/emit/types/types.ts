import type { EmitContext, Page } from "../context.js";
import { declarationText } from "./declaration-printer.js";
import { checkDeclaredNames } from "../assemble/name-clashes.js";

/** `types.ts`: every declaration of the schema, in its order, with its docs. */
export function emitTypes({ model, render, recall }: EmitContext): Page {
  checkDeclaredNames(model);
  const declarations = model.declarations.map((d) =>
    declarationText(d, recall),
  );
  return {
    path: "types.ts",
    under: (header) => render("types.ts", { header, declarations }),
  };
}
