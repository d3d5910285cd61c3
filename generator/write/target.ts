import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, join, resolve, sep } from "node:path";
import { writeFailureCause } from "../support/file-system.js";
import { writeError } from "./diagnostics.js";
import { MANIFEST_FILE, parseManifest, type Manifest } from "./manifest.js";

/** State of the output folder before a run. */
export interface Target {
  /** Absolute path of the output folder. */
  readonly folder: string;
  /** Path of the output folder as it is shown in messages. */
  readonly shown: string;
  readonly exists: boolean;
  readonly manifest: Manifest | null;
}

/**
 * Reads the state of the output folder. With `force`, a broken manifest is
 * treated as missing.
 *
 * @throws UserError if the path is a file, or if its manifest is broken.
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
 * Returns the text of a file in the output folder, or null if the file does not
 * exist.
 *
 * @throws UserError if the path is a folder, or a link that leads out of the
 *   output folder.
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
 * Checks that no link leads from a path in the output folder to a place outside
 * of the folder.
 *
 * @throws UserError that names the link.
 */
function refuseEscape(folder: string, file: string): void {
  // A link whose target is missing is allowed, because the target is neither
  // read nor written.
  const path = lastExisting(file);
  const real = realpathSync.native(path);
  const root = realpathSync.native(folder);
  if (!(real + sep).startsWith(root.replace(/[\\/]$/, "") + sep))
    throw writeError("MCP301", `${path} leads out of the output folder.`, {
      cause: `The path resolves to ${real} through a symbolic link.`,
    });
}

/**
 * Returns the path, or its nearest existing parent folder if the path does not
 * exist.
 */
export function lastExisting(path: string): string {
  return existsSync(path) ? path : lastExisting(dirname(path));
}

function isFolder(folder: string, shown: string): boolean {
  let path = folder;
  for (;;) {
    try {
      if (statSync(path).isDirectory()) return path === folder;
      throw writeError("MCP300", `${path} is a file, not a folder.`, {
        cause: `The output path ${shown} must be a folder.`,
      });
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === undefined) throw error;
      if (code !== "ENOENT" && code !== "ENOTDIR") throw diskError(error, path);
      path = dirname(path);
    }
  }
}

/**
 * Converts a file system error to a `UserError`. Other errors are returned
 * unchanged.
 */
export function diskError(error: unknown, path: string): unknown {
  const failure = error as NodeJS.ErrnoException;
  if (typeof failure.code !== "string") return error;
  return writeError("MCP303", `Cannot write ${path}: ${failure.code}.`, {
    cause: writeFailureCause(failure),
  });
}
