import { lstatSync } from "node:fs";
import { join } from "node:path";
import { createTwoFilesPatch, FILE_HEADERS_ONLY } from "diff";
import type { Plan } from "./plan.js";
import { readExisting } from "./target.js";

/**
 * Difference that `--check` found between a file in the output folder and the
 * generated file.
 */
export interface Drift {
  readonly path: string;
  readonly kind: "missing" | "unexpected" | "changed";
  /** Unified diff from the present text of the file to the expected text. */
  readonly diff: string;
}

/**
 * Returns all differences between the output folder and the generated files,
 * sorted by path.
 */
export function findDrift(plan: Plan): Drift[] {
  const drift: Drift[] = [];
  for (const { path, text } of plan.created)
    drift.push({ path, kind: "missing", diff: unified(path, "", text) });
  for (const { path, old, text } of plan.changed)
    drift.push({ path, kind: "changed", diff: unified(path, old, text) });
  for (const path of [...plan.removed, ...plan.strays]) {
    const old = readText(plan.target.folder, path);
    const diff = old === "" ? "" : unified(path, old, "");
    drift.push({ path, kind: "unexpected", diff });
  }
  return drift.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/**
 * Returns the text of a TypeScript file that is not a symbolic link. Returns an
 * empty text for all other files, because they can be large or binary.
 */
function readText(folder: string, path: string): string {
  const isFile = lstatSync(join(folder, path), {
    throwIfNoEntry: false,
  })?.isFile();
  return isFile && path.endsWith(".ts")
    ? (readExisting(folder, path) ?? "")
    : "";
}

function unified(path: string, old: string, text: string): string {
  const from = old === "" ? "/dev/null" : `a/${path}`;
  const to = text === "" ? "/dev/null" : `b/${path}`;
  return unifiedDiff(from, to, old, text);
}

/** Returns a unified diff of two texts, with the given names in its header. */
export function unifiedDiff(
  ...texts: [from: string, to: string, old: string, text: string]
): string {
  const options = { context: 3, headerOptions: FILE_HEADERS_ONLY };
  return createTwoFilesPatch(...texts, undefined, undefined, options);
}
