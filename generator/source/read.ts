import { placeAt } from "../support/errors.js";
import { packageText } from "../support/package.js";
import { cacheFolder } from "./pull/cache-folder.js";
import { readPulled } from "./pull/cache.js";
import { sourceError } from "./diagnostics.js";
import { appearance } from "./appearance.js";
import { bundledPath, revisionPin, revisionTable } from "./revisions.js";
import { readUserText } from "./user-text.js";

/** The text of one schema file, and what is known of its origin. */
export interface SchemaSource {
  readonly text: string;
  /** Path as people are shown it. */
  readonly file: string;
  readonly revision: string | null;
  readonly commit: string | null;
  /** What extends it. */
  readonly extensions?: readonly ExtensionSource[];
}

/** The text of an extension's schema, and what is known of its origin. */
export interface ExtensionSource {
  readonly text: string;
  /** Path as people are shown it. */
  readonly file: string;
  readonly commit: string | null;
  /** What it is called, if the file need not say it. */
  readonly identifier?: string;
  /** Whether it is known to be sound, by its pin. */
  readonly proven: boolean;
  /** Whether a schema that lacks what it imports goes without it. */
  readonly whereItFits?: boolean;
}

/** Whose text of a revision: this package's own, or upstream's as pulled. */
export type TextSource = "bundled" | "pulled";

/** The schema that this package holds for a known revision. */
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
 * A known revision in the text that was asked for; ours by default. Upstream's
 * is called the same on every machine, wherever the cache folder is.
 *
 * @throws UserError when upstream's was not pulled, or is damaged.
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
 * Reads a schema file of the user's.
 *
 * @throws UserError when it is missing, a folder, unreadable, too large, no
 *   text, empty, or clearly of another kind.
 */
export function readSchemaFile(file: string): SchemaSource {
  const text = readUserText(file, (what, cause) =>
    sourceError(
      CODES[what],
      what === "absent"
        ? `There is no file ${file}.`
        : `${file} can not be read.`,
      { cause },
    ),
  );
  const other = appearance(Buffer.from(text));
  if (other !== null && !other.startsWith("the schema of "))
    throw sourceError("MCP012", `${file} is no schema.ts.`, {
      cause: `It seems to be ${other}.`,
      place: placeAt(0, file, text),
    });
  return { text, file, revision: null, commit: null };
}
