import { checkDeclaredNames } from "../assemble/name-clashes.js";
import { pageOf, type EmitContext, type Page } from "../context.js";
import { declarationText } from "./declaration-printer.js";

/** `types.ts`: every declaration of the schema, in its order, with its docs. */
export function emitTypes(context: EmitContext): Page {
  const { model } = context;
  checkDeclaredNames(model);
  const declarations = model.declarations.map(declarationText);
  return pageOf(context, "types.ts", { declarations });
}
