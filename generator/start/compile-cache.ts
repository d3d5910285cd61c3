/**
 * What V8 compiled, kept in the cache folder for the next start: half of the
 * time of a run would go into compiling TypeScript's parser again.
 */
import { createHash } from "node:crypto";
import { isAscii } from "node:buffer";
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import module, { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { cachedDataVersionTag } from "node:v8";
import { Script } from "node:vm";
import { cacheFolder, mayKeep } from "./cache-folder.js";

/** Node has this of its own from 22.8 on. */
const { enableCompileCache } = module as {
  enableCompileCache?: (folder: string) => unknown;
};

let folder: string | undefined;

/**
 * Keeps what is compiled from here on. It is the command line that asks for
 * it: a program that uses this one as a library may not want files written.
 */
export function keepCompiled(): void {
  if (!mayKeep()) return;
  folder = join(cacheFolder(), "compiled");
  enableCompileCache?.(folder);
}

/** `require` of a large CommonJS file, by its path. */
export function requireLarge(file: string): unknown {
  const require = createRequire(file);
  if (folder === undefined || enableCompileCache) return require(file);
  const { size, mtimeMs } = statSync(file);
  const name = basename(file);
  const version = [size, Math.trunc(mtimeMs), cachedDataVersionTag()];
  const kept = join(folder, `${name}-${version.join("-")}`);
  const cachedData = readKept(kept);
  const script = new Script(
    `(function (exports, require, module, __filename, __dirname) { ${readSource(file)}\n})`,
    { filename: file, ...(cachedData && { cachedData }) },
  );
  const loaded = { exports: {} };
  const run = script.runInThisContext() as (...args: unknown[]) => void;
  run(loaded.exports, require, loaded, file, dirname(file));
  // At the end, so that the functions that were used are among it.
  if (!cachedData || script.cachedDataRejected)
    process.once("exit", () => keep(kept, name, script.createCachedData()));
  return loaded.exports;
}

/** A large text of ASCII is read twice as fast as such. */
function readSource(file: string): string {
  const bytes = readFileSync(file);
  return bytes.toString(isAscii(bytes) ? "latin1" : "utf8");
}

/** Data after its sha256; V8 believes what it is given. */
function readKept(file: string): Buffer | null {
  try {
    const bytes = readFileSync(file);
    const data = bytes.subarray(32);
    return sha256(data).equals(bytes.subarray(0, 32)) ? data : null;
  } catch {
    return null;
  }
}

/** Best effort: without it the next start compiles again. */
function keep(file: string, name: string, data: Buffer): void {
  const beside = `${file}.${process.pid}`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    try {
      const bytes = Buffer.concat([sha256(data), data]);
      writeFileSync(beside, bytes, { mode: 0o600 });
      renameSync(beside, file);
    } finally {
      rmSync(beside, { force: true });
    }
    for (const other of readdirSync(dirname(file)))
      if (other.startsWith(`${name}-`) && other !== basename(file))
        rmSync(join(dirname(file), other), { force: true });
  } catch {
    // A folder that can not be written, or a full disk.
  }
}

function sha256(data: Buffer): Buffer {
  return createHash("sha256").update(data).digest();
}
