/**
 * Parses every version of `schema.ts` that upstream's repository holds, and
 * prints the ones that are refused, with the first reason. A version that
 * makes the program itself fail ends it with exit code 1.
 *
 *     node dist/scripts/history.js --upstream GITDIR
 */
import { execFileSync } from "node:child_process";
import { parseArgs } from "node:util";
import { UserError } from "../generator/errors.js";
import { parseSchema } from "../generator/parse/index.js";

function git(gitDir: string, ...args: string[]): string {
  return execFileSync("git", ["--git-dir", gitDir, ...args], {
    encoding: "utf8",
    maxBuffer: 256 * 1024 * 1024,
  });
}

/** Path by blob of all files called schema.ts, on all branches. */
function versions(gitDir: string): ReadonlyMap<string, string> {
  const options = "log --all -m --raw --no-abbrev --format=".split(" ");
  const log = git(gitDir, ...options, "--", "*schema.ts");
  const found = new Map<string, string>();
  for (const [, blob, path] of log.matchAll(
    /^:\d+ \d+ \w+ (\w+) [AM]\t(.*)$/gm,
  ))
    if (blob && path && !found.has(blob)) found.set(blob, path);
  return found;
}

/** Why a version is refused; null when it is not. */
function refusal(text: string, file: string): string | null {
  try {
    parseSchema(text, { file });
    return null;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const [first] = error.diagnostics;
    const line = first?.place?.line ?? 0;
    return `${file}:${line} ${first?.code} ${first?.message}`;
  }
}

function main(): void {
  const { values } = parseArgs({ options: { upstream: { type: "string" } } });
  const { upstream } = values;
  if (upstream === undefined) {
    console.error("usage: node dist/scripts/history.js --upstream GITDIR");
    process.exitCode = 2;
    return;
  }
  const all = versions(upstream);
  let refused = 0;
  for (const [blob, path] of all) {
    const reason = refusal(git(upstream, "cat-file", "blob", blob), path);
    if (reason === null) continue;
    refused++;
    console.log(`${blob.slice(0, 8)} ${reason}`);
  }
  console.log(`${all.size} versions, ${refused} refused`);
}

main();
