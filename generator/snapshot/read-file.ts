/**
 * Writes a snapshot as text, and reads a snapshot from a TypeScript file
 * without running the file.
 */
import { isObject } from "../../runtime/validation/guards.js";
import { readUserText } from "../source/user-text.js";
import { placeAt } from "../support/errors.js";
import { escapeUnsafe, parseJson } from "../support/json.js";
import type { Json } from "../new/manifest/listing.js";
import { checkListing } from "../new/manifest/check-listing.js";
import { isStoredAddress } from "./address.js";
import { snapshotError } from "./diagnostics.js";
import {
  getListing,
  hashOf,
  LIST_NAMES,
  SNAPSHOT_FORMAT,
  toCanonical,
  type Snapshot,
} from "./snapshot.js";

/** Lines that mark the start and the end of the JSON snapshot in a file. */
const BEGIN = "\n/* snapshot begin */\n";
const END = ";\n/* snapshot end */";

/**
 * Returns the snapshot as JSON, with one comment before the JSON and one after
 * it. The comments mark the JSON for `readSnapshotFile`.
 */
export function snapshotText(snapshot: Snapshot): string {
  const json = escapeUnsafe(JSON.stringify(snapshot, null, 2));
  return `${BEGIN}${json}${END}`;
}

/** Snapshot that a file contains, and the whole text of the file. */
export interface SnapshotFile {
  readonly snapshot: Snapshot;
  readonly text: string;
}

/**
 * Reads the snapshot in a file.
 *
 * @param allowEdits Whether to accept entries that do not match their hashes.
 * @throws UserError if the file has no snapshot, or a snapshot that this version
 *   cannot use.
 */
export function readSnapshotFile(
  file: string,
  allowEdits = false,
): SnapshotFile {
  const text = readUserText(file, (_what, cause) =>
    snapshotError("MCP660", `Cannot read ${file}.`, { cause }),
  );
  const begin = text.indexOf(BEGIN);
  const end = text.lastIndexOf(END);
  if (begin < 0 || end < begin)
    throw snapshotError("MCP660", `${file} has no snapshot.`);
  // Replace the text before the snapshot by blank lines, so that positions of
  // errors refer to the whole file.
  const before = text.slice(0, begin + BEGIN.length);
  const json = before.replace(/[^\n]/g, " ") + text.slice(before.length, end);
  const value = parseJson(json, file, (why, { line, column }) =>
    snapshotError(
      "MCP660",
      `The snapshot in ${file} is not valid JSON: ${why}`,
      {
        place: placeAt(offsetOf(text, line, column), file, text),
      },
    ),
  );
  const snapshot = checkSnapshot(value, file);
  for (const list of allowEdits ? [] : LIST_NAMES)
    for (const { sha256, definition } of snapshot[list])
      if (hashOf(toCanonical(definition) as Json) !== sha256)
        throw snapshotError(
          "MCP661",
          `${file} contains an edited entry with the hash ${sha256}.`,
          { place: placeAt(text.indexOf(sha256), file, text) },
        );
  return { snapshot, text };
}

function offsetOf(text: string, line: number, column: number): number {
  const lines = text.split("\n").slice(0, line - 1);
  return lines.reduce((sum, { length }) => sum + length + 1, 0) + column - 1;
}

function checkSnapshot(value: unknown, file: string): Snapshot {
  const refuse = (cause: string) =>
    snapshotError("MCP660", `The snapshot in ${file} is not valid.`, { cause });
  if (!isObject(value) || typeof value.format !== "number")
    throw refuse(
      'The member "format" of the snapshot is missing or is not a number.',
    );
  if (value.format > SNAPSHOT_FORMAT)
    throw snapshotError(
      "MCP662",
      `${file} has a snapshot with the format ${value.format}; this version of mcp-codegen supports format ${SNAPSHOT_FORMAT}.`,
    );
  if (!isStoredAddress(value.address))
    throw refuse('The snapshot has no valid "address".');
  for (const list of LIST_NAMES) {
    const entries: unknown = value[list];
    const isList =
      Array.isArray(entries) &&
      entries.every(
        (entry: unknown) =>
          isObject(entry) &&
          typeof entry.sha256 === "string" &&
          isObject(entry.definition),
      );
    if (!isList) throw refuse(`"${list}" is not a list of entries.`);
  }
  const snapshot = value as unknown as Snapshot;
  const [finding] = checkListing(getListing(snapshot), Infinity);
  if (finding) throw refuse(finding.message);
  return snapshot;
}
