import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, sep } from "node:path";

const made: string[] = [];
process.on("exit", () => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});

/** Creates an empty folder that is removed when the process exits. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "mcp-codegen-"));
  made.push(folder);
  return folder;
}

/**
 * Creates a folder with the given files. The folder is removed when the process
 * exits.
 */
export function folderWith(files: Record<string, string>): string {
  const folder = temporaryFolder();
  writeTree(folder, files);
  return folder;
}

/** Writes files into a folder. Their paths are relative to the folder. */
export function writeTree(folder: string, files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/**
 * Returns the text of each file in a folder and its subfolders, by relative
 * path with `/` as separator. Each character of an archive represents one byte,
 * because decoding 2 MB of compressed data as UTF-8 takes 10 times as long and
 * replaces most bytes.
 */
export function readTree(folder: string): Record<string, string> {
  const tree: Record<string, string> = {};
  for (const entry of readdirSync(folder, {
    recursive: true,
    withFileTypes: true,
  }))
    if (entry.isFile()) {
      const path = join(entry.parentPath, entry.name);
      tree[relative(folder, path).split(sep).join("/")] = readFileSync(
        path,
        path.endsWith(".tgz") ? "latin1" : "utf8",
      );
    }
  return Object.fromEntries(
    Object.entries(tree).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/**
 * Returns the text of one file of a folder that `readTree` has read.
 *
 * @throws Error when the file is missing.
 */
export function getFile(tree: Record<string, string>, path: string): string {
  const text = tree[path];
  if (text === undefined)
    throw new Error(
      `There is no ${path} among ${Object.keys(tree).join(", ")}.`,
    );
  return text;
}
