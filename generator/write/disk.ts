import * as fs from "node:fs";

/**
 * The file operations of the write stage, all synchronous; tests pass one
 * that fails at a chosen call.
 */
export interface Disk {
  makeFolder(path: string): void;
  writeFile(path: string, text: string): void;
  rename(from: string, to: string): void;
  removeFolder(path: string): void;
}

/** The machine's own disk. */
export const DISK: Disk = {
  makeFolder(path) {
    fs.mkdirSync(path, { recursive: true });
  },
  writeFile(path, text) {
    // Flushed, so that a full disk shows before anything is replaced.
    fs.writeFileSync(path, text, { flush: true });
  },
  rename(from, to) {
    fs.renameSync(from, to);
  },
  removeFolder(path) {
    fs.rmSync(path, { recursive: true, force: true });
  },
};
