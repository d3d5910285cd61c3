import type { LaterTable, SinceTable } from "../model/history.js";
import { nearest } from "../support/nearest.js";
import { packageText } from "../support/package.js";
import { sourceError } from "./diagnostics.js";

/**
 * Pin of one revision in `schema/revisions.json`: commit, hashes and size of
 * upstream's files.
 */
export interface RevisionPin {
  /**
   * Commit of upstream's repository (40 hex digits), and path of `schema.ts` in
   * that commit.
   */
  readonly commit: string;
  readonly path: string;
  /** SHA-256 (hex) and size in bytes of upstream's `schema.ts`. */
  readonly sha256: string;
  readonly bytes: number;
  /**
   * Structural fingerprints of upstream's `schema.ts` and `schema.json`: hashes
   * that ignore comments and formatting.
   */
  readonly fingerprint: string;
  readonly schemaJson: string;
}

/** Content of `schema/revisions.json`. */
export interface RevisionTable {
  readonly latest: string;
  readonly repository: string;
  /** Pins by revision: oldest first, `draft` last. */
  readonly revisions: Readonly<Record<string, RevisionPin>>;
}

/**
 * Returns a function that reads a JSON file of this package. The file is read
 * only once.
 */
export function bundled<Table>(file: string): () => Table {
  let table: Table | undefined;
  return () => (table ??= JSON.parse(packageText(file)) as Table);
}

/** Returns the content of `schema/revisions.json`. */
export const revisionTable = bundled<RevisionTable>("schema/revisions.json");

/**
 * Returns a table with the revision that introduced each method, declaration
 * and member.
 */
export const bundledSince = bundled<SinceTable>("schema/since.json");

/**
 * Returns a table that lists, for each revision, the content types and enum
 * values that only later revisions define.
 */
export const bundledLater = bundled<LaterTable>("schema/later.json");

/** Returns the names of the bundled revisions: oldest first, `draft` last. */
export function knownRevisions(): string[] {
  return Object.keys(revisionTable().revisions);
}

/**
 * Returns the revisions whose name is a date. They are released, and servers
 * and clients support them by default.
 */
export function datedRevisions(): string[] {
  return knownRevisions().filter((name) => /^\d/.test(name));
}

/**
 * Returns the pin of a known revision: commit, hashes and size of upstream's
 * files.
 */
export function revisionPin(revision: string): RevisionPin {
  const pin = revisionTable().revisions[revision];
  if (!pin) throw unknownRevision(revision);
  return pin;
}

/** Returns the path of a revision's bundled schema in this package. */
export function bundledPath(revision: string): string {
  return `schema/${revision}/schema.ts`;
}

/**
 * Counts the methods of a bundled schema without parsing it. In bundled
 * schemas, every `method` member with a literal type declares a method, and no
 * comment contains such a member.
 */
export function countMethods(text: string): number {
  const found = text.matchAll(/^\s*method: "([^"]+)";$/gm);
  return new Set([...found].map(([, method]) => method)).size;
}

/**
 * Resolves the values of `--rev` to revisions: splits commas, resolves `all`
 * and `latest`, removes duplicates, and sorts oldest first.
 *
 * @throws UserError if a name is unknown. The error suggests the nearest known
 *   name.
 */
export function resolveRevisions(values: readonly string[]): string[] {
  const known = knownRevisions();
  const wanted = new Set<string>();
  for (const value of values.flatMap((list) => list.split(","))) {
    const name = value.trim();
    if (name === "all") known.forEach((revision) => wanted.add(revision));
    else if (name === "latest") wanted.add(revisionTable().latest);
    else if (known.includes(name)) wanted.add(name);
    else throw unknownRevision(name);
  }
  return known.filter((revision) => wanted.has(revision));
}

/**
 * Returns the error for an unknown revision. If `what` is `"file"`, the error
 * says that the name is neither a revision nor a file.
 */
export function unknownRevision(name: string, what?: "file"): Error {
  const known = knownRevisions();
  const suggestion = nearest(name, [
    ...known,
    "latest",
    ...(what ? [] : ["all"]),
  ]);
  const problem = what
    ? "neither a revision nor a file"
    : "not a known revision";
  return sourceError(
    "MCP001",
    name === ""
      ? "The name of the revision is empty."
      : `"${name}" is ${problem}.${suggestion ? ` Did you mean "${suggestion}"?` : ""}`,
    {
      cause: `Known revisions: ${known.join(", ")}.`,
      ...(what && {
        fix: 'Pass a known revision, "latest", or the path of a schema.ts.',
      }),
    },
  );
}
