import type { Diagnostic } from "./errors.js";
import { fingerprint } from "./model/fingerprint.js";
import {
  structuralDifferences,
  type StructuralDifference,
} from "./model/structural-diff.js";
import { parseSchema } from "./parse/index.js";
import { readBundledSchema, type SchemaSource } from "./source/read.js";
import { revisionPin, revisionTable } from "./source/revisions.js";

/** Whether a file is a revision, and how it differs where it is not. */
export interface Verdict {
  readonly ok: boolean;
  readonly file: string;
  readonly revision: string;
  /** Of the file, and the one that is pinned for the revision. */
  readonly fingerprint: string;
  readonly expected: string;
  /** The known revisions that the file is. */
  readonly is: readonly string[];
  readonly differences: readonly StructuralDifference[];
}

/**
 * Compares a file's structure with what is pinned for a revision.
 *
 * @throws UserError when the file can not be parsed.
 */
export function verifySchema(
  source: SchemaSource,
  revision: string,
): { verdict: Verdict; warnings: readonly Diagnostic[] } {
  const { model, warnings } = parseSchema(source.text, source);
  const found = fingerprint(model);
  const { fingerprint: expected } = revisionPin(revision);
  const ok = found === expected;
  const verdict: Verdict = {
    ok,
    file: source.file,
    revision,
    fingerprint: found,
    expected,
    is: Object.entries(revisionTable().revisions)
      .filter(([, pin]) => pin.fingerprint === found)
      .map(([name]) => name),
    differences: ok ? [] : differencesFrom(revision, model),
  };
  return { verdict, warnings };
}

function differencesFrom(
  revision: string,
  model: Parameters<typeof structuralDifferences>[1],
): StructuralDifference[] {
  const bundled = readBundledSchema(revision);
  return structuralDifferences(parseSchema(bundled.text, bundled).model, model);
}
