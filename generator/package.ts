import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Folder of this package, with `schema/` and `templates/` in it. The program
 * runs from `dist/generator/`, in the repository and when installed alike.
 */
export const PACKAGE_ROOT = fileURLToPath(new URL("../../", import.meta.url));

const texts = new Map<string, string>();

/** Text of a file of this package with LF, which is read once. */
export function packageText(path: string): string {
  let text = texts.get(path);
  if (text === undefined) {
    text = readFileSync(PACKAGE_ROOT + path, "utf8").replaceAll("\r\n", "\n");
    texts.set(path, text);
  }
  return text;
}

/** Paths of all files in a folder of this package, sorted; `/` between parts. */
export function packageFiles(folder: string): string[] {
  return readdirSync(PACKAGE_ROOT + folder, {
    recursive: true,
    withFileTypes: true,
  })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => path.slice(PACKAGE_ROOT.length).split(sep).join("/"))
    .sort();
}

/** This package's own version, as in its package.json. */
export function toolVersion(): string {
  return (JSON.parse(packageText("package.json")) as { version: string })
    .version;
}

/** sha256 (hex) of the program's code, as the build found it. */
export const CODE_HASH_FILE = "dist/generator/code.sha256";

let program: string | undefined;

/**
 * sha256 (hex) of all that decides what this package makes of a schema: code,
 * templates, runtime and tables. The same build has the same on every machine.
 */
export function programHash(): string {
  return (program ??= hashFiles([
    CODE_HASH_FILE,
    ...packageFiles("templates/bindings"),
    ...packageFiles("templates/runtime"),
    "schema/later.json",
    "schema/revisions.json",
    "schema/since.json",
  ]));
}

/** sha256 (hex) of the paths and texts of files of this package. */
export function hashFiles(paths: readonly string[]): string {
  const all = paths.flatMap((path) => [path, packageText(path)]);
  return createHash("sha256").update(JSON.stringify(all)).digest("hex");
}
