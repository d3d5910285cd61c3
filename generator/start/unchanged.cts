/**
 * Answers a run that would change nothing without loading the program: the
 * last run of the same command line left a record of what it read and wrote,
 * and all of that is still as it was. In any doubt the program runs.
 *
 * This is all that such a run loads. CommonJS starts faster than modules do,
 * and comparing with a copy is faster than loading what makes hashes.
 */
import fs = require("node:fs");
import path = require("node:path");
import cacheFolder = require("./cache-place.cjs");
import type { RunRecord } from "./run-record.js" with {
  "resolution-mode": "import",
};

/**
 * What the program would print, or null when it has to run.
 *
 * @param argv what follows the program's name
 */
function recallRun(argv: readonly string[]): string | null {
  if (!argv.some((arg) => /^--(rev|schema)/.test(arg))) return null;
  try {
    if (mayHaveConfig()) return null;
    const key = runKey(argv);
    const bytes = fs.readFileSync(recordPath(key));
    const end = bytes.indexOf("\n");
    const record = JSON.parse(bytes.toString("utf8", 0, end)) as RunRecord;
    const holds =
      record.key === key &&
      inputsHold(record) &&
      outputsHold(record, bytes.subarray(end + 1));
    return holds ? record.answer : null;
  } catch {
    // No record, a damaged one, or a file that is gone.
    return null;
  }
}

/** A configuration has a say, and the program reads it; see config/find.ts. */
function mayHaveConfig(): boolean {
  for (let at = process.cwd(); ; at = path.dirname(at)) {
    const names = fs.readdirSync(at);
    if (names.some((name) => name.startsWith("mcp-codegen.config.")))
      return true;
    if (names.includes("package.json")) {
      const text = fs.readFileSync(path.join(at, "package.json"), "utf8");
      return /"mcp-codegen"\s*:\s*\{/.test(text);
    }
    if (at === path.dirname(at)) return false;
  }
}

/** What makes two runs the same: program, folder and command line. */
function runKey(argv: readonly string[]): string {
  return JSON.stringify([__filename, process.version, process.cwd(), ...argv]);
}

/** Where the record of a run is kept. */
function recordPath(key: string): string {
  // FNV-1a: two keys of one name take turns, and do no harm.
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i++)
    hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193) >>> 0;
  return path.join(cacheFolder(), "runs", hash.toString(16).padStart(8, "0"));
}

/**
 * A file's or folder's state. The time of its last change is part of it, which
 * no program can set: installers and archives give files times of their own.
 */
function stateOf(file: string): string {
  const { size, mtimeMs, ctimeMs, ino } = fs.statSync(file);
  return `${size} ${mtimeMs} ${ctimeMs} ${ino}`;
}

function inputsHold({ inputs }: RunRecord): boolean {
  for (const file in inputs) if (stateOf(file) !== inputs[file]) return false;
  return true;
}

function outputsHold(
  { folder, outputs }: RunRecord,
  expected: Buffer,
): boolean {
  const largest = Math.max(...outputs.map(([, size]) => size));
  const found = Buffer.allocUnsafe(largest + 1);
  const folders = new Set<string>();
  let start = 0;
  for (const [name, size] of outputs) {
    const end = start + size;
    if (readInto(found, path.join(folder, name)) !== size) return false;
    if (expected.compare(found, 0, size, start, end) !== 0) return false;
    let up = path.dirname(name);
    for (; up !== "."; up = path.dirname(up)) folders.add(up);
    start = end;
  }
  // A link may lead out of the output folder, which the program refuses.
  for (const name of folders)
    if (!fs.lstatSync(path.join(folder, name)).isDirectory()) return false;
  return start === expected.length;
}

/** Reads at most a buffer's length of a file that is no link. */
function readInto(buffer: Buffer, file: string): number {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = fs.constants;
  if (O_NOFOLLOW === undefined && !fs.lstatSync(file).isFile()) return -1;
  const open = fs.openSync(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    return fs.readSync(open, buffer, 0, buffer.length, 0);
  } finally {
    fs.closeSync(open);
  }
}

export = { recallRun, runKey, recordPath, stateOf };
