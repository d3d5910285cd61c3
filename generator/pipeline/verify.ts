import { formatDeclaration } from "../emit/types/declaration-printer.js";
import type { Diagnostic } from "../support/errors.js";
import { NO_DOC } from "../model/build.js";
import { sortByName } from "../model/lookup.js";
import { meaningTags } from "../model/doc-tags.js";
import { fingerprint } from "../model/identity/fingerprint.js";
import type { Declaration, Doc, ProtocolModel } from "../model/types.js";
import { parseSchema } from "../parse/index.js";
import { readBundledSchema, type SchemaSource } from "../source/read.js";
import { revisionTable } from "../source/revisions.js";
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

type Declarations = Pick<ProtocolModel, "declarations">;

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
  const pins = revisionTable().revisions;
  const verdict = createVerdict(source.file, revision, model, pins, () => {
    const bundled = readBundledSchema(revision);
    return parseSchema(bundled.text, bundled).model;
  });
  return { verdict, warnings };
}

/**
 * Compares the declarations of a file with the revision or extension that is
 * pinned under `name`, and returns the result.
 *
 * @param readBundled Function that returns the bundled declarations. Called
 *   only if the fingerprints differ, to create the diff.
 */
export function createVerdict(
  file: string,
  name: string,
  declared: Declarations,
  pins: Readonly<Record<string, { readonly fingerprint: string }>>,
  readBundled: () => Declarations,
): Verification {
  const found = fingerprint(declared);
  const expected = pins[name]?.fingerprint ?? "";
  const ok = found === expected;
  return {
    ok,
    file,
    revision: name,
    fingerprint: found,
    expected,
    is: Object.entries(pins)
      .filter(([, pin]) => pin.fingerprint === found)
      .map(([pinned]) => pinned),
    diff: ok
      ? null
      : unifiedDiff(
          name,
          file,
          printStructure(readBundled()),
          printStructure(declared),
        ),
  };
}

/**
 * Returns a text with everything that the fingerprint covers. Models with the
 * same fingerprint have the same text. Names are sorted. Doc comments keep only
 * the tags with a meaning for the protocol, such as `@minimum`.
 */
export function printStructure({ declarations }: Declarations): string {
  return sortByName(declarations)
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
      ? { ...NO_DOC, text: meaningTags(value as Doc).join("\n") }
      : value,
  );
  return JSON.parse(text) as Declaration;
}
