import { execFileSync } from "node:child_process";

/** One text that a file called schema.ts had at some time, on some branch. */
export interface Version {
  /** The first digits of its blob's name. */
  readonly blob: string;
  readonly path: string;
  readonly text: string;
}

/** All of them, each text once. */
export function* versions(gitDir: string): Generator<Version> {
  // A file that was moved and changed at once is a new one, with its text.
  const options = "log --all -m --raw --no-renames --no-abbrev --format=".split(
    " ",
  );
  const log = git(gitDir, ...options, "--", "*schema.ts");
  const seen = new Set<string>();
  for (const [, blob, path] of log.matchAll(
    /^:\d+ \d+ \w+ (\w+) [AM]\t(.*)$/gm,
  )) {
    if (!blob || !path || seen.has(blob)) continue;
    seen.add(blob);
    const text = git(gitDir, "cat-file", "blob", blob);
    yield { blob: blob.slice(0, 12), path, text };
  }
}

function git(gitDir: string, ...args: string[]): string {
  return execFileSync("git", ["--git-dir", gitDir, ...args], {
    encoding: "utf8",
    maxBuffer: 256 * 1024 * 1024,
  });
}
