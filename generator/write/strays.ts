/** Finds files in the output folder that are not part of the output. */
import { readdirSync, readFileSync, realpathSync, type Dirent } from "node:fs";
import { join } from "node:path";
import { createPathMatcher } from "../support/globs.js";
import { MANIFEST_FILE } from "./manifest.js";
import { diskError } from "./target.js";

/**
 * Text that every file written by `types` contains. `types` does not overwrite a
 * file without this text.
 */
export const TYPED_MARK = "mcp-codegen types --from SERVER --out FILE";

/** Options for files that are not part of the output. */
export interface StrayOptions {
  /**
   * Paths or globs of files to accept, relative to the output folder. These
   * files are neither reported nor deleted.
   */
  readonly keep?: readonly string[] | undefined;
  /** Whether to delete the files that are not accepted. */
  readonly prune?: boolean | undefined;
}

/**
 * Folder to which a run writes the runtime. All its files are generated, so any
 * other file in it is not part of the output.
 */
const RUNTIME = "runtime/";

/**
 * Returns the sorted paths of files in the output folder that are not in
 * `ours`: `.ts` files, and every file below the folder `runtime/`. A symbolic
 * link counts as a file and is not followed. Skips `node_modules`, names with a
 * leading dot (such as another run's staging folder), subfolders with a
 * separate manifest, folders without read permission, and folders that another
 * run has just removed. Also skips files that `types` wrote, because `types` and
 * not `generate` updates them.
 *
 * @param ours Paths of generated files, including `.mcp-codegen.json`.
 * @throws UserError if the disk fails.
 */
export function findStrays(
  folder: string,
  ours: ReadonlySet<string>,
  keep: readonly string[] = [],
): string[] {
  const hasRuntime = [...ours].some((path) => path.startsWith(RUNTIME));
  const isKept = createPathMatcher(keep);
  const found: { readonly path: string; readonly isLink: boolean }[] = [];
  const open = [""];
  for (let below = open.pop(); below !== undefined; below = open.pop()) {
    const entries = readEntries(join(folder, below));
    const isOutput = entries.some(({ name }) => name === MANIFEST_FILE);
    if (isOutput && !ours.has(below + MANIFEST_FILE)) continue;
    const isRuntime = hasRuntime && below.startsWith(RUNTIME);
    for (const entry of entries) {
      if (!isRuntime && /^(node_modules$|\.)/.test(entry.name)) continue;
      const path = below + entry.name;
      if (entry.isDirectory()) open.push(`${path}/`);
      else if (isRuntime || path.endsWith(".ts"))
        if (!ours.has(path) && !isKept(path))
          found.push({ path, isLink: entry.isSymbolicLink() });
    }
  }
  // A generated file can have a second path, through a symbolic link to its
  // folder or with different letter case. The second path is not a stray file.
  const real = new Set(
    found.length > 0 ? [...ours].map((path) => realPath(folder, path)) : [],
  );
  return found
    .filter(({ path, isLink }) => isLink || !real.has(realPath(folder, path)))
    .filter(({ path, isLink }) => isLink || !isTyped(join(folder, path)))
    .map(({ path }) => path)
    .sort();
}

/**
 * Returns the absolute path without symbolic links. Returns `path` unchanged if
 * the file does not exist.
 */
function realPath(folder: string, path: string): string {
  try {
    return realpathSync.native(join(folder, path));
  } catch {
    return path;
  }
}

/** Returns whether the command `types` wrote the file. */
function isTyped(file: string): boolean {
  try {
    return readFileSync(file, "utf8").includes(TYPED_MARK);
  } catch {
    return false;
  }
}

function readEntries(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (["EACCES", "EPERM", "ENOENT"].includes(code)) return [];
    throw diskError(error, folder);
  }
}
