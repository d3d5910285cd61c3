/** Functions that list folders and read files with the modules of Node.js. */
import { INTERNAL } from "../../json-rpc/constants.js";
import { McpError } from "../../json-rpc/messages/errors.js";
import { getProcess } from "../../transport/streams.js";

interface Stats {
  readonly size: number;
  readonly mtimeMs: number;
  readonly ino: number;
  readonly dev: number;
  isFile(): boolean;
}

export interface NodeModules {
  readonly fs: {
    readonly constants: { readonly [name: string]: number };
    realpath(path: string): Promise<string>;
    stat(path: string): Promise<Stats>;
    readdir(
      path: string,
      options: { readonly withFileTypes: true },
    ): Promise<
      { readonly name: string; isFile(): boolean; isDirectory(): boolean }[]
    >;
    open(
      path: string,
      flags: number,
    ): Promise<{
      stat(): Promise<Stats>;
      read(into: Uint8Array, at: number): Promise<{ bytesRead: number }>;
      close(): Promise<void>;
    }>;
  };
  readonly path: {
    readonly sep: string;
    join(...parts: string[]): string;
    relative(from: string, to: string): string;
    basename(path: string): string;
  };
  readonly url: {
    pathToFileURL(path: string): URL;
    fileURLToPath(uri: string): string;
  };
}

/**
 * Loads Node.js modules with `process.getBuiltinModule`.
 *
 * @throws Error if the JavaScript runtime does not provide this function.
 */
export function loadNodeModules(caller = "fileResources()"): NodeModules {
  const process = getProcess(caller);
  const module = (name: string): unknown => {
    const found = process.getBuiltinModule?.(`node:${name}`);
    if (found !== undefined) return found;
    throw new Error(
      `${caller} needs Node 20.16, Deno 2.1 or Bun 1.2, or later`,
    );
  };
  return {
    fs: module("fs/promises"),
    path: module("path"),
    url: module("url"),
  } as NodeModules;
}

/** File or other entry in a folder. */
interface ListedEntry {
  readonly path: string;
  readonly isFile: boolean;
}

/**
 * Yields the entries of a folder and its subfolders, sorted by name. Symbolic
 * links are not followed. If a folder cannot be read, the folder itself is
 * yielded as an entry.
 *
 * @param skips Returns whether an entry with this name is left out.
 */
export async function* listFolder(
  node: NodeModules,
  folder: string,
  skips: (name: string) => boolean,
): AsyncGenerator<ListedEntry, void, undefined> {
  const options = { withFileTypes: true } as const;
  const entries = await node.fs.readdir(folder, options).catch(() => undefined);
  if (!entries) yield { path: folder, isFile: false };
  for (const entry of entries?.sort((a, b) => (a.name < b.name ? -1 : 1)) ??
    []) {
    const path = node.path.join(folder, entry.name);
    if (skips(entry.name)) continue;
    if (entry.isDirectory()) yield* listFolder(node, path, skips);
    else yield { path, isFile: entry.isFile() };
  }
}

/**
 * Reads a file by its real path. Returns `undefined` if the file cannot be
 * opened, is not a regular file, or was replaced after its path was checked.
 */
export async function readRegularFile(
  { fs }: NodeModules,
  path: string,
  max: number,
  uri: string,
): Promise<Uint8Array | undefined> {
  const fail = (what: string) =>
    new McpError(INTERNAL, `${uri} ${what}`, { uri });
  const { O_RDONLY = 0, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = fs.constants;
  const flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK;
  const file = await fs.open(path, flags).catch(() => undefined);
  if (file === undefined) return undefined;
  try {
    const opened = await file.stat();
    const there = await fs.stat(path);
    const same = opened.ino === there.ino && opened.dev === there.dev;
    if (!opened.isFile() || !same || (await fs.realpath(path)) !== path)
      return undefined;
    if (opened.size > max) throw fail(`is larger than ${max} bytes`);
    // One byte more than the expected size is read. If that byte exists, the
    // file has grown since `stat`.
    const bytes = new Uint8Array(opened.size + 1);
    let length = 0;
    for (let count = -1; count !== 0 && length < bytes.length;) {
      count = (await file.read(bytes, length)).bytesRead;
      length += count;
    }
    if (length < bytes.length) return bytes.subarray(0, length);
    throw fail("grew while it was read");
  } finally {
    await file.close();
  }
}
