import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { sep } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Folder of this package, with `schema/` and `templates/` in it: the nearest with
 * a package.json, since the program runs as bundles and as modules.
 */
export const PACKAGE_ROOT: string = packageRoot();

function packageRoot(): string {
  let folder = new URL("../../", import.meta.url);
  while (!existsSync(new URL("package.json", folder)))
    folder = new URL("../", folder);
  return fileURLToPath(folder);
}

const contents = new Map<string, Buffer>();

/** Bytes of a file of this package with LF, which is read once. */
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

/** Text of a file of this package with LF. */
export function packageText(path: string): string {
  return packageBytes(path).toString();
}

/** Paths of all files in a folder of this package (`a/b`), sorted; `/` between parts. */
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

/** What package.json says of this package. */
export function packageFacts() {
  return JSON.parse(packageText("package.json")) as {
    readonly version: string;
    readonly files: readonly string[];
    readonly bugs: { readonly url: string };
  };
}

/** This package's own version. */
export function toolVersion(): string {
  return packageFacts().version;
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
    "dist/generator/runtime.json",
    "schema/later.json",
    "schema/revisions.json",
    "schema/since.json",
  ]));
}

/** sha256 (hex) of the paths and texts of files of this package. */
export function hashFiles(paths: readonly string[]): string {
  const all = createHash("sha256");
  for (const path of paths) {
    const bytes = packageBytes(path);
    all.update(`${path}\0${bytes.length}\0`).update(bytes);
  }
  return all.digest("hex");
}
