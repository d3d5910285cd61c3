import { placeAt } from "../support/errors.js";
import { packageText } from "../support/package.js";
import { cacheFolder } from "./pull/cache-folder.js";
import { readPulled } from "./pull/cache.js";
import { sourceError } from "./diagnostics.js";
import { appearance } from "./appearance.js";
import { bundledPath, revisionPin, revisionTable } from "./revisions.js";
import { readUserText } from "./user-text.js";

/** Text of a protocol schema, with its origin. */
export interface SchemaSource {
  readonly text: string;
  /** Path of the schema file, as shown to people. */
  readonly file: string;
  readonly revision: string | null;
  readonly commit: string | null;
  /** Extensions that are generated together with the schema. */
  readonly extensions?: readonly ExtensionSource[];
}

/** Text of an extension's schema, with its origin. */
export interface ExtensionSource {
  readonly text: string;
  /** Path of the extension's file, as shown to people. */
  readonly file: string;
  readonly commit?: string | null;
  /** Identifier of the extension, for a file that does not declare it. */
  readonly identifier?: string;
  /**
   * Whether the file is known to be valid because its content matches a pinned
   * hash.
   */
  readonly proven?: boolean;
  /**
   * Whether the extension is optional. An optional extension is left out if the
   * schema does not declare the types that the extension imports.
   */
  readonly whereItFits?: boolean;
}

/**
 * Origin of a revision's text: bundled with this package, or pulled from
 * upstream.
 */
export type TextSource = "bundled" | "pulled";

/** Returns the bundled schema of a known revision. */
export function readBundledSchema(revision: string): SchemaSource {
  const pin = revisionPin(revision);
  const file = bundledPath(revision);
  return {
    text: packageText(file),
    file,
    revision,
    commit: pin.commit,
  };
}

/**
 * Returns the schema text of a known revision from the requested origin. The
 * origin is `bundled` by default. The shown path of a pulled file does not
 * depend on the machine's cache folder.
 *
 * @throws UserError if upstream's file was not pulled, or is damaged.
 */
export function readRevision(
  revision: string,
  source: TextSource = "bundled",
): SchemaSource {
  if (source === "bundled") return readBundledSchema(revision);
  const pin = revisionPin(revision);
  const { repository } = revisionTable();
  return {
    text: readPulled(revision, pin, cacheFolder()).toString("utf8"),
    file: `${repository.split("/").pop()}@${pin.commit.slice(0, 12)}/${pin.path}`,
    revision,
    commit: pin.commit,
  };
}

const CODES = {
  absent: "MCP010",
  unreadable: "MCP011",
  binary: "MCP012",
  large: "MCP013",
} as const;

/**
 * Reads a schema file of the user.
 *
 * @throws UserError if the file is missing, a folder, unreadable, too large,
 *   not text, empty, or clearly another kind of file.
 */
export function readSchemaFile(file: string): SchemaSource {
  const text = readUserText(file, (what, cause) =>
    sourceError(
      CODES[what],
      what === "absent"
        ? `The file ${file} does not exist.`
        : `Cannot read ${file}.`,
      { cause },
    ),
  );
  const other = appearance(Buffer.from(text));
  if (other !== null && !other.startsWith("the schema of "))
    throw sourceError("MCP012", `${file} is not a schema.ts.`, {
      cause: `The file seems to be ${other}.`,
      place: placeAt(0, file, text),
    });
  return { text, file, revision: null, commit: null };
}
