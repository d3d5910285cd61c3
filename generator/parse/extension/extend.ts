/**
 * Adds an extension to the model of a protocol revision. The schema of an
 * extension is parsed like a schema of the protocol. Every imported type is
 * looked up in the model, regardless of the module in the import.
 */
import { hash } from "node:crypto";
import type { SinceTable } from "../../model/history.js";
import { markIntegers } from "../../model/integers.js";
import {
  declarationsByName,
  getOwnerName,
  getSource,
  mapByName,
} from "../../model/lookup.js";
import type {
  Declaration,
  Extension,
  ProtocolModel,
} from "../../model/types.js";
import type { ExtensionSource } from "../../source/read.js";
import type { Diagnostic } from "../../support/errors.js";
import { checkExtent } from "../check/extent.js";
import { checkDeclarations } from "../check/references.js";
import { checkResolvable } from "../check/resolvable.js";
import { checkTypes } from "../check/typecheck.js";
import { readDeclarations } from "../read/declarations.js";
import { mergeDeclarations } from "../read/merge.js";
import { normalizeText, readSource } from "../read/source.js";
import { createReporter, toUserError, type Reporter } from "../reporter.js";
import { readDeclaredBy, readIdentifier } from "./head.js";
import { findMissing, readImports, reportMissing } from "./imports.js";
import { readMessages } from "./messages.js";

/**
 * Model with the added extension, and the warnings about the extension's file.
 */
interface Extended {
  readonly model: ProtocolModel;
  readonly warnings: readonly Diagnostic[];
}

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
  const { file, commit = null, proven } = extension;
  const text = normalizeText(extension.text);
  const reporter = createReporter(file, text);
  const source = readSource(file, text, reporter);
  if (!source) throw toUserError(reporter);
  const imports = readImports(source, reporter);
  const missing = findMissing(imports, model);
  if (missing.length > 0 && extension.whereItFits)
    return { model, warnings: [] };
  const identifier = readIdentifier(text, extension, model, reporter);
  if (missing.length > 0) {
    // The extension is made for another protocol or revision. All further
    // errors would have the same cause.
    reportMissing(missing, identifier || file, model, since, reporter);
    throw toUserError(reporter);
  }
  const renamed = new Map(imports.map(({ local, name }) => [local, name]));
  const declared = mergeDeclarations(
    readDeclarations(source, reporter, renamed),
    reporter,
  );
  const own = declared
    .filter(({ name }) => name !== VERSION)
    .map((declaration) =>
      markIntegers({ ...declaration, extension: identifier }),
    );
  refuseTaken(own, model, reporter);
  const declarations = [...model.declarations, ...own];
  const all = mapByName(declarations);
  // Each step needs the result of the step before without errors. Otherwise,
  // the step may not end, or reports the same fault again.
  if (reporter.failed || !checkExtent(all, reporter, own))
    throw toUserError(reporter);
  if (!proven) checkTypes(text, reporter, core);
  if (!reporter.failed) checkDeclarations(all, reporter, own);
  if (reporter.failed) throw toUserError(reporter);
  const methods = readMessages(own, all, model, reporter);
  const version = mapByName(declared).get(VERSION);
  const entry: Extension = {
    identifier,
    version:
      version?.kind === "constant" && typeof version.value === "string"
        ? version.value
        : null,
    ...readDeclaredBy(text, own, methods.length > 0, reporter),
    source: {
      revision: null,
      file,
      commit,
      sha256: hash("sha256", text, "hex"),
    },
  };
  const extended: ProtocolModel = {
    ...model,
    declarations,
    methods: [...model.methods, ...methods],
    extensions: [...(model.extensions ?? []), entry],
  };
  if (!proven && !reporter.failed) checkResolvable(extended, reporter, own);
  if (reporter.failed) throw toUserError(reporter);
  return { model: extended, warnings: reporter.diagnostics() };
}

/**
 * Reports the declarations whose names the revision or a previously added
 * extension already declares.
 */
function refuseTaken(
  own: readonly Declaration[],
  model: ProtocolModel,
  reporter: Reporter,
): void {
  const known = declarationsByName(model);
  for (const { name, position } of own) {
    const first = known.get(name);
    if (!first) continue;
    const { line, column } = first.position;
    reporter.error(
      "MCP162",
      position,
      `\`${name}\` is already declared by ${getOwnerName(model, first)} at ${getSource(model, first).file}:${line}:${column}`,
    );
  }
}
