import { createHash } from "node:crypto";
import { capitalized } from "../emit/print/syntax.js";

/** Names that no file may have on Windows, whatever its extension. */
const DEVICES = /^(con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$|index)$/i;

/** True for a tool's name that can be served at every revision, and is no path. */
export function isToolName(name: string): boolean {
  return /^[\w.-]{1,128}$/.test(name) && !/^\.{1,2}$/.test(name);
}

/**
 * Names of files, without extension, for things by name or URI, in the order of
 * the names. A name keeps the file that it has in `known`. Two that differ only in
 * case get different files: some file systems ignore case.
 */
export function fileNames(
  names: readonly string[],
  known: ReadonlyMap<string, string> = new Map(),
): Map<string, string> {
  const files = new Map<string, string>();
  const used = new Set<string>();
  // Known ones, what is a file name as it is, then what has to be changed.
  const rank = (name: string): number =>
    known.has(name) ? 0 : fileName(name) === name ? 1 : 2;
  for (const name of [...names].sort((a, b) => rank(a) - rank(b))) {
    const file = known.get(name) ?? fileName(name);
    const isTaken = !known.has(name) && used.has(file.toLowerCase());
    const own = isTaken ? `${file}-${mark(name)}` : file;
    files.set(name, own);
    used.add(own.toLowerCase());
  }
  return new Map(names.map((name) => [name, files.get(name) ?? ""]));
}

function fileName(name: string): string {
  const plain = name
    .replace(/[^A-Za-z0-9_-]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 64);
  return plain === "" || DEVICES.test(plain) ? `${plain}-${mark(name)}` : plain;
}

/** A short mark that only depends on the name. */
function mark(name: string): string {
  return createHash("sha256").update(name).digest("hex").slice(0, 6);
}

/** `get_weather` as `GetWeather`; begins with a letter. */
export function pascalCase(name: string): string {
  const joined = capitalized(name);
  return /^[A-Za-z]/.test(joined) ? joined : `T${joined}`;
}

/** A name for a package and a server of the folder's, or null. */
export function packageName(text: string): string | null {
  const name = text
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, "-")
    .replace(/^[^a-z0-9]+|-+$/g, "")
    .slice(0, 214);
  return name === "" || /^(node_modules|favicon\.ico)$/.test(name)
    ? null
    : name;
}
