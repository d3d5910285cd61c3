import { hash } from "node:crypto";
import { toPascalCase } from "../model/util/names.js";

/**
 * File names that tool files cannot have: the device names that Windows
 * reserves, and `index`.
 */
const DEVICES = /^(con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$|index)$/i;

/**
 * Returns true if every revision allows the tool name and the name is not a
 * relative path (`.` or `..`).
 */
export function isToolName(name: string): boolean {
  return /^[\w.-]{1,128}$/.test(name) && !/^\.{1,2}$/.test(name);
}

/**
 * Returns the file names, without extension, for tool names or URIs. A name in
 * `known` keeps its file. Names that differ only in case get different files,
 * because some file systems ignore case.
 */
export function fileNames(
  names: readonly string[],
  known: ReadonlyMap<string, string> = new Map(),
): Map<string, string> {
  const files = new Map<string, string>();
  const used = new Set<string>();
  // Known names get their files first, then names that are valid file names,
  // and finally names that must change. Earlier names take precedence if two
  // names need the same file.
  const rank = (name: string): number =>
    known.has(name) ? 0 : fileName(name) === name ? 1 : 2;
  for (const name of [...names].sort((a, b) => rank(a) - rank(b))) {
    const file = known.get(name) ?? fileName(name);
    const isTaken = !known.has(name) && used.has(file.toLowerCase());
    const own = isTaken ? `${file}-${hashName(name)}` : file;
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
  return plain === "" || DEVICES.test(plain)
    ? `${plain}-${hashName(name)}`
    : plain;
}

/**
 * Returns a short hash of a name. The hash does not depend on other names, so a
 * file name stays the same when names are added.
 */
function hashName(name: string): string {
  return hash("sha256", name, "hex").slice(0, 6);
}

/**
 * Converts a name to PascalCase: `get_weather` becomes `GetWeather`. The result
 * starts with a letter.
 */
export function pascalCase(name: string): string {
  const joined = toPascalCase(name);
  return /^[A-Za-z]/.test(joined) ? joined : `T${joined}`;
}

/**
 * Derives a package name from a project name or folder name. Returns null if no
 * valid package name results.
 */
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
