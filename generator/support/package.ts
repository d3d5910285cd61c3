import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { sep } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Folder of this package, which contains `schema/` and `templates/`. It is
 * found as the nearest folder with a package.json, because the program runs
 * both as a bundle and as separate modules.
 */
export const PACKAGE_ROOT: string = packageRoot();

function packageRoot(): string {
  let folder = new URL("../../", import.meta.url);
  while (!existsSync(new URL("package.json", folder)))
    folder = new URL("../", folder);
  return fileURLToPath(folder);
}

const contents = new Map<string, Buffer>();

/**
 * Returns the bytes of a file of this package with LF line ends. The bytes are
 * cached.
 */
function packageBytes(path: string): Buffer {
  let bytes = contents.get(path);
  if (bytes === undefined) {
    bytes = readFileSync(PACKAGE_ROOT + path);
    if (bytes.includes("\r\n"))
      bytes = Buffer.from(bytes.toString().replaceAll("\r\n", "\n"));
    contents.set(path, bytes);
  }
  return bytes;
}

/** Returns the text of a file of this package with LF line ends. */
export function packageText(path: string): string {
  return packageBytes(path).toString();
}

/**
 * Returns the sorted paths of all files in a folder of this package, with `/`
 * as separator.
 */
export function packageFiles(folder: string): string[] {
  return readdirSync(PACKAGE_ROOT + folder, {
    recursive: true,
    withFileTypes: true,
  })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) =>
      `${parentPath.slice(PACKAGE_ROOT.length)}/${name}`.replaceAll(sep, "/"),
    )
    .sort();
}

/** Returns the members of this package's package.json that the program uses. */
export function packageFacts() {
  return JSON.parse(packageText("package.json")) as {
    readonly version: string;
    readonly files: readonly string[];
    readonly bugs: { readonly url: string };
  };
}

/** Returns the version of this package. */
export function toolVersion(): string {
  return packageFacts().version;
}

/**
 * File with the SHA-256 hash (hex) of the program's code, written by the build.
 */
export const CODE_HASH_FILE = "dist/generator/code.sha256";

let program: string | undefined;

/**
 * Returns the SHA-256 hash (hex) of everything that determines the output for a
 * schema: code, templates, runtime and the tables of revisions. The hash is the
 * same on every machine with the same build.
 */
export function programHash(): string {
  return (program ??= hashFiles([
    CODE_HASH_FILE,
    ...packageFiles("templates/bindings"),
    "dist/generator/runtime.json",
    "schema/later.json",
    "schema/revisions.json",
    "schema/since.json",
  ]));
}

/**
 * Returns the SHA-256 hash (hex) of the paths and texts of files of this
 * package.
 */
export function hashFiles(paths: readonly string[]): string {
  const all = createHash("sha256");
  for (const path of paths) {
    const bytes = packageBytes(path);
    all.update(`${path}\0${bytes.length}\0`).update(bytes);
  }
  return all.digest("hex");
}
