/**
 * Parse stage: converts the text of a `schema.ts` to a protocol model. All
 * unsupported constructs are reported together.
 */
import { createHash } from "node:crypto";
import { UserError } from "../support/errors.js";
import type { SinceTable } from "../model/history.js";
import {
  MODEL_VERSION,
  type Declaration,
  type ProtocolModel,
} from "../model/types.js";
import { extendModel, type ExtensionText } from "./extension/extend.js";
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

/** Facts about a schema that its text does not hold. */
export interface ParseOptions {
  /** Path to show to people. */
  readonly file: string;
  /** Known revision whose pin the file matches, or null. */
  readonly revision?: string | null;
  /** Commit of upstream's repository from which the file comes. */
  readonly commit?: string | null;
  /** Version to use instead of `LATEST_PROTOCOL_VERSION`. */
  readonly protocolVersion?: string | undefined;
  /** Table of first revisions. Without it the model has no `since`. */
  readonly since?: SinceTable;
  /** Extensions of the protocol, in order. */
  readonly extensions?: readonly ExtensionText[];
}

/** Last text without errors. A draft may be equal to the release before it. */
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
  // Known revisions are valid because they match their pins.
  const proven = revision !== null;
  const declarations =
    proven && last?.text === normalized
      ? last.declarations
      : readChecked(file, normalized, { proven }, reporter);
  if (!declarations) throw failure(reporter);
  const byName = new Map(
    declarations.map((declaration) => [declaration.name, declaration]),
  );
  if (!byName.has("ClientRequest"))
    reporter.error("MCP104", 0, "The file declares no type `ClientRequest`");
  // Stop here on errors: name resolution may not terminate on an invalid
  // schema.
  if (reporter.failed) throw failure(reporter);
  const methods = readMethods(byName, revision, reporter);
  const protocolVersion =
    options.protocolVersion ?? readVersion(byName, reporter);
  if (reporter.failed) throw failure(reporter);
  const sha256 = createHash("sha256").update(normalized).digest("hex");
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
 * Returns the declarations of a text, or null if it cannot be parsed. The
 * reporter holds the findings.
 *
 * @param options A text that matches its pin is not checked with TypeScript.
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
  const byName = new Map(
    declarations.map((declaration) => [declaration.name, declaration]),
  );
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
