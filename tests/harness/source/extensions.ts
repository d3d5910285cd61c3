/** Models with extensions whose schemas the tests write. */
import type { ProtocolModel } from "../../../generator/model/types.js";
import { parseSchema } from "../../../generator/parse/index.js";
import { readBundledSchema } from "../../../generator/source/read.js";
import { UserError } from "../../../generator/support/errors.js";

/** First comment of an extension file. */
export const HEAD = "/** Extension Identifier: com.example/x */\n";
/** Import of the base types of messages. */
export const IMPORT =
  'import type { JSONRPCRequest, JSONRPCNotification, Result } from "a/b";\n';

/** Schema file of an extension. */
export interface File {
  readonly text: string;
  readonly identifier?: string;
  readonly whereItFits?: boolean;
}

/** Returns the model of a revision, extended by the given extension files. */
export function extendRevision(
  files: readonly (File | string)[],
  revision = "2026-07-28",
): ProtocolModel {
  const core = readBundledSchema(revision);
  const extensions = files.map((file, index) => ({
    ...(typeof file === "string" ? { text: file } : file),
    file: `x${index + 1}.ts`,
    commit: null,
  }));
  return parseSchema(core.text, { ...core, extensions }).model;
}

/**
 * Returns the errors in extension files, formatted as `CODE file:line:column
 * message`.
 */
export function getErrors(
  files: readonly (File | string)[],
  revision?: string,
) {
  try {
    extendRevision(files, revision);
    return [];
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return error.diagnostics.map(({ code, place, message }) => {
      if (!place?.frame.includes("^")) return `${code} has no frame`;
      const { file, line, column } = place;
      return `${code} ${file}:${line}:${column} ${message}`;
    });
  }
}

/** Returns the declarations that extensions add to a model. */
export const getOwn = (model: ProtocolModel) =>
  model.declarations.filter(({ extension }) => extension !== undefined);

/** Returns the methods that extensions add to a model. */
export const getAdded = (model: ProtocolModel) =>
  model.methods.filter(({ extension }) => extension !== undefined);

/** Statements of an extension with a request and a type of settings. */
export const MESSAGE = `${IMPORT}
export interface ARequest extends JSONRPCRequest { method: "x/a" }
export interface AResult extends Result {}
export interface Set { on?: boolean }
`;

/**
 * Returns a comment with the given tags, for the start of an extension file.
 */
export const createComment = (...tags: readonly string[]): string =>
  `/**\n * Extension Identifier: com.example/x\n${tags.map((tag) => ` * ${tag}\n`).join("")} */\n`;
