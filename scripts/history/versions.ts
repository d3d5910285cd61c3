import { git } from "../upstream.js";

/**
 * Version of `schema.ts` in the history of the repository, from any commit of
 * any branch. No two versions have the same content.
 */
export interface Version {
  /** First 12 digits of the hash of the Git blob. */
  readonly blob: string;
  readonly path: string;
  readonly text: string;
}

/**
 * Returns all versions of `schema.ts`. Versions with equal content are returned
 * only once.
 */
export function* readVersions(gitDir: string): Generator<Version> {
  // Rename detection is disabled. Otherwise Git would not list a file that was
  // moved and changed in one commit.
  const options = "log --all -m --raw --no-renames --no-abbrev --format=".split(
    " ",
  );
  const log = String(git(gitDir, ...options, "--", "*schema.ts"));
  const seen = new Set<string>();
  for (const [, blob, path] of log.matchAll(
    /^:\d+ \d+ \w+ (\w+) [AM]\t(.*)$/gm,
  )) {
    if (!blob || !path || seen.has(blob)) continue;
    seen.add(blob);
    const text = String(git(gitDir, "cat-file", "blob", blob));
    yield { blob: blob.slice(0, 12), path, text };
  }
}
