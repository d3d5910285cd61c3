/** Samples for `make test`; `make test-all` tests everything. */
import { REVISIONS } from "../models/models.js";
import { random } from "../models/mutations.js";
import { bundledSchema } from "../models/sources.js";

export const WHOLE = process.env["MCP_ALL"] === "1";

/**
 * Revisions that tests iterate over, oldest first: the oldest revision and the
 * latest of each lifecycle, or all with `MCP_ALL=1`. A draft with the same text
 * as the latest revision is left out.
 */
export const TESTED_REVISIONS: readonly string[] = REVISIONS.filter(
  (revision) =>
    WHOLE
      ? revision !== "draft" ||
        bundledSchema("draft") !== bundledSchema("2026-07-28")
      : ["2024-11-05", "2025-11-25", "2026-07-28"].includes(revision),
);

/**
 * Returns `count` entries in their order, or all entries with `MCP_ALL=1`. The
 * same seed always selects the same entries.
 */
export function sample<T>(
  all: readonly T[],
  count: number,
  seed = 1,
): readonly T[] {
  if (WHOLE || count >= all.length) return all;
  const below = random(seed);
  const chosen = new Set<number>();
  while (chosen.size < count) chosen.add(below(all.length));
  return all.filter((_, index) => chosen.has(index));
}
