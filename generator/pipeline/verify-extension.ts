/** Compares a file with the schema of a known extension. */
import { fingerprint } from "../model/identity/fingerprint.js";
import type { Declaration } from "../model/types.js";
import { parseSchema } from "../parse/index.js";
import { extensionTable, readBundledExtension } from "../source/extensions.js";
import {
  readBundledSchema,
  type ExtensionSource,
  type SchemaSource,
} from "../source/read.js";
import { revisionTable } from "../source/revisions.js";
import type { Diagnostic } from "../support/errors.js";
import { unifiedDiff } from "../write/check.js";
import { printStructure, type Verification } from "./verify.js";

/**
 * Returns the declarations of an extension's file. The file is parsed together
 * with a protocol schema that declares the types that the extension imports.
 */
function declaredIn(
  extension: ExtensionSource,
  core: SchemaSource,
): { readonly own: Declaration[]; readonly warnings: readonly Diagnostic[] } {
  const extended = { ...core, extensions: [extension] };
  const { model, warnings } = parseSchema(core.text, extended);
  const own = model.declarations.filter(
    (declaration) => declaration.extension !== undefined,
  );
  return { own, warnings };
}

/** Returns the revision for which the bundled extensions are written. */
function newest(): SchemaSource {
  return readBundledSchema(revisionTable().latest);
}

/**
 * Returns the structural fingerprint of the declarations in an extension's
 * file, without the protocol types that the file imports.
 */
export function extensionFingerprint(extension: ExtensionSource): string {
  return fingerprint({ declarations: declaredIn(extension, newest()).own });
}

/**
 * Compares the structure of a file with the pinned structure of an extension.
 *
 * @param name Name of a bundled extension.
 * @throws UserError if the file cannot be parsed.
 */
export function verifyExtension(
  { text, file, commit }: SchemaSource,
  name: string,
): { verdict: Verification; warnings: readonly Diagnostic[] } {
  const table = extensionTable().extensions;
  const { fingerprint: expected = "", identifier = "" } = table[name] ?? {};
  const source = { text, file, commit, identifier, proven: false };
  const { own, warnings } = declaredIn(source, newest());
  const found = fingerprint({ declarations: own });
  const ok = found === expected;
  const bundled = (): Declaration[] =>
    declaredIn(readBundledExtension(name), newest()).own;
  return {
    verdict: {
      ok,
      file,
      revision: name,
      fingerprint: found,
      expected,
      is: Object.entries(table)
        .filter(([, pin]) => pin.fingerprint === found)
        .map(([revision]) => revision),
      diff: ok
        ? null
        : unifiedDiff(
            name,
            file,
            printStructure({ declarations: bundled() }),
            printStructure({ declarations: own }),
          ),
    },
    warnings,
  };
}
