/**
 * Loads what the build has made one file of, with what V8 compiled of it when
 * the build tried it out. That is of use to the same V8 alone; any other
 * compiles the file itself, as it always does.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { Script } from "node:vm";

/** Where the build keeps what this V8 compiled of a file. */
export function codeCacheOf(file: string): string {
  return `${file}.${process.versions.v8}-${process.arch}.cache`;
}

/**
 * What a CommonJS file exports. It has to be ASCII, which is read many times
 * faster than other text, and can not use `import()`.
 *
 * @throws whatever the file throws.
 */
export function loadCompiled(file: string): unknown {
  const text = readFileSync(file, "latin1");
  const script = new Script(
    `(function (exports, require, module, __filename, __dirname) { ${text}\n})`,
    { filename: file, cachedData: readCache(file) },
  );
  const run = script.runInThisContext() as (...args: unknown[]) => void;
  const made = { exports: {} };
  run(made.exports, createRequire(file), made, file, dirname(file));
  return made.exports;
}

function readCache(file: string): Buffer | undefined {
  try {
    return readFileSync(codeCacheOf(file));
  } catch {
    return undefined;
  }
}
