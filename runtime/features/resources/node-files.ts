/** Members of Node.js modules that are used to read files. */
import { getProcess } from "../../transport/streams.js";

interface Stats {
  readonly size: number;
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
export function loadNodeModules(): NodeModules {
  const process = getProcess("fileResources()");
  const module = (name: string): unknown => {
    const found = process.getBuiltinModule?.(`node:${name}`);
    if (found !== undefined) return found;
    throw new Error(
      "fileResources() needs Node 20.16, Deno 2.1 or Bun 1.2, or later",
    );
  };
  return {
    fs: module("fs/promises"),
    path: module("path"),
    url: module("url"),
  } as NodeModules;
}
