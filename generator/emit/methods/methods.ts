import { NOWHERE } from "../../model/build.js";
import type { Method, ProtocolModel } from "../../model/types.js";
import { checkExported, claimExports } from "../assemble/name-clashes.js";
import { pageOf, type EmitContext, type Page } from "../context.js";
import { prose } from "../print/doc-comment.js";
import { importTypes } from "../print/imports.js";
import { objectKey, quote } from "../print/syntax.js";
import { declarationText } from "../types/declaration-printer.js";
import { methodMaps } from "./method-maps.js";

/** `methods.ts`: the wire methods as types and as a table. */
export function emitMethods(context: EmitContext): Page {
  const { model } = context;
  const { texts, referred } = methodMaps(model);
  const version = model.protocolVersion;
  const declarations = version === null ? [] : [versionText(version)];
  const page = pageOf(context, "methods.ts", {
    imports: importTypes(referred),
    declarations: [...declarations, ...texts],
    rows: mergedMethods(model).map(row),
    extended: model.methods.some(({ extension }) => extension !== undefined),
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

/** One entry a method, in the model's order. */
export function mergedMethods(model: ProtocolModel): Method[] {
  const rows = new Map<string, Method>();
  for (const method of model.methods) {
    const known = rows.get(method.method);
    rows.set(method.method, known ? merge(known, method) : method);
  }
  return [...rows.values()];
}

/** A method of two declarations is one row: each side sends its own. */
function merge(one: Method, other: Method): Method {
  return {
    ...one,
    sender: one.sender === other.sender ? one.sender : "either",
    embedded: one.embedded && other.embedded,
    capability: one.capability ?? other.capability,
    deprecated: one.deprecated === null ? null : other.deprecated,
  };
}

/** A member of `METHODS`: the facts about a wire method at run time. */
function row(method: Method): string {
  const { capability, extension } = method;
  const facts = [
    `kind: ${quote(method.kind)}`,
    `sender: ${quote(method.sender)}`,
    `embedded: ${method.embedded}`,
    ...(capability === null ? [] : [`capability: ${quote(capability)}`]),
    ...(extension === undefined ? [] : [`extension: ${quote(extension)}`]),
    `deprecated: ${method.deprecated !== null}`,
  ];
  const lines = facts.map((fact) => `    ${fact},\n`).join("");
  return `  ${objectKey(method.method)}: {\n${lines}  },`;
}
