/**
 * Converts the text of a `schema.ts` to a protocol model. All unsupported
 * constructs in the text are reported together.
 */
import { hash } from "node:crypto";
import type { ExtensionSource } from "../source/read.js";
import type { SinceTable } from "../model/history.js";
import {
  MODEL_VERSION,
  type Declaration,
  type ProtocolModel,
} from "../model/types.js";
import { markIntegers } from "../model/integers.js";
import { extendModel } from "./extension/extend.js";
import { mapByName } from "../model/lookup.js";
import { checkDeclarations } from "./check/references.js";
import { readDeclarations } from "./read/declarations.js";
import { checkExtent } from "./check/extent.js";
import { mergeDeclarations } from "./read/merge.js";
import type { GivenCapabilities } from "./protocol/capabilities.js";
import { readMethods } from "./protocol/methods.js";
import { createReporter, toUserError, type Reporter } from "./reporter.js";
import { dateDeclarations, dateMethods } from "./protocol/since.js";
import { normalizeText, readSource } from "./read/source.js";
import { checkResolvable } from "./check/resolvable.js";
import { checkTypes } from "./check/typecheck.js";

/** Information about a schema that its text does not contain. */
export interface ParseOptions {
  /** Path of the file. Error messages contain the path. */
  readonly file: string;
  /**
   * Published revision whose schema is identical to the file, according to the
   * pinned hash. Null for any other file.
   */
  readonly revision?: string | null;
  /** Commit of the upstream repository from which the file was taken. */
  readonly commit?: string | null;
  /**
   * Protocol version that is used instead of the `LATEST_PROTOCOL_VERSION` in
   * the schema.
   */
  readonly protocolVersion?: string | undefined;
  /**
   * Table with the first revision that contains each name. Without this table,
   * the model does not state first revisions (`since`).
   */
  readonly since?: SinceTable;
  /**
   * Capabilities that the user names for methods. They take precedence over the
   * capabilities that mcp-codegen knows.
   */
  readonly capabilities?: GivenCapabilities | undefined;
  /** Extensions that are added to the model, in this order. */
  readonly extensions?: readonly ExtensionSource[];
}

/**
 * Cache of the declarations of published revisions, by schema text. A process
 * that generates code several times parses each text only once. Texts with
 * warnings are not cached.
 */
const published = new Map<string, readonly Declaration[]>();

/**
 * Cache of models, by their declarations. The declarations of a published
 * revision are shared, so a process that generates code several times uses one
 * model of each revision. Results that are cached for a model are used again.
 */
const models = new WeakMap<
  readonly Declaration[],
  { readonly facts: string; readonly model: ProtocolModel }
>();

/**
 * Parses a schema. Returns its model and warnings about the schema.
 *
 * @throws UserError with all unsupported constructs, in the order of the file.
 */
export function parseSchema(text: string, options: ParseOptions) {
  const { file, revision = null, commit = null, since } = options;
  const normalized = normalizeText(text);
  const reporter = createReporter(file, normalized);
  // Known revisions need fewer checks, because their content equals the pinned
  // content and is therefore valid.
  const proven = revision !== null;
  const declarations =
    (proven && published.get(normalized)) ||
    readChecked(file, normalized, { proven }, reporter);
  if (!declarations) throw toUserError(reporter);
  const byName = mapByName(declarations);
  if (!byName.has("ClientRequest"))
    reporter.error("MCP104", 0, "The file declares no type `ClientRequest`");
  // Stop here on errors: the next step resolves names, which may not terminate
  // on an invalid schema.
  if (reporter.failed) throw toUserError(reporter);
  const methods = readMethods(byName, revision, reporter, options.capabilities);
  const protocolVersion =
    options.protocolVersion ?? readVersion(byName, reporter);
  if (reporter.failed) throw toUserError(reporter);
  const sha256 = hash("sha256", normalized, "hex");
  const model = shareModel({
    modelVersion: MODEL_VERSION,
    protocolVersion,
    source: { revision, file, commit, sha256 },
    declarations: since ? dateDeclarations(since)(declarations) : declarations,
    methods: since ? dateMethods(methods, since) : methods,
  });
  if (!proven) checkResolvable(model, reporter);
  if (reporter.failed) throw toUserError(reporter);
  const warnings = reporter.diagnostics();
  if (proven && warnings.length === 0) published.set(normalized, declarations);
  return (options.extensions ?? []).reduce(
    (before, extension) => {
      const { model, warnings } = extendModel(
        before.model,
        normalized,
        extension,
        since,
      );
      return { model, warnings: [...before.warnings, ...warnings] };
    },
    { model, warnings },
  );
}

/** Returns an equal model with the same declarations, or else the given model. */
function shareModel(model: ProtocolModel): ProtocolModel {
  const facts = JSON.stringify({ ...model, declarations: null });
  const known = models.get(model.declarations);
  if (known?.facts === facts) return known.model;
  models.set(model.declarations, { facts, model });
  return model;
}

/**
 * Returns the declarations of a text, or null if the text cannot be parsed. All
 * errors and warnings are added to the reporter.
 *
 * @param options If `proven` is true, the text equals its pinned content.
 *   TypeScript's checks are then skipped.
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
  return declarations.map(markIntegers);
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
