import * as fs from "node:fs";
import { dirname } from "node:path";

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
    // Step by step: Node's own recursive form never returns for /proc/x.
    if (fs.existsSync(path)) return;
    if (dirname(path) !== path) DISK.makeFolder(dirname(path));
    fs.mkdirSync(path);
  },
  writeFile(path, text) {
    // A full disk shows here or when the file is closed, before anything is
    // replaced. It is not flushed: what a power cut takes is generated again.
    fs.writeFileSync(path, text);
  },
  rename(from, to) {
    fs.renameSync(from, to);
  },
  removeFolder(path) {
    fs.rmSync(path, { recursive: true, force: true });
  },
};
