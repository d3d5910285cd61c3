import { NOWHERE } from "../../model/build.js";
import type { Method, ProtocolModel } from "../../model/types.js";
import type { EmitContext, ModulePage } from "../context.js";
import { mergeMethods } from "../facts/methods.js";
import { createDoc } from "../print/doc-comment.js";
import { createExportedPiece, type Piece } from "../print/pieces.js";
import { objectKey, quote } from "../print/syntax.js";
import { getTexts } from "../print/text.js";
import { formatDeclaration } from "../types/declaration-printer.js";
import { METHOD_MAPS, createMethodMaps } from "./method-maps.js";

/**
 * Emits `methods.ts`, which contains the methods of a revision as types and as
 * a constant.
 */
export function emitMethods({ model, render }: EmitContext): ModulePage {
  const version = model.protocolVersion;
  const declarations = [
    ...(version === null
      ? []
      : [createExportedPiece("PROTOCOL_VERSION", printVersion(version))]),
    ...createMethodMaps(model),
    createExportedPiece("MethodInfo", printMethodInfo(model)),
    createExportedPiece("METHODS", printMethodTable(model)),
  ];
  const aliases = [
    createAlias("MethodName", "METHODS", "typeof METHODS"),
    ...METHOD_MAPS.map(({ name }) =>
      createAlias(`${name.slice(0, -1)}Method`, name, name),
    ),
  ];
  return {
    path: "methods.ts",
    pieces: [...declarations, ...aliases],
    modules: [{ from: "./types", types: true, exports: () => true }],
    reexports: [],
    layOut: ({ header, imports }, isWritten) =>
      render("methods.ts", {
        header,
        imports,
        declarations: getTexts(declarations, isWritten),
        aliases: getTexts(aliases, isWritten),
      }),
  };
}

function createAlias(name: string, used: string, of: string): Piece {
  const text = `export type ${name} = keyof ${of};`;
  return createExportedPiece(name, text, new Set([used]));
}

function printVersion(value: string): string {
  return formatDeclaration({
    kind: "constant",
    name: "PROTOCOL_VERSION",
    exported: true,
    doc: createDoc(
      "Protocol version of this revision, as client and server exchange it.",
    ),
    position: NOWHERE,
    value,
  });
}

/**
 * Returns the declaration of the `MethodInfo` interface, which describes one
 * entry of `METHODS`.
 */
function printMethodInfo(model: ProtocolModel): string {
  const extended = model.methods.some(
    ({ extension }) => extension !== undefined,
  );
  const extension = `
  /** Extension that defines the method. Client and server must declare it. */
  readonly extension?: string;`;
  return `/** Entry of {@link METHODS}: the properties of one wire method. */
export interface MethodInfo {
  readonly kind: "request" | "notification";
  /** Side (client or server) that sends the method's messages. */
  readonly sender: "client" | "server" | "either";
  /** Whether the request is embedded in an input-required result. */
  readonly embedded: boolean;
  /**
   * Path of the capability that the method requires. The receiver of a request,
   * or the sender of a notification, must have declared the capability.
   */
  readonly capability?: string;${extended ? extension : ""}
  readonly deprecated: boolean;
}`;
}

/**
 * Returns the declaration of the `METHODS` constant, which holds properties of
 * the methods for use at run time.
 */
function printMethodTable(model: ProtocolModel): string {
  const rows = mergeMethods(model).map((method) => `${printMethod(method)}\n`);
  const table = rows.length === 0 ? "{}" : `{\n${rows.join("")}}`;
  return `/** All wire methods of this revision, with their properties. */
export const METHODS = ${table} as const;`;
}

/** Returns the entry of `METHODS` for one method. */
function printMethod(method: Method): string {
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
