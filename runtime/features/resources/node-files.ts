/** Members of Node.js modules that are used to read files. */
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
