/**
 * A model with an extension in it. The extension's schema is read as a schema of
 * the protocol is; what it imports is looked for in the model, wherever it says that
 * it comes from.
 */
import { createHash } from "node:crypto";
import { intersectionType } from "../../model/build.js";
import { declarationsByName, sourceOf } from "../../model/lookup.js";
import { isAny } from "../../model/members/resolve.js";
import type {
  Declaration,
  Extension,
  Method,
  ProtocolModel,
  TypeNode,
} from "../../model/types.js";
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
import { missingImports, readImports } from "./imports.js";
import { extensionMessages } from "./messages.js";

/** The schema of an extension, and what is known of it beside its text. */
export interface ExtensionText {
  readonly text: string;
  /** Path as people are shown it. */
  readonly file: string;
  /** Upstream's commit that the file is of. */
  readonly commit: string | null;
  /** What it is called where the file does not say. */
  readonly identifier?: string | undefined;
  /** Whether it is known to be sound, by its pin. */
  readonly proven?: boolean;
  /** Whether a model that lacks what it imports goes without it. */
  readonly whereItFits?: boolean;
}

/** A model, and what deserves a second look. */
interface Extended {
  readonly model: ProtocolModel;
  readonly warnings: readonly Diagnostic[];
}

/** How a file says its identifier, in its first comment. */
const IDENTIFIER = /^[\s/*]*Extension Identifier:\s*`?([^\s`*]+)/im;

/** `com.example/name`: a `_meta` key with a prefix, as MCP asks of identifiers. */
const KEY =
  /^[A-Za-z](?:[\w-]*\w)?(?:\.[A-Za-z](?:[\w-]*\w)?)*\/\w(?:[\w.-]*\w)?$/;

/** The constant that is the version of a schema, the protocol's as an extension's. */
const VERSION = "LATEST_PROTOCOL_VERSION";

/**
 * Adds an extension.
 *
 * @param core Text of the schema that the model is of.
 * @throws UserError with all that is wrong in the extension's file.
 */
export function extendModel(
  model: ProtocolModel,
  core: string,
  extension: ExtensionText,
): Extended {
  const text = normalizeText(extension.text);
  const reporter = createReporter(extension.file, text);
  const extended = read(model, core, { ...extension, text }, reporter);
  const found = reporter.diagnostics();
  if (extended && !reporter.failed) return { model: extended, warnings: found };
  throw new UserError(found.filter(({ severity }) => severity === "error"));
}

function read(
  model: ProtocolModel,
  core: string,
  extension: ExtensionText,
  reporter: Reporter,
): ProtocolModel | null {
  const { text, file, commit, proven = false } = extension;
  const source = readSource(file, text, reporter);
  if (!source) return null;
  const known = declarationsByName(model);
  const imports = readImports(source, reporter);
  const missing = missingImports(imports, known);
  if (missing.length > 0 && extension.whereItFits) return model;
  for (const { name, at, hint } of missing)
    reporter.error("MCP160", at, `${nameOf(model)} has no \`${name}\`.${hint}`);
  // It is not of this protocol: what else does not fit would say no more.
  if (missing.length > 0) return null;
  const renamed = new Map(imports.map(({ local, name }) => [local, name]));
  const declared = mergeDeclarations(
    readDeclarations(source, reporter, renamed),
    reporter,
  );
  const identifier = identifierOf(extension, model, reporter);
  const marked = declared
    .filter(({ name }) => name !== VERSION)
    .map((one): Declaration => ({ ...one, extension: identifier }));
  for (const one of marked) refuseTaken(one, known, model, reporter);
  // Names that are not there would be reported once more by whoever resolves them.
  if (reporter.failed) return null;
  const declarations = [...model.declarations, ...marked];
  const all = new Map(declarations.map((one) => [one.name, one]));
  const own = new Map(marked.map((one) => [one.name, one]));
  if (!checkExtent(all, reporter, own.values())) return null;
  if (!proven) checkTypes(text, reporter, core);
  if (reporter.failed) return null;
  checkDeclarations(all, reporter, own.values());
  if (reporter.failed) return null;
  const methods = readMessages(marked, all, model, reporter);
  const version = declared.find(({ name }) => name === VERSION);
  const sha256 = createHash("sha256").update(text).digest("hex");
  const entry: Extension = {
    identifier,
    version:
      version?.kind === "constant" && typeof version.value === "string"
        ? version.value
        : null,
    source: { revision: null, file, commit, sha256 },
  };
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
  const taken = new Map(model.methods.map((one) => [one.method, one]));
  return extensionMessages(own, all).map((sent) => {
    const { method, declaration } = sent;
    const first = taken.get(method);
    if (first)
      reporter.error(
        "MCP163",
        declaration.position,
        `\`${declaration.name}\` has the method "${method}", as \`${first.declaration}\` of ${whose(first, model)} has`,
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
 * Params without the `{ [key: string]: any }` that those of the message have which
 * they narrow: TypeScript takes `any & string` for any.
 */
function withoutAny(params: TypeNode): TypeNode {
  if (params.kind !== "intersection") return params;
  const said = params.types.filter(
    (type) =>
      type.kind !== "object" ||
      !type.members.every((one) => one.kind === "index" && isAny(one.type)),
  );
  return said.length === 0 ? params : intersectionType(said);
}

/** A declaration whose name the revision has, or an extension before this one. */
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
    `\`${name}\` is declared by ${whose(first, model)} too, at ${sourceOf(model, first).file}:${line}:${column}`,
  );
}

/** What the file is the extension of: said in it, or by who named the file. */
function identifierOf(
  { identifier, text }: ExtensionText,
  model: ProtocolModel,
  reporter: Reporter,
): string {
  // The comments above the first statement.
  const [head = ""] = /^(?:\s|\/\/.*|\/\*[^]*?\*\/)*/.exec(text) ?? [];
  const said = IDENTIFIER.exec(head);
  const found = identifier ?? said?.[1] ?? "";
  const at = identifier === undefined ? (said?.index ?? 0) : 0;
  if (!KEY.test(found))
    reporter.error(
      "MCP164",
      at,
      found === ""
        ? "The file does not say which extension it is"
        : `"${found}" is no identifier of an extension`,
    );
  else if (model.extensions?.some((one) => one.identifier === found))
    reporter.error("MCP165", at, `${found} is named twice`);
  return found;
}

function nameOf({ source }: ProtocolModel): string {
  return source.revision ?? source.file;
}

/** Whose a declaration or a method is, for messages. */
function whose(
  { extension }: Pick<Declaration, "extension">,
  model: ProtocolModel,
): string {
  return extension ?? nameOf(model);
}
