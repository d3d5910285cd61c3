import * as fs from "node:fs";
import { dirname, join } from "node:path";
import { makeFolder } from "../support/file-system.js";

/**
 * The file operations of the write stage, all synchronous; tests pass one
 * that fails at a chosen call.
 */
export interface Disk {
  makeFolder(path: string): void;
  writeFile(path: string, text: string, encoding?: "latin1"): void;
  rename(from: string, to: string): void;
  removeFolder(path: string): void;
  /**
   * Removes `below`, which is relative to `folder`, and the folders between
   * them, from the innermost on; stops at one that can not go.
   */
  removeEmptyFolders(folder: string, below: string): void;
}

/** The machine's own disk. */
export const DISK: Disk = {
  makeFolder,
  writeFile(path, text, encoding) {
    // A full disk shows here or when the file is closed, before anything is
    // replaced. It is not flushed: what a power cut takes is generated again.
    fs.writeFileSync(path, text, encoding);
  },
  rename(from, to) {
    fs.renameSync(from, to);
  },
  removeFolder(path) {
    fs.rmSync(path, { recursive: true, force: true });
  },
  removeEmptyFolders(folder, below) {
    for (let path = below; path !== "" && path !== "."; path = dirname(path))
      try {
        fs.rmdirSync(join(folder, path));
      } catch (error) {
        // It has files, or is a link: it stays, and all that hold it.
        if ((error as NodeJS.ErrnoException).code !== "ENOENT") return;
      }
  },
};
