import { readFileSync, statSync } from "node:fs";

/**
 * Maximum size of a schema file of the user, in bytes. Upstream's schemas are
 * smaller than 0.1 MB.
 */
const MAX_BYTES = 16 * 1024 * 1024;

const CAUSES: { readonly [code: string]: string } = {
  ENOENT: "The file does not exist.",
  EISDIR: "The path is a folder.",
  EACCES: "Permission is missing.",
};

/**
 * Returns the text of a file that the user named, without a byte order mark.
 *
 * @param refuse Function that creates the error for a file that cannot be read.
 */
export function readUserText(
  file: string,
  refuse: (
    what: "absent" | "unreadable" | "large" | "binary",
    cause: string,
  ) => Error,
): string {
  let bytes: Buffer;
  try {
    const { size } = statSync(file);
    if (size > MAX_BYTES)
      throw refuse(
        "large",
        `The file has ${size} bytes; the limit is ${MAX_BYTES} bytes.`,
      );
    bytes = readFileSync(file);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    const what = code === "ENOENT" ? "absent" : "unreadable";
    throw refuse(what, CAUSES[code] ?? message);
  }
  const nul = bytes.indexOf(0);
  if (nul >= 0)
    throw refuse(
      "binary",
      `The file is not text: it has a NUL byte at offset ${nul}.`,
    );
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw refuse("binary", "The file is not UTF-8 text.");
  }
}
