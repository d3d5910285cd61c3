import {
  existsSync,
  readFileSync,
  readdirSync,
  realpathSync,
  statSync,
  type Dirent,
} from "node:fs";
import { dirname, join, resolve, sep } from "node:path";
import { writeFailureCause } from "../support/file-system.js";
import { writeError } from "./diagnostics.js";
import { MANIFEST_FILE, parseManifest, type Manifest } from "./manifest.js";

/** The output folder as it is before a run. */
export interface Target {
  /** Absolute path of the folder. */
  readonly folder: string;
  /** As people are shown it. */
  readonly shown: string;
  readonly exists: boolean;
  readonly manifest: Manifest | null;
}

/**
 * Looks at the output folder; a broken manifest counts as none with `force`.
 *
 * @throws UserError when it is a file, or its manifest is broken.
 */
export function readTarget(out: string, force: boolean): Target {
  const folder = resolve(out);
  const exists = isFolder(folder, out);
  const text = exists ? readExisting(folder, MANIFEST_FILE) : null;
  const target = { folder, shown: out, exists, manifest: null };
  if (text === null) return target;
  try {
    const manifest = parseManifest(text, join(out, MANIFEST_FILE));
    return { ...target, manifest };
  } catch (error) {
    if (force) return target;
    throw error;
  }
}

/**
 * Text of a file below the output folder, or null when there is none.
 *
 * @throws UserError when a folder or a link that leads out stands in its place.
 */
export function readExisting(folder: string, path: string): string | null {
  const file = join(folder, path);
  refuseEscape(folder, file);
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return null;
    throw diskError(error, file);
  }
}

/**
 * Paths of all `.ts` files below the folder, sorted. Packages and what begins
 * with a dot are not looked into: they may be large, or what another run stages.
 * A folder that may not be looked into is somebody else's, such as a database's,
 * and another run may have removed one a moment ago.
 *
 * @throws UserError when the disk fails.
 */
export function listModules(folder: string): string[] {
  const found: string[] = [];
  const open = [""];
  for (let below = open.pop(); below !== undefined; below = open.pop())
    for (const entry of entriesOf(join(folder, below))) {
      if (/^(node_modules$|\.)/.test(entry.name)) continue;
      const path = below + entry.name;
      if (entry.isDirectory()) open.push(`${path}/`);
      else if (entry.isFile() && path.endsWith(".ts")) found.push(path);
    }
  return found.sort();
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (["EACCES", "EPERM", "ENOENT"].includes(code)) return [];
    throw diskError(error, folder);
  }
}

/**
 * A link below the output folder may not lead out of it.
 *
 * @throws UserError naming the link.
 */
function refuseEscape(folder: string, file: string): void {
  // A link that leads nowhere is not there: nothing is read or written by it.
  const path = lastExisting(file);
  const real = realpathSync.native(path);
  const root = realpathSync.native(folder);
  if (!(real + sep).startsWith(root.replace(/[\\/]$/, "") + sep))
    throw writeError("MCP301", `${path} leads out of the output folder.`, {
      cause: `By a link it is ${real}.`,
    });
}

/** The path, or the nearest one above it that is there. */
export function lastExisting(path: string): string {
  return existsSync(path) ? path : lastExisting(dirname(path));
}

function isFolder(folder: string, shown: string): boolean {
  let path = folder;
  for (;;) {
    try {
      if (statSync(path).isDirectory()) return path === folder;
      throw writeError("MCP300", `${path} is a file.`, {
        cause: `The output goes into a folder: ${shown}.`,
      });
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === undefined) throw error;
      if (code !== "ENOENT" && code !== "ENOTDIR") throw diskError(error, path);
      path = dirname(path);
    }
  }
}

/** A failure of the file system as an error for people; others pass through. */
export function diskError(error: unknown, path: string): unknown {
  const failure = error as NodeJS.ErrnoException;
  if (typeof failure.code !== "string") return error;
  return writeError("MCP303", `Can not write ${path}: ${failure.code}.`, {
    cause: writeFailureCause(failure),
  });
}
