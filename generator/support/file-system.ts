/** File system functions for the cache and the output folder. */
import { randomBytes } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, isAbsolute, join } from "node:path";

/** Prepends a folder to a relative path. Returns an absolute path unchanged. */
export function inFolder(folder: string | undefined, path: string): string {
  return isAbsolute(path) ? path : join(folder ?? "", path);
}

/**
 * Creates nested folders one by one. With the option `recursive`, `mkdir` of
 * Node.js never returns for paths such as /proc/x.
 */
export function makeFolder(path: string): void {
  if (existsSync(path)) return;
  if (dirname(path) !== path) makeFolder(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    // Ignore the error if the folder exists: another run may have just created
    // it.
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

/**
 * Writes a file in one step: a reader sees either the old file or the new one,
 * never an incomplete file. If writing fails, no partial file is left.
 */
export function replaceFile(file: string, content: string | Uint8Array): void {
  const beside = `${file}.${process.pid}-${randomBytes(4).toString("hex")}.tmp`;
  try {
    makeFolder(dirname(file));
    // Flush the file, so that a full disk is noticed before the old file is
    // replaced.
    writeFileSync(beside, content, { flag: "wx", flush: true });
    renameSync(beside, file);
  } catch (error) {
    if (existsSync(beside)) rmSync(beside);
    throw error;
  }
}

const CAUSES: Readonly<Record<string, string>> = {
  ENOSPC: "The disk is full.",
  EDQUOT: "The disk quota is used up.",
  EACCES: "Permission is missing.",
  EPERM: "The operation is not permitted.",
  EROFS: "The file system is read-only.",
  EISDIR: "A folder exists where a file is needed.",
  ENOTDIR: "A file exists where a folder is needed.",
  EEXIST: "A file exists where a folder is needed.",
  EMFILE: "Too many files are open.",
};

/** Returns the reason why a file could not be written, as a text for people. */
export function writeFailureCause(failure: NodeJS.ErrnoException): string {
  return CAUSES[failure.code ?? ""] ?? failure.message;
}
