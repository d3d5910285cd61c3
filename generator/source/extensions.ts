/** Where the schema of an extension comes from: this package, or a file. */
import { existsSync } from "node:fs";
import { mapAll } from "../support/errors.js";
import { nearest } from "../support/nearest.js";
import { packageText } from "../support/package.js";
import { sourceError } from "./diagnostics.js";
import { readSchemaFile, type ExtensionSource } from "./read.js";
import { bundled } from "./revisions.js";

/** What `schema/extensions.json` pins for one extension. */
export interface ExtensionPin {
  readonly identifier: string;
  /** Upstream's repository, commit (40 hex digits), and path there. */
  readonly repository: string;
  readonly commit: string | null;
  /** In place of a commit: the package, with its version, that has the path. */
  readonly package?: string;
  readonly path: string;
  /** sha256 (hex) and size of upstream's file, byte for byte. */
  readonly sha256: string;
  readonly bytes: number;
  /** Structural fingerprint of what upstream's file declares. */
  readonly fingerprint: string;
}

/** `schema/extensions.json`: by the name that the command line has for each. */
export interface ExtensionTable {
  readonly extensions: Readonly<Record<string, ExtensionPin>>;
}

/** The extensions that this package bundles. */
export const extensionTable = bundled<ExtensionTable>("schema/extensions.json");

/** `com.example/name=FILE` names the extension that a file is of. */
const NAMED_FILE = /^([A-Za-z][\w.-]*\/[\w.-]+)=(.+)$/;

/** An extension as a word names it: one of ours, or a file. */
export interface NamedExtension {
  /** One that this package has. */
  readonly name?: string;
  readonly file?: string;
  readonly identifier?: string;
}

/** What a word of `--extension` means. */
export function namedExtension(word: string): NamedExtension {
  if (Object.hasOwn(extensionTable().extensions, word)) return { name: word };
  const [, identifier, file] = existsSync(word)
    ? []
    : (NAMED_FILE.exec(word) ?? []);
  return identifier && file ? { file, identifier } : { file: word };
}

/** Where this package has the schema of an extension, below its folder. */
export function bundledExtensionPath(name: string): string {
  return `schema/extensions/${name}/schema.ts`;
}

/**
 * Reads the extensions that words name, in order.
 *
 * @throws UserError with all that are neither known nor a file.
 */
export function readExtensions(words: readonly string[]): ExtensionSource[] {
  return mapAll(words, (word) => {
    const { name, file = "", identifier } = namedExtension(word);
    if (name !== undefined) return readBundledExtension(name);
    if (!existsSync(file) && !/[\\/]|\.ts$/.test(file))
      throw unknownExtension(file);
    const { text } = readSchemaFile(file);
    return {
      text,
      file,
      commit: null,
      proven: false,
      ...(identifier !== undefined && { identifier }),
    };
  });
}

/** The schema that this package holds for an extension. */
export function readBundledExtension(name: string): ExtensionSource {
  const file = bundledExtensionPath(name);
  const { commit = null } = extensionTable().extensions[name] ?? {};
  return { text: packageText(file), file, commit, proven: true };
}

/** @throws UserError for a name that is none of an extension of ours. */
export function requireBundled(name: string): void {
  if (namedExtension(name).name === undefined) throw unknownExtension(name);
}

function unknownExtension(word: string): Error {
  const known = Object.keys(extensionTable().extensions);
  const like = nearest(word, known);
  return sourceError(
    "MCP005",
    `There is neither an extension nor a file "${word}".${like ? ` Did you mean "${like}"?` : ""}`,
    { cause: `Known extensions: ${known.join(", ")}.` },
  );
}
