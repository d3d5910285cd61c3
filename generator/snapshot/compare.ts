/** Compares two snapshots of a server, and judges which group each change affects. */
import { isObject } from "../../runtime/validation/guards.js";
import { listingChanges } from "../explore/listing-changes.js";
import { change, textChanges } from "../explore/listing-entries.js";
import type { ListingChange } from "../explore/page-data.js";
import { findInvisible } from "../lint-tools/texts.js";
import {
  getListing,
  LIST_NAMES,
  SNAPSHOT_LISTS,
  type Snapshot,
  type SnapshotEntry,
} from "./snapshot.js";

/**
 * Group that a change affects. With `callers`, calls of existing clients can
 * fail. With `models`, language models read a different definition. A
 * `compatible` change affects neither.
 */
export type Verdict = "callers" | "models" | "compatible";

/** Change of a server, with the group that the change affects (`verdict`). */
export interface SnapshotChange extends Pick<
  ListingChange,
  "kind" | "of" | "path" | "before" | "after" | "why"
> {
  readonly subject: ListingChange["subject"] | "server";
  readonly verdict: Verdict;
}

/** Returns all changes from one snapshot to a later one, in a stable order. */
export async function compareSnapshots(
  older: Snapshot,
  newer: Snapshot,
): Promise<SnapshotChange[]> {
  const found = await listingChanges(getListing(older), getListing(newer));
  const explained = new Set(found.map(entryKey));
  const changes = LIST_NAMES.flatMap((list) =>
    newer[list].flatMap((entry) => {
      const name = String(entry.definition[SNAPSHOT_LISTS[list]]);
      const was = older[list].find(
        ({ definition }) => definition[SNAPSHOT_LISTS[list]] === name,
      );
      if (was?.sha256 === entry.sha256) return [];
      const subject = SUBJECTS[list];
      const invisible = invisibleChanges(subject, name, was, entry);
      if (!was || explained.has(entryKey({ subject, of: name })))
        return invisible;
      return [...invisible, change(subject, name, name, OTHER)];
    }),
  );
  return [...serverChanges(older, newer), ...[...found, ...changes].map(judge)];
}

const SUBJECTS = {
  tools: "tool",
  prompts: "prompt",
  resources: "resource",
  resourceTemplates: "resource template",
} as const;

/**
 * Effect of a change in members that no comparison rule covers, such as
 * `_meta`.
 */
const OTHER = {
  kind: "changed",
  breaks: false,
  why: "Neither calls nor models depend on the changed members.",
} as const;

function entryKey({
  subject,
  of,
}: Pick<ListingChange, "subject" | "of">): string {
  return `${subject} ${of}`;
}

function judge({
  breaks,
  isForModels = false,
  ...found
}: ListingChange): SnapshotChange {
  const verdict = breaks ? "callers" : isForModels ? "models" : "compatible";
  return { ...found, verdict };
}

/**
 * Returns the changes in the data that the server reports about itself, such as
 * its name.
 */
function serverChanges(older: Snapshot, newer: Snapshot): SnapshotChange[] {
  const [was, is] = [older, newer].map(({ server, revision }) => ({
    ...server,
    revision,
  })) as readonly Json[] as [Json, Json];
  return ["name", "version", "instructions", "revision"].flatMap((member) =>
    textChanges("tool", "server", member, member === "instructions", [
      was[member],
      is[member],
    ]).map((found) => ({ ...judge(found), subject: "server" as const })),
  );
}

interface Json {
  readonly [member: string]: unknown;
}

function invisibleChanges(
  subject: ListingChange["subject"],
  name: string,
  was: SnapshotEntry | undefined,
  is: SnapshotEntry,
): ListingChange[] {
  const hidden = findInvisible(texts(is.definition).join("\n"));
  if (
    hidden === null ||
    hidden === (was && findInvisible(texts(was.definition).join("\n")))
  )
    return [];
  const why = `The definition contains invisible characters (${hidden}). A model reads them, but a reviewer cannot see them.`;
  const effect = { kind: "changed", breaks: false, why } as const;
  return [
    { ...change(subject, name, `${name} text`, effect), isForModels: true },
  ];
}

/** Returns all strings in a JSON value, including keys. */
function texts(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(texts);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, part]) => [key, ...texts(part)]);
}
