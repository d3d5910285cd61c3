import { randomBytes } from "node:crypto";
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { makeFolder, writeFailureCause } from "../../support/file-system.js";
import { pullError } from "./pull-errors.js";

/**
 * Puts a file into the cache folder in one step: written beside its place,
 * then renamed. A reader sees the old file or the new one, whole.
 *
 * @throws UserError when the disk refuses; nothing of it is left then.
 */
export function keep(file: string, bytes: Uint8Array): void {
  const beside = `${file}.${process.pid}-${randomBytes(4).toString("hex")}.tmp`;
  try {
    makeFolder(dirname(file));
    // Flushed, so that a full disk shows before the old file is replaced.
    writeFileSync(beside, bytes, { flag: "wx", flush: true });
    renameSync(beside, file);
  } catch (error) {
    try {
      rmSync(beside, { force: true });
    } catch {
      // The failure that led here is the one to report.
    }
    const failure = error as NodeJS.ErrnoException;
    if (failure.code === undefined) throw error;
    throw pullError("MCP023", `Can not write ${file}: ${failure.code}.`, {
      cause: writeFailureCause(failure),
    });
  }
}
