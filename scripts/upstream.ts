/** Access to a clone of the repository of the specification or an extension. */
import { execFileSync } from "node:child_process";
import { refuseArguments } from "./arguments.js";

/**
 * Returns the Git directory that the script was called with. Exits with code 2
 * if it is missing.
 */
export function requireUpstream(
  usage: string,
  upstream: string | undefined,
): string {
  return (
    upstream ??
    refuseArguments(
      usage,
      "--upstream is missing: pass the Git directory of the specification.",
    )
  );
}

/** Runs a Git command in a Git directory, and returns its output. */
export function git(gitDir: string, ...args: readonly string[]): Buffer {
  return execFileSync("git", ["--git-dir", gitDir, ...args], {
    maxBuffer: 256 * 1024 * 1024,
  });
}
