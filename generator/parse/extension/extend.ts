/**
 * Adds an extension to the model of a protocol revision. The schema of an
 * extension is parsed like a schema of the protocol. Every imported type is
 * looked up in the model, regardless of the module in the import.
 */
import { hash } from "node:crypto";
import { intersectionType } from "../../model/build.js";
import type { SinceTable } from "../../model/history.js";
import { markIntegers } from "../../model/integers.js";
import {
  declarationsByName,
  getSource,
  mapByName,
} from "../../model/lookup.js";
import { isAny } from "../../model/members/resolve.js";
import type {
  Declaration,
  Extension,
  Method,
  ProtocolModel,
  TypeNode,
} from "../../model/types.js";
import type { ExtensionSource } from "../../source/read.js";
import { UserError, type Diagnostic } from "../../support/errors.js";
import { checkExtent } from "../check/extent.js";
import { checkDeclarations } from "../check/references.js";
import { checkResolvable } from "../check/resolvable.js";
import { checkTypes } from "../check/typecheck.js";
import { readMethod } from "../protocol/methods.js";
import { readDeclarations } from "../read/declarations.js";
import { mergeDeclarations } from "../read/merge.js";
import { normalizeText, readSource } from "../read/source.js";
import { createReporter, type Reporter } from "../reporter.js";
import { readDeclaredBy } from "./declared-by.js";
import { missingImports, readImports, reportMissing } from "./imports.js";
import { extensionMessages } from "./messages.js";

/**
 * Model with the added extension, and the warnings about the extension's file.
 */
interface Extended {
  readonly model: ProtocolModel;
  readonly warnings: readonly Diagnostic[];
}

/**
 * Pattern that extracts the identifier of the extension from the first comment
 * of a file.
 */
