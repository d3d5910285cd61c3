import { NOWHERE } from "../../model/build.js";
import type { EmitContext, Page } from "../context.js";
import { declarationText } from "../types/declaration-printer.js";
import { prose } from "../print/doc-comment.js";
import { importTypes } from "../print/imports.js";
import { methodMaps } from "./method-maps.js";
import { methodRows } from "./method-table.js";
import { checkExported, claimNames } from "../assemble/name-clashes.js";

const FILE = "methods.ts";

/** What the template itself exports. */
const TEMPLATE_NAMES = [
  "METHODS",
  "MethodInfo",
  "MethodName",
  "ClientRequestMethod",
  "ServerRequestMethod",
  "ClientNotificationMethod",
  "ServerNotificationMethod",
  "EmbeddedRequestMethod",
];

/** `methods.ts`: the wire methods as types and as a table. */
export function emitMethods({ model, render, recall }: EmitContext): Page {
  const version = versionText(model.protocolVersion);
  const { names, texts, referred } = methodMaps(model, recall);
  claimNames(model, FILE, [
    ...(version === null ? [] : ["PROTOCOL_VERSION"]),
    ...[...names, ...TEMPLATE_NAMES],
  ]);
  checkExported(model, FILE, referred);
  const data = {
    imports: importTypes(referred),
    declarations: version === null ? texts : [version, ...texts],
    rows: methodRows(model),
  };
  return { path: FILE, under: (header) => render(FILE, { header, ...data }) };
}

function versionText(value: string | null): string | null {
  if (value === null) return null;
  return declarationText({
    kind: "constant",
    name: "PROTOCOL_VERSION",
    exported: true,
    doc: prose("This revision's version, as peers exchange it."),
    position: NOWHERE,
    value,
  });
}
