/**
 * Loads what the build has made one file of, with what V8 compiled of it when
 * the build tried it out. That is of use to the same V8 alone; any other
 * compiles the file itself, as it always does.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { Script } from "node:vm";

/**
 * Has V8 optimise functions four times later than it does by itself. A run is over
 * before that pays: what V8 compiles beside it is a third of the processor time.
 * To be called before anything is loaded, since V8 takes its own work back under the
 * same flags alone. A program that imports this one keeps its flags, and compiles.
 */
export async function delayJitTierUp(): Promise<void> {
  // Takes time to load, which a run that finds nothing to do has no need to spend.
  const { setFlagsFromString } = await import("node:v8");
  setFlagsFromString(`--interrupt-budget=${4 * 66 * 1024}`);
}

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
