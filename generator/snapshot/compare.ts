/**
 * Compares two snapshots of a server. Determines for each change whether it
 * breaks callers, changes what models read, or is compatible.
 */
import { listingChanges } from "../explore/listing-changes.js";
import { textChanges } from "../explore/listing-entries.js";
import type { ListingChange } from "../explore/page-data.js";
import { getListing, type Snapshot } from "./snapshot.js";

/**
 * Verdicts about changes, most severe first. Each verdict has a label for
 * reports, and a SARIF level.
 */
export const VERDICTS = {
  callers: { label: "breaks callers", level: "error" },
  models: { label: "changes what models read", level: "warning" },
  compatible: { label: "compatible", level: "note" },
} as const;

export const VERDICT_NAMES = Object.keys(VERDICTS) as Verdict[];
type Verdict = keyof typeof VERDICTS;

/** Change of a server, with the verdict about the change. */
export type SnapshotChange = Omit<ListingChange, "breaks" | "isForModels"> & {
  readonly verdict: Verdict;
};

/**
 * Returns all changes from one snapshot to a later one in a stable order, the
 * most severe changes first.
 */
export async function compareSnapshots(
  older: Snapshot,
  newer: Snapshot,
): Promise<SnapshotChange[]> {
  const was = { ...older.server, revision: older.revision };
  const is = { ...newer.server, revision: newer.revision };
  const members = ["name", "version", "instructions", "revision"] as const;
  const ofServer = members.flatMap((member) => {
    const texts = [was[member], is[member]] as const;
    const isForModels = member === "instructions";
    return textChanges("server", "server", member, isForModels, texts);
  });
  const ofLists = await listingChanges(getListing(older), getListing(newer));
  const changes = [...ofServer, ...ofLists].map(
    ({ breaks, isForModels = false, ...change }): SnapshotChange => ({
      ...change,
      verdict: breaks ? "callers" : isForModels ? "models" : "compatible",
    }),
  );
  return VERDICT_NAMES.flatMap((name) =>
    changes.filter(({ verdict }) => verdict === name),
  );
}
