import type { ConstantDeclaration, Declaration } from "../model/types.js";
import type { EmitContext, OutputFile } from "./context.js";
import { declarationText } from "./declaration-printer.js";
import { prose } from "./doc-comment.js";
import { importTypes, referredNames } from "./imports.js";
import { METHOD_MAP_NAMES, methodMaps } from "./method-maps.js";
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
export function emitMethods({
  model,
  header,
  render,
}: EmitContext): OutputFile {
  claimNames(model, FILE, [
    "PROTOCOL_VERSION",
    ...METHOD_MAP_NAMES,
    ...TEMPLATE_NAMES,
  ]);
  const maps = methodMaps(model);
  const referred = referredNames(maps);
  checkExported(model, FILE, referred);
  const declarations: Declaration[] = [...maps];
  if (model.protocolVersion !== null) {
    declarations.unshift(versionConstant(model.protocolVersion));
  }
  return {
    path: FILE,
    text: render(FILE, {
      header,
      imports: importTypes(referred, "./types.js"),
      declarations: declarations.map((d) => declarationText(d)),
      rows: methodRows(model),
    }),
  };
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