const IDENTIFIER = /^[\s/*]*Extension Identifier:\s*`?([^\s`*]+)/im;

/**
 * Pattern of a valid identifier, such as `com.example/name`. MCP requires the
 * same format as for a `_meta` key, with a prefix.
 */
const KEY =
  /^[A-Za-z](?:[\w-]*\w)?(?:\.[A-Za-z](?:[\w-]*\w)?)*\/\w(?:[\w.-]*\w)?$/;

/** Name of the constant that holds the version of a schema. */
const VERSION = "LATEST_PROTOCOL_VERSION";

/**
 * Adds an extension to the model of a protocol revision.
 *
 * @param core Text of the schema from which the model was created.
 * @param since Table with the first revision of each type, for error messages.
 * @throws UserError with all mistakes in the extension's file.
 */
export function extendModel(
  model: ProtocolModel,
  core: string,
  extension: ExtensionSource,
  since?: SinceTable,
): Extended {
  const text = normalizeText(extension.text);
  const reporter = createReporter(extension.file, text);
  const extended = read(model, core, { ...extension, text }, reporter, since);
  const found = reporter.diagnostics();
  if (extended && !reporter.failed) return { model: extended, warnings: found };
  throw new UserError(found.filter(({ severity }) => severity === "error"));
}

function read(
  model: ProtocolModel,
  core: string,
  extension: ExtensionSource,
  reporter: Reporter,
  since: SinceTable | undefined,
): ProtocolModel | null {
  const { text, file, commit, proven } = extension;
  const source = readSource(file, text, reporter);
  if (!source) return null;
  const known = declarationsByName(model);
  const imports = readImports(source, reporter);
  const missing = missingImports(imports, known);
  if (missing.length > 0 && extension.whereItFits) return model;
  reportMissing(missing, {
    extension: IDENTIFIER.exec(getHead(text))?.[1] ?? file,
    core: getModelName(model),
    since,
    reporter,
  });
  // The extension imports types that the model lacks, so it is made for another
  // protocol or revision. Further errors would have the same cause.
  if (missing.length > 0) return null;
  const renamed = new Map(imports.map(({ local, name }) => [local, name]));
  const declared = mergeDeclarations(
    readDeclarations(source, reporter, renamed),
    reporter,
  );
  const identifier = readIdentifier(extension, model, reporter);
  const marked = declared
    .filter(({ name }) => name !== VERSION)
    .map((declaration): Declaration =>
      markIntegers({ ...declaration, extension: identifier }),
    );
  for (const declaration of marked)
    refuseTaken(declaration, known, model, reporter);
  // Stop here on errors, because the next steps would report the unknown names
  // a second time.
  if (reporter.failed) return null;
  const declarations = [...model.declarations, ...marked];
  const all = mapByName(declarations);
  if (!checkExtent(all, reporter, marked)) return null;
  if (!proven) checkTypes(text, reporter, core);
  if (reporter.failed) return null;
  checkDeclarations(all, reporter, marked);
  if (reporter.failed) return null;
  const methods = readMessages(marked, all, model, reporter);
  const version = declared.find(({ name }) => name === VERSION);
  const sha256 = hash("sha256", text, "hex");
  const entry: Extension = {
    identifier,
    version:
      version?.kind === "constant" && typeof version.value === "string"
        ? version.value
        : null,
    ...readDeclaredBy(getHead(text), declared, methods.length > 0, reporter),
    source: { revision: null, file, commit, sha256 },
  };
  if (reporter.failed) return null;
  const extended: ProtocolModel = {
    ...model,
    declarations,
    methods: [...model.methods, ...methods],
    extensions: [...(model.extensions ?? []), entry],
  };
  if (!proven) checkResolvable(extended, reporter, marked);
  return extended;
}

function readMessages(
  own: readonly Declaration[],
  all: ReadonlyMap<string, Declaration>,
  model: ProtocolModel,
  reporter: Reporter,
): Method[] {
  const taken = new Map(model.methods.map((method) => [method.method, method]));
  return extensionMessages(own, all).map((sent) => {
    const { method, declaration } = sent;
    const first = taken.get(method);
    if (first)
      reporter.error(
        "MCP163",
        declaration.position,
        `\`${declaration.name}\` has the method "${method}", which \`${first.declaration}\` of ${getOwnerName(first, model)} already uses`,
      );
    const { extension = "" } = declaration;
    const read = readMethod(sent, all, { revision: null, reporter });
    const params = read.params && withoutAny(read.params);
    const added = { ...read, params, extension };
    taken.set(method, added);
    return added;
  });
}

/**
 * Removes the index signature `{ [key: string]: any }`, which the params of a
 * message inherit from their base type. In an intersection with this index
 * signature, a member of type `string` would have the type `any & string`,
 * which is `any`.
 */
function withoutAny(params: TypeNode): TypeNode {
  if (params.kind !== "intersection") return params;
  const said = params.types.filter(
    (type) =>
      type.kind !== "object" ||
      !type.members.every(
        (member) => member.kind === "index" && isAny(member.type),
      ),
  );
  return said.length === 0 ? params : intersectionType(said);
}

/**
 * Reports a declaration if the revision or a previously added extension already
 * declares the same name.
 */
function refuseTaken(
  { name, position }: Declaration,
  known: ReadonlyMap<string, Declaration>,
  model: ProtocolModel,
  reporter: Reporter,
): void {
  const first = known.get(name);
  if (!first) return;
  const { line, column } = first.position;
  reporter.error(
    "MCP162",
    position,
    `\`${name}\` is already declared by ${getOwnerName(first, model)} at ${getSource(model, first).file}:${line}:${column}`,
  );
}

/**
 * Returns the identifier of the extension. The identifier is given on the
 * command line or in the file.
 */
function readIdentifier(
  { identifier, text }: ExtensionSource,
  model: ProtocolModel,
  reporter: Reporter,
): string {
  const said = IDENTIFIER.exec(getHead(text));
  const found = identifier ?? said?.[1] ?? "";
  const at = identifier === undefined ? (said?.index ?? 0) : 0;
  if (!KEY.test(found))
    reporter.error(
      "MCP164",
      at,
      found === ""
        ? "The file of the extension does not contain the extension's identifier"
        : `"${found}" is not a valid identifier of an extension`,
    );
  else if (
    model.extensions?.some((extension) => extension.identifier === found)
  )
    reporter.error("MCP165", at, `The extension ${found} was given twice`);
  return found;
}

/**
 * Returns the text before the first statement of a file. The text consists only
 * of comments and white space.
 */
function getHead(text: string): string {
  return /^(?:\s|\/\/.*|\/\*[^]*?\*\/)*/.exec(text)?.[0] ?? "";
}

function getModelName({ source }: ProtocolModel): string {
  return source.revision ?? source.file;
}

/**
 * Returns the name of the revision or extension that contains a declaration or
 * method. Error messages contain the name.
 */
function getOwnerName(
  { extension }: Pick<Declaration, "extension">,
  model: ProtocolModel,
): string {
  return extension ?? getModelName(model);
}
