import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { userError } from "../errors.js";
import { PACKAGE_ROOT } from "../package.js";
import { revisionPin } from "./revisions.js";

/** The text of one schema file, and what is known of its origin. */
export interface SchemaSource {
  readonly text: string;
  /** Path as people are shown it. */
  readonly file: string;
  readonly revision: string | null;
  readonly commit: string | null;
}

/** Largest schema file that is read, in bytes; upstream's is under 0.1 MB. */
export const MAX_SCHEMA_BYTES = 16 * 1024 * 1024;

/** The schema that this package holds for a known revision. */
export function readBundledSchema(revision: string): SchemaSource {
  const pin = revisionPin(revision);
  const file = `schema/${revision}/schema.ts`;
  return {
    text: readFileSync(join(PACKAGE_ROOT, file), "utf8"),
    file,
    revision,
    commit: pin.commit,
  };
}

/**
 * Reads a schema file of the user's.
 *
 * @throws UserError when it is missing, a folder, unreadable, empty, binary,
 *   not UTF-8, or over {@link MAX_SCHEMA_BYTES}.
 */
export function readSchemaFile(file: string): SchemaSource {
  const bytes = readBytes(file);
  if (bytes.length === 0)
    throw badFile("schema-empty", `${file} is empty.`, "It has no bytes.");
  if (bytes.includes(0))
    throw badFile(
      "schema-binary",
      `${file} is not text.`,
      `It has a NUL byte at offset ${bytes.indexOf(0)}.`,
    );
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw badFile(
      "schema-encoding",
      `${file} is not UTF-8 text.`,
      "It has bytes that no UTF-8 text can have.",
    );
  }
  return { text, file, revision: null, commit: null };
}

function readBytes(file: string): Buffer {
  try {
    const stat = statSync(file);
    if (stat.isDirectory())
      throw badFile(
        "schema-folder",
        `${file} is a folder.`,
        "--schema takes a file.",
      );
    if (stat.size > MAX_SCHEMA_BYTES)
      throw badFile(
        "schema-too-large",
        `${file} is too large: ${stat.size} bytes.`,
        `The limit is ${MAX_SCHEMA_BYTES} bytes; upstream's schema.ts is under 100,000.`,
      );
    return readFileSync(file);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === undefined) throw error;
    throw badFile(
      code === "ENOENT" ? "schema-missing" : "schema-unreadable",
      code === "ENOENT"
        ? `There is no file ${file}.`
        : `${file} can not be read.`,
      `The system says ${code}.`,
    );
  }
}

function badFile(code: string, message: string, cause: string): Error {
  return userError(code, message, {
    cause,
    fix: "Pass the path of an MCP schema.ts, or a bundled revision with --rev.",
  });
}
