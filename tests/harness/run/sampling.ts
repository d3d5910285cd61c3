/**
 * Selects samples of test data, so that `make test` is fast. `make test-all`
 * uses all test data.
 */
import { REVISIONS } from "../models/models.js";
import { random } from "../models/mutations.js";
import { bundledSchema } from "../models/sources.js";

export const WHOLE = process.env["MCP_ALL"] === "1";

/**
 * Revisions that tests iterate over, oldest first. By default, the list has the
 * oldest revision, the latest revision with a handshake, and the latest
 * revision without one. With `MCP_ALL=1`, it has all revisions. The draft is
 * then omitted if its schema has the same text as the schema of the latest
 * revision.
 */
export const TESTED_REVISIONS: readonly string[] = REVISIONS.filter(
  (revision) =>
    WHOLE
      ? revision !== "draft" ||
        bundledSchema("draft") !== bundledSchema("2026-07-28")
      : ["2024-11-05", "2025-11-25", "2026-07-28"].includes(revision),
);

/**
 * Returns `count` items in their original order, or all items with `MCP_ALL=1`.
 * The same seed always selects the same items.
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
