/** What is sampled in `make test`, and whole in `make test-all`. */
import { REVISIONS } from "../models/models.js";
import { random } from "../models/mutations.js";
import { bundledSchema } from "../models/sources.js";

export const WHOLE = process.env["MCP_ALL"] === "1";

/**
 * The revisions that loops take, oldest first: each lifecycle and the oldest, or
 * all. A draft that is the text of the release before it is no other revision.
 */
export const PROVEN: readonly string[] = REVISIONS.filter((revision) =>
  WHOLE
    ? revision !== "draft" ||
      bundledSchema("draft") !== bundledSchema("2026-07-28")
    : ["2024-11-05", "2025-11-25", "2026-07-28"].includes(revision),
);

/** All of them, or `count` of them: the same ones for the same seed, in order. */
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
