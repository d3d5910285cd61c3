import { formatDeclaration } from "../emit/types/declaration-printer.js";
import type { Diagnostic } from "../support/errors.js";
import { NO_DOC } from "../model/build.js";
import { facts } from "../model/doc-tags.js";
import { fingerprint } from "../model/identity/fingerprint.js";
import type { Declaration, Doc, ProtocolModel } from "../model/types.js";
import { parseSchema } from "../parse/index.js";
import { readBundledSchema, type SchemaSource } from "../source/read.js";
import { revisionPin, revisionTable } from "../source/revisions.js";
import { unifiedDiff } from "../write/check.js";

/** Result of comparing a file with a revision. */
export interface Verification {
  readonly ok: boolean;
  readonly file: string;
  readonly revision: string;
  /**
   * Fingerprint of the file, and the fingerprint that is pinned for the
   * revision.
   */
  readonly fingerprint: string;
  readonly expected: string;
  /** Names of the known revisions with the same structure as the file. */
  readonly is: readonly string[];
  /**
   * Unified diff from the structure of the revision to the structure of the
   * file. Null if both structures are equal.
   */
  readonly diff: string | null;
}

/**
 * Compares the structure of a file with the pinned structure of a revision.
 *
 * @throws UserError if the file cannot be parsed.
 */
export function verifySchema(
  source: SchemaSource,
  revision: string,
): { verdict: Verification; warnings: readonly Diagnostic[] } {
  const { model, warnings } = parseSchema(source.text, source);
  const found = fingerprint(model);
  const { fingerprint: expected } = revisionPin(revision);
  const ok = found === expected;
  const verdict: Verification = {
    ok,
    file: source.file,
    revision,
    fingerprint: found,
    expected,
    is: Object.entries(revisionTable().revisions)
      .filter(([, pin]) => pin.fingerprint === found)
      .map(([name]) => name),
    diff: ok ? null : differenceFrom(revision, model),
  };
  return { verdict, warnings };
}

function differenceFrom(revision: string, model: ProtocolModel): string {
  const bundled = readBundledSchema(revision);
  return unifiedDiff(
    revision,
    model.source.file,
    printStructure(parseSchema(bundled.text, bundled).model),
    printStructure(model),
  );
}

/**
 * Returns a text with everything that the fingerprint covers. Models with the
 * same fingerprint have the same text. Names are sorted. Doc comments keep only
 * the tags with a meaning for the protocol, such as `@minimum`.
 */
export function printStructure({
  declarations,
}: Pick<ProtocolModel, "declarations">): string {
  return [...declarations]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map((declaration) => `${formatDeclaration(bare(declaration))}\n`)
    .join("\n");
}

/**
 * Returns the declaration with only those doc tags that have a meaning for the
 * protocol, such as `@minimum`.
 */
function bare(declaration: Declaration): Declaration {
  const text = JSON.stringify(declaration, (name, value: unknown) =>
    name === "doc"
      ? { ...NO_DOC, text: facts(value as Doc).join("\n") }
      : value,
  );
  return JSON.parse(text) as Declaration;
}
