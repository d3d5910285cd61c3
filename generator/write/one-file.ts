/** Writes output that consists of a single file. */
import { existsSync, readFileSync } from "node:fs";
import { replaceFile } from "../support/file-system.js";
import { writeError } from "./diagnostics.js";
import { diskError } from "./target.js";

/**
 * Writes a file in one step: a reader sees either the old file or the new one,
 * never an incomplete file.
 *
 * @param mark Text that every generated file of this kind contains. A file
 *   without it is not overwritten.
 * @throws UserError if the file cannot be written, or if the existing file was
 *   not generated.
 */
export function writeOneFile(file: string, text: string, mark: string): void {
  try {
    if (existsSync(file) && !readFileSync(file, "utf8").includes(mark))
      throw writeError("MCP311", `${file} was not written by this command.`, {
        cause: "The existing file would be overwritten.",
        fix: "Move the file away, or pass another file with --out.",
      });
    replaceFile(file, text);
  } catch (error) {
    throw diskError(error, file);
  }
}
