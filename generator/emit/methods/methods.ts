import { NOWHERE } from "../../model/build.js";
import { checkExported, claimExports } from "../assemble/name-clashes.js";
import { pageOf, type EmitContext, type Page } from "../context.js";
import { prose } from "../print/doc-comment.js";
import { importTypes } from "../print/imports.js";
import { declarationText } from "../types/declaration-printer.js";
import { methodMaps } from "./method-maps.js";
import { methodRows } from "./method-table.js";

/** `methods.ts`: the wire methods as types and as a table. */
export function emitMethods(context: EmitContext): Page {
  const { model, recall } = context;
  const { texts, referred } = methodMaps(model, recall);
  const version = model.protocolVersion;
  const declarations = version === null ? [] : [versionText(version)];
  const page = pageOf(context, "methods.ts", {
    imports: importTypes(referred),
    declarations: [...declarations, ...texts],
    rows: methodRows(model),
  });
  claimExports(model, page);
  checkExported(model, page.path, referred);
  return page;
}

function versionText(value: string): string {
  return declarationText({
    kind: "constant",
    name: "PROTOCOL_VERSION",
    exported: true,
    doc: prose("This revision's version, as peers exchange it."),
    position: NOWHERE,
    value,
  });
}
