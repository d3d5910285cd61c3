/** Writes output that consists of a single file. */
import { existsSync, readFileSync } from "node:fs";
import { replaceFile } from "../support/file-system.js";
import { writeError } from "./diagnostics.js";
import { diskError } from "./target.js";

/**
 * Writes a file in one step, so that a reader never sees an incomplete file.
 *
 * @param mark Text that every generated file of this kind contains. A file
 *   without this text is not overwritten.
 * @throws UserError if the file cannot be written, or if the existing file was
 *   not generated.
 */
export function writeOneFile(file: string, text: string, mark: string): void {
  try {
    if (existsSync(file) && !readFileSync(file, "utf8").includes(mark))
      throw writeError(
        "MCP311",
        `The file ${file} exists, and mcp-codegen did not write it.`,
        {
          cause: "The command would overwrite the existing file.",
          fix: "Move the existing file away, or write to another file.",
        },
      );
    replaceFile(file, text);
  } catch (error) {
    throw diskError(error, file);
  }
}
