/** Reads an extension's schema, from this package or from a file. */
import { existsSync } from "node:fs";
import type { Extension } from "../model/types.js";
import { mapAll } from "../support/errors.js";
import { nearest } from "../support/nearest.js";
import { packageText } from "../support/package.js";
import { sourceError } from "./diagnostics.js";
import { readSchemaFile, type ExtensionSource } from "./read.js";
import { bundled } from "./revisions.js";

/**
 * Pin of one extension in `schema/extensions.json`: commit, hashes and size of
 * upstream's file.
 */
export interface ExtensionPin {
  readonly identifier: string;
  /**
   * Side that declares the extension, and the types of the settings, as in the
   * model. Upstream's file does not contain these facts.
   */
  readonly declaredBy: Extension["declaredBy"];
  readonly clientSettings: string | null;
  readonly serverSettings: string | null;
  /**
   * Upstream's repository, the commit (40 hex digits), and the path of the file
   * in the repository.
   */
  readonly repository: string;
  readonly commit: string | null;
  /**
   * npm package with its version, instead of a commit, if upstream publishes
   * the file in a package.
   */
  readonly package?: string;
  readonly path: string;
  /**
   * SHA-256 (hex) and size in bytes of upstream's file. Null if upstream
   * publishes a document instead of a schema file.
   */
  readonly sha256: string | null;
  readonly bytes: number | null;
  /**
   * Structural fingerprint of upstream's file: a hash that ignores comments and
   * formatting. If upstream publishes a document, the fingerprint of the
   * bundled schema.
   */
  readonly fingerprint: string;
}

/**
 * Content of `schema/extensions.json`: pinned files, by the command-line name
 * of the extension.
 */
export interface ExtensionTable {
  readonly extensions: Readonly<Record<string, ExtensionPin>>;
}

/** Returns the content of `schema/extensions.json`. */
export const extensionTable = bundled<ExtensionTable>("schema/extensions.json");

/**
 * Syntax `com.example/name=FILE` in the option `--extension`, which sets the
 * identifier of the extension in FILE.
 */
const NAMED_FILE = /^([A-Za-z][\w.-]*\/[\w.-]+)=(.+)$/;

/**
 * Extension that is named on the command line: a bundled extension, or a file.
 */
export interface NamedExtension {
  /** Name of a bundled extension. */
  readonly name?: string;
  readonly file?: string;
  readonly identifier?: string | undefined;
}

/** Parses a value of the option `--extension`. */
export function namedExtension(word: string): NamedExtension {
  if (Object.hasOwn(extensionTable().extensions, word)) return { name: word };
  const [, identifier, file] = NAMED_FILE.exec(word) ?? [];
  return file ? { file, identifier } : { file: word };
}

/** Returns the path of a bundled extension's schema in this package. */
export function bundledExtensionPath(name: string): string {
  return `schema/extensions/${name}/schema.ts`;
}

/**
 * Reads the extensions with the given names, in order.
 *
 * @throws UserError with all names that are neither a bundled extension nor a
 *   file.
 */
export function readExtensions(words: readonly string[]): ExtensionSource[] {
  return mapAll(words, (word) => {
    const { name, file = "", identifier } = namedExtension(word);
    if (name !== undefined) return readBundledExtension(name);
    if (!existsSync(file) && !/[\\/]|\.ts$/.test(file))
      throw unknownExtension(file);
    const { text } = readSchemaFile(file);
    return { text, file, ...(identifier !== undefined && { identifier }) };
  });
}

/** Returns the bundled schema of an extension. */
export function readBundledExtension(name: string): ExtensionSource {
  const file = bundledExtensionPath(name);
  const { commit = null } = extensionTable().extensions[name] ?? {};
  return { text: packageText(file), file, commit, proven: true };
}

/**
 * Throws an error if no bundled extension has the given name.
 *
 * @throws UserError
 */
export function requireBundled(name: string): void {
  if (namedExtension(name).name === undefined) throw unknownExtension(name);
}

function unknownExtension(word: string): Error {
  const known = Object.keys(extensionTable().extensions);
  const similar = nearest(word, known);
  return sourceError(
    "MCP005",
    `"${word}" is neither a bundled extension nor a file.${similar ? ` Did you mean "${similar}"?` : ""}`,
    { cause: `Known extensions: ${known.join(", ")}.` },
  );
}
