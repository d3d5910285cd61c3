import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { codeFrame } from "../support/errors.js";
import { PACKAGE_ROOT } from "../support/package.js";
import { cacheFolder } from "./pull/cache-folder.js";
import { readPulled } from "./pull/cache.js";
import { sourceError } from "./diagnostics.js";
import { appearance } from "./appearance.js";
import { bundledPath, revisionPin, revisionTable } from "./revisions.js";

/** The text of one schema file, and what is known of its origin. */
export interface SchemaSource {
  readonly text: string;
  /** Path as people are shown it. */
  readonly file: string;
  readonly revision: string | null;
  readonly commit: string | null;
}

/** Whose text of a revision: this package's own, or upstream's as pulled. */
export type TextSource = "bundled" | "pulled";

/** Largest schema file that is read, in bytes; upstream's is under 0.1 MB. */
const MAX_SCHEMA_BYTES = 16 * 1024 * 1024;

/** The schema that this package holds for a known revision. */
export function readBundledSchema(revision: string): SchemaSource {
  const pin = revisionPin(revision);
  const file = bundledPath(revision);
  return {
    text: readFileSync(join(PACKAGE_ROOT, file), "utf8"),
    file,
    revision,
    commit: pin.commit,
  };
}

/**
 * Upstream's own file for a known revision, as `schema pull` keeps it. It is
 * called the same on every machine, wherever the cache folder is.
 *
 * @throws UserError when it was not pulled or is damaged.
 */
function readPulledSchema(revision: string): SchemaSource {
  const pin = revisionPin(revision);
  const { repository } = revisionTable();
  return {
    text: readPulled(revision, pin, cacheFolder()).toString("utf8"),
    file: `${repository.split("/").pop()}@${pin.commit.slice(0, 12)}/${pin.path}`,
    revision,
    commit: pin.commit,
  };
}

/** A known revision in the text that was asked for; ours by default. */
export function readRevision(
  revision: string,
  source: TextSource = "bundled",
): SchemaSource {
  return source === "pulled"
    ? readPulledSchema(revision)
    : readBundledSchema(revision);
}

/**
 * Reads a schema file of the user's.
 *
 * @throws UserError when it is missing, a folder, unreadable, empty, binary,
 *   not UTF-8, clearly of another kind, or over {@link MAX_SCHEMA_BYTES}.
 */
export function readSchemaFile(file: string): SchemaSource {
  const bytes = readBytes(file);
  if (bytes.length === 0)
    throw sourceError("MCP012", `${file} is empty.`, {
      cause: "It has no bytes.",
    });
  const nul = bytes.indexOf(0);
  if (nul >= 0)
    throw sourceError("MCP012", `${file} is not text.`, {
      cause: `It has a NUL byte at offset ${nul}.`,
    });
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw sourceError("MCP012", `${file} is not UTF-8 text.`);
  }
  const other = appearance(bytes);
  if (other !== null && !other.startsWith("the schema of "))
    throw sourceError("MCP012", `${file} is no schema.ts.`, {
      cause: `It seems to be ${other}.`,
      place: { file, line: 1, column: 1, frame: codeFrame(text, 1, 1) },
    });
  return { text, file, revision: null, commit: null };
}

function readBytes(file: string): Buffer {
  try {
    const stat = statSync(file);
    if (stat.isDirectory())
      throw sourceError("MCP011", `${file} is a folder.`, {
        cause: "A schema is one file.",
      });
    if (stat.size > MAX_SCHEMA_BYTES)
      throw sourceError(
        "MCP013",
        `${file} is too large: ${stat.size} bytes; the limit is ${MAX_SCHEMA_BYTES}.`,
      );
    return readFileSync(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    if (code === "ENOENT")
      throw sourceError("MCP010", `There is no file ${file}.`);
    throw sourceError("MCP011", `${file} can not be read: ${code}.`);
  }
}
