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
import { createVerdict, type Verification } from "./verify.js";

/**
 * Returns the declarations of an extension's file. The file is parsed together
 * with the schema of the latest protocol revision, which declares the types
 * that the extension imports. The bundled extensions import their types from
 * the same schema.
 */
function declaredIn(extension: ExtensionSource): {
  readonly declarations: Declaration[];
  readonly warnings: readonly Diagnostic[];
} {
  const core = readBundledSchema(revisionTable().latest);
  const extended = { ...core, extensions: [extension] };
  const { model, warnings } = parseSchema(core.text, extended);
  const declarations = model.declarations.filter(
    (declaration) => declaration.extension !== undefined,
  );
  return { declarations, warnings };
}

/**
 * Returns the structural fingerprint of the declarations in an extension's
 * file, without the protocol types that the file imports.
 */
export function extensionFingerprint(extension: ExtensionSource): string {
  return fingerprint(declaredIn(extension));
}

/**
 * Compares the structure of a file with the pinned structure of an extension.
 *
 * @param name Name of a bundled extension.
 * @throws UserError if the file cannot be parsed.
 */
export function verifyExtension(
  { text, file }: SchemaSource,
  name: string,
): { verdict: Verification; warnings: readonly Diagnostic[] } {
  const pins = extensionTable().extensions;
  const { identifier = "" } = pins[name] ?? {};
  const source = { text, file, identifier };
  const { declarations, warnings } = declaredIn(source);
  const verdict = createVerdict(file, name, { declarations }, pins, () =>
    declaredIn(readBundledExtension(name)),
  );
  return { verdict, warnings };
}
