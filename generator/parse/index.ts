/**
 * Converts the text of a `schema.ts` to a protocol model. All unsupported
 * constructs are reported together.
 */
import { hash } from "node:crypto";
import type { ExtensionSource } from "../source/read.js";
import { UserError } from "../support/errors.js";
import type { SinceTable } from "../model/history.js";
import {
  MODEL_VERSION,
  type Declaration,
  type ProtocolModel,
} from "../model/types.js";
import { extendModel } from "./extension/extend.js";
import { mapByName } from "../model/lookup.js";
import { checkDeclarations } from "./check/references.js";
import { readDeclarations } from "./read/declarations.js";
import { checkExtent } from "./check/extent.js";
import { mergeDeclarations } from "./read/merge.js";
import { readMethods } from "./protocol/methods.js";
import { createReporter, type Reporter } from "./reporter.js";
import { dateDeclarations, dateMethods } from "./protocol/since.js";
import { normalizeText, readSource } from "./read/source.js";
import { checkResolvable } from "./check/resolvable.js";
import { checkTypes } from "./check/typecheck.js";

/** Facts about a schema that its text does not contain. */
export interface ParseOptions {
  /** Path of the file, for use in messages. */
  readonly file: string;
  /** Known revision whose pinned content equals the file, or null. */
  readonly revision?: string | null;
  /** Commit of the upstream repository from which the file was taken. */
  readonly commit?: string | null;
  /** Version of the protocol, which replaces `LATEST_PROTOCOL_VERSION`. */
  readonly protocolVersion?: string | undefined;
  /**
   * First revision of each name. Without this table, the model has no `since`.
   */
  readonly since?: SinceTable;
  /** Extensions of the protocol to add to the model, in order. */
  readonly extensions?: readonly ExtensionSource[];
}

/**
 * Last text that was parsed without errors or warnings, and its declarations.
 * They are reused if the next text is the same, because a draft may equal the
 * release before it.
 */
let last: { text: string; declarations: readonly Declaration[] } | undefined;

/**
 * Parses a schema. Returns its model and warnings about its source.
 *
 * @throws UserError with all unsupported constructs, in the order of the file.
 */
export function parseSchema(text: string, options: ParseOptions) {
  const { file, revision = null, commit = null, since } = options;
  const normalized = normalizeText(text);
  const reporter = createReporter(file, normalized);
  // Known revisions need fewer checks. They are valid, because their content
  // equals the pinned content.
  const proven = revision !== null;
  const declarations =
    proven && last?.text === normalized
      ? last.declarations
      : readChecked(file, normalized, { proven }, reporter);
  if (!declarations) throw failure(reporter);
  const byName = mapByName(declarations);
  if (!byName.has("ClientRequest"))
    reporter.error("MCP104", 0, "The file declares no type `ClientRequest`");
  // Stop here on errors: the next step resolves names, which may not terminate
  // on an invalid schema.
  if (reporter.failed) throw failure(reporter);
  const methods = readMethods(byName, revision, reporter);
  const protocolVersion =
    options.protocolVersion ?? readVersion(byName, reporter);
  if (reporter.failed) throw failure(reporter);
  const sha256 = hash("sha256", normalized, "hex");
  const model: ProtocolModel = {
    modelVersion: MODEL_VERSION,
    protocolVersion,
    source: { revision, file, commit, sha256 },
    declarations: since ? dateDeclarations(since)(declarations) : declarations,
    methods: since ? dateMethods(methods, since) : methods,
  };
  if (!proven) checkResolvable(model, reporter);
  if (reporter.failed) throw failure(reporter);
  const warnings = reporter.diagnostics();
  if (warnings.length === 0) last = { text: normalized, declarations };
  return (options.extensions ?? []).reduce(
    (before, extension) => {
      const { model, warnings } = extendModel(
        before.model,
        normalized,
        extension,
      );
      return { model, warnings: [...before.warnings, ...warnings] };
    },
    { model, warnings },
  );
}

function failure(reporter: Reporter): UserError {
  const all = reporter.diagnostics();
  return new UserError(all.filter(({ severity }) => severity === "error"));
}

/**
 * Returns the declarations of a text, or null if the text cannot be parsed. All
 * findings are added to the reporter.
 *
 * @param options `proven` means that the text equals its pinned content, so
 *   that it is not checked with TypeScript.
 */
export function readChecked(
  file: string,
  text: string,
  { proven }: { readonly proven: boolean },
  reporter: Reporter,
): readonly Declaration[] | null {
  const source = readSource(file, text, reporter);
  if (!source) return null;
  const declarations = mergeDeclarations(
    readDeclarations(source, reporter),
    reporter,
  );
  const byName = mapByName(declarations);
  if (!checkExtent(byName, reporter)) return null;
  if (!proven) checkTypes(text, reporter);
  if (!reporter.failed) checkDeclarations(byName, reporter);
  return declarations;
}

function readVersion(
  declarations: ReadonlyMap<string, Declaration>,
  reporter: Reporter,
): string | null {
  const found = declarations.get("LATEST_PROTOCOL_VERSION");
  if (found?.kind === "constant" && typeof found.value === "string")
    return found.value;
  reporter.warning(
    "MCP150",
    found?.position ?? null,
    "The schema does not declare its protocol version",
  );
  return null;
}
