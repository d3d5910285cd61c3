/**
 * The parse stage: the text of a `schema.ts` becomes a protocol model. What
 * the model does not have is reported, all of it at once.
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

/** What is known of a schema beside its text. */
export interface ParseOptions {
  /** Path as people are shown it. */
  readonly file: string;
  /** The known revision that the file is proven to be by its pin, or null. */
  readonly revision?: string | null;
  /** Upstream's commit that the file is of. */
  readonly commit?: string | null;
  /** Takes the place of `LATEST_PROTOCOL_VERSION`. */
  readonly protocolVersion?: string | undefined;
  /** Since when there is what revisions have; no dates without it. */
  readonly since?: SinceTable;
  /** What extends the protocol, in order. */
  readonly extensions?: readonly ExtensionText[];
}

/** The last text in which nothing was wrong: a draft may be the release before it. */
let last: { text: string; declarations: readonly Declaration[] } | undefined;

/**
 * Reads a schema: its model, and what deserves a second look in its source.
 *
 * @throws UserError with all that the model does not have, in the order of the file.
 */
export function parseSchema(text: string, options: ParseOptions) {
  const { file, revision = null, commit = null, since } = options;
  const normalized = normalizeText(text);
  const reporter = createReporter(file, normalized);
  // Revisions are proven by their pins.
  const proven = revision !== null;
  const declarations =
    proven && last?.text === normalized
      ? last.declarations
      : readChecked(file, normalized, { proven }, reporter);
  if (!declarations) throw failure(reporter);
  const byName = new Map(declarations.map((d) => [d.name, d]));
  if (!byName.has("ClientRequest"))
    reporter.error("MCP104", 0, "There is no type `ClientRequest`");
  // What follows resolves names, which has an end in sound text alone.
  if (reporter.failed) throw failure(reporter);
  const methods = readMethods(byName, revision, reporter);
  const protocolVersion =
    options.protocolVersion ?? versionOf(byName, reporter);
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
 * The declarations of a text, or null when there are none to be had. What was
 * found in them is in the reporter.
 *
 * @param options Proven text is known to be sound, and TypeScript is not asked.
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
  const byName = new Map(declarations.map((d) => [d.name, d]));
  if (!checkExtent(byName, reporter)) return null;
  if (!proven) checkTypes(text, reporter);
  if (!reporter.failed) checkDeclarations(byName, reporter);
  return declarations;
}

function versionOf(
  declarations: ReadonlyMap<string, Declaration>,
  reporter: Reporter,
): string | null {
  const found = declarations.get("LATEST_PROTOCOL_VERSION");
  if (found?.kind === "constant" && typeof found.value === "string")
    return found.value;
  reporter.warning(
    "MCP150",
    found?.position ?? null,
    "The schema does not say its protocol version",
  );
  return null;
}
