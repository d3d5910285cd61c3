import type { LaterTable, SinceTable } from "../model/history.js";
import { nearest } from "../support/nearest.js";
import { packageText } from "../support/package.js";
import { sourceError } from "./diagnostics.js";

/** What `schema/revisions.json` pins for one revision. */
export interface RevisionPin {
  /** Upstream's commit (40 hex digits) and path of its `schema.ts` there. */
  readonly commit: string;
  readonly path: string;
  /** sha256 (hex) and size of upstream's file, byte for byte. */
  readonly sha256: string;
  readonly bytes: number;
  /** Structural fingerprint of upstream's file, and of its `schema.json`. */
  readonly fingerprint: string;
  readonly schemaJson: string;
}

/** `schema/revisions.json`. */
export interface RevisionTable {
  readonly latest: string;
  readonly repository: string;
  /** By revision, oldest first, `draft` last. */
  readonly revisions: Readonly<Record<string, RevisionPin>>;
}

/** A table of this package's, which is read once. */
export function bundled<Table>(file: string): () => Table {
  let table: Table | undefined;
  return () => (table ??= JSON.parse(packageText(file)) as Table);
}

/** The revisions that this package bundles. */
export const revisionTable = bundled<RevisionTable>("schema/revisions.json");

/** Since when there is what the bundled revisions have. */
export const bundledSince = bundled<SinceTable>("schema/since.json");

/** What only later revisions than each know. */
export const bundledLater = bundled<LaterTable>("schema/later.json");

/** Names of the bundled revisions, oldest first, `draft` last. */
export function knownRevisions(): string[] {
  return Object.keys(revisionTable().revisions);
}

/** Those with a date: what is released, and spoken by default. */
export function datedRevisions(): string[] {
  return knownRevisions().filter((name) => /^\d/.test(name));
}

/** The pin of a known revision. */
export function revisionPin(revision: string): RevisionPin {
  const pin = revisionTable().revisions[revision];
  if (!pin) throw unknownRevision(revision);
  return pin;
}

/** Where this package has the schema of a revision, below its folder. */
export function bundledPath(revision: string): string {
  return `schema/${revision}/schema.ts`;
}

/**
 * Counts the methods of a bundled schema without parsing it: there, a `method`
 * whose type is a literal is one, and no comment has its like.
 */
export function countMethods(text: string): number {
  const found = text.matchAll(/^\s*method: "([^"]+)";$/gm);
  return new Set([...found].map(([, method]) => method)).size;
}

/**
 * Turns `--rev` values into revisions: commas split, `all` and `latest`
 * resolved, repetitions dropped, oldest first.
 *
 * @throws UserError when one is not known; it names the nearest that is.
 */
export function resolveRevisions(values: readonly string[]): string[] {
  const known = knownRevisions();
  const wanted = new Set<string>();
  for (const value of values.flatMap((v) => v.split(","))) {
    const name = value.trim();
    if (name === "all") known.forEach((revision) => wanted.add(revision));
    else if (name === "latest") wanted.add(revisionTable().latest);
    else if (known.includes(name)) wanted.add(name);
    else throw unknownRevision(name);
  }
  return known.filter((revision) => wanted.has(revision));
}

/** The error for a name that no revision has; `what` says what it could name. */
export function unknownRevision(name: string, what?: "file"): Error {
  const known = knownRevisions();
  const suggestion = nearest(name, [
    ...known,
    "latest",
    ...(what ? [] : ["all"]),
  ]);
  const no = what ? "neither a revision nor a file" : "no revision";
  return sourceError(
    "MCP001",
    name === ""
      ? "An empty revision name."
      : `There is ${no} "${name}".${suggestion ? ` Did you mean "${suggestion}"?` : ""}`,
    {
      cause: `Known revisions: ${known.join(", ")}.`,
      ...(what && {
        fix: 'Pass one of these, "latest", or the path of a schema.ts.',
      }),
    },
  );
}
