import type { ConstantDeclaration, Declaration } from "../model/types.js";
import type { EmitContext, Page } from "./context.js";
import { declarationText } from "./declaration-printer.js";
import { prose } from "./doc-comment.js";
import { importTypes, referredNames } from "./imports.js";
import { methodMaps } from "./method-maps.js";
import { methodRows } from "./method-table.js";
import { checkExported, claimNames } from "./names.js";

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
  const version = model.protocolVersion;
  const declarations: Declaration[] = [
    ...(version === null ? [] : [versionConstant(version)]),
    ...methodMaps(model),
  ];
  const added = declarations.map((declaration) => declaration.name);
  claimNames(model, FILE, [...added, ...TEMPLATE_NAMES]);
  const referred = referredNames(declarations);
  checkExported(model, FILE, referred);
  const data = {
    imports: importTypes(referred),
    declarations: declarations.map((d) => declarationText(d, recall)),
    rows: methodRows(model),
  };
  return { path: FILE, under: (header) => render(FILE, { header, ...data }) };
}

function versionConstant(value: string): ConstantDeclaration {
  return {
    kind: "constant",
    name: "PROTOCOL_VERSION",
    exported: true,
    doc: prose("This revision's version, as peers exchange it."),
    position: { line: 0, column: 0 },
    value,
  };
}
