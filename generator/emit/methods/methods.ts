import { NOWHERE } from "../../model/build.js";
import type { Method, ProtocolModel } from "../../model/types.js";
import type { EmitContext, ModulePage } from "../context.js";
import { mergedMethods } from "../facts/methods.js";
import { prose } from "../print/doc-comment.js";
import { exportedText, type Piece } from "../print/pieces.js";
import { objectKey, quote } from "../print/syntax.js";
import { textsOf } from "../print/text.js";
import { declarationText } from "../types/declaration-printer.js";
import { METHOD_MAPS, methodMaps } from "./method-maps.js";

/** Emits `methods.ts`: the wire methods as types and as a constant. */
export function emitMethods({ model, render }: EmitContext): ModulePage {
  const version = model.protocolVersion;
  const declarations = [
    ...(version === null
      ? []
      : [exportedText("PROTOCOL_VERSION", versionText(version))]),
    ...methodMaps(model),
    exportedText("MethodInfo", methodInfoText(model)),
    exportedText("METHODS", tableText(model)),
  ];
  const aliases = [
    alias("MethodName", "METHODS", "typeof METHODS"),
    ...METHOD_MAPS.map(({ name }) =>
      alias(`${name.slice(0, -1)}Method`, name, name),
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
        declarations: textsOf(declarations, isWritten),
        aliases: textsOf(aliases, isWritten),
      }),
  };
}

function alias(name: string, used: string, of: string): Piece {
  const text = `export type ${name} = keyof ${of};`;
  return exportedText(name, text, new Set([used]));
}

function versionText(value: string): string {
  return declarationText({
    kind: "constant",
    name: "PROTOCOL_VERSION",
    exported: true,
    doc: prose(
      "Protocol version of this revision, as client and server exchange it.",
    ),
    position: NOWHERE,
    value,
  });
}

/**
 * Returns the declaration of `MethodInfo`, the type of the entries of
 * `METHODS`.
 */
function methodInfoText(model: ProtocolModel): string {
  const extended = model.methods.some(
    ({ extension }) => extension !== undefined,
  );
  const extension = `
  /** Extension that defines the method. Both sides must declare it. */
  readonly extension?: string;`;
  return `/** Entry of {@link METHODS}: the properties of one wire method. */
export interface MethodInfo {
  readonly kind: "request" | "notification";
  /** Side that sends the method's messages. */
  readonly sender: "client" | "server" | "either";
  /** Whether the request is embedded in an input-required result. */
  readonly embedded: boolean;
  /**
   * Path of the capability that the method requires. The receiver of a request,
   * or the sender of a notification, must have declared it.
   */
  readonly capability?: string;${extended ? extension : ""}
  readonly deprecated: boolean;
}`;
}

/** Returns the `METHODS` constant: facts about the wire methods at run time. */
function tableText(model: ProtocolModel): string {
  const rows = mergedMethods(model).map((method) => `${row(method)}\n`);
  const table = rows.length === 0 ? "{}" : `{\n${rows.join("")}}`;
  return `/** All wire methods of this revision, with their properties. */
export const METHODS = ${table} as const;`;
}

/** Returns one entry of `METHODS`. */
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
