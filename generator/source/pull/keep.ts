import { randomBytes } from "node:crypto";
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { makeFolder, writeFailureCause } from "../../support/file-system.js";
import { pullError } from "./pull-errors.js";

/** The file operations of keeping; tests pass one that fails. */
export interface KeepDisk {
  makeFolder(path: string): void;
  writeFile(path: string, bytes: Uint8Array): void;
  rename(from: string, to: string): void;
  removeFile(path: string): void;
}

/** The machine's own disk. */
const KEEP_DISK: KeepDisk = {
  makeFolder,
  // Flushed, so that a full disk shows before the old file is replaced.
  writeFile: (path, bytes) =>
    writeFileSync(path, bytes, { flag: "wx", flush: true }),
  rename: renameSync,
  removeFile: (path) => rmSync(path, { force: true }),
};

/**
 * Puts a file into the cache folder in one step: written beside its place,
 * then renamed. A reader sees the old file or the new one, whole.
 *
 * @throws UserError when the disk refuses; nothing of it is left then.
 */
export function keep(
  file: string,
  bytes: Uint8Array,
  disk: KeepDisk = KEEP_DISK,
): void {
  const beside = `${file}.${process.pid}-${randomBytes(4).toString("hex")}.tmp`;
  try {
    disk.makeFolder(dirname(file));
    disk.writeFile(beside, bytes);
    disk.rename(beside, file);
  } catch (error) {
    removeQuietly(beside, disk);
    const failure = error as NodeJS.ErrnoException;
    if (failure.code === undefined) throw error;
    throw pullError("MCP023", `Can not write ${file}: ${failure.code}.`, {
      cause: writeFailureCause(failure),
    });
  }
}

function removeQuietly(path: string, disk: KeepDisk): void {
  try {
    disk.removeFile(path);
  } catch {
    // The failure that led here is the one to tell.
  }
}
