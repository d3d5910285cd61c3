/**
 * Answers a run that would change nothing without loading the program: the
 * last run of the same command line left a record of what it read and wrote,
 * and all of that is still as it was. In any doubt the program runs.
 *
 * This is all that such a run loads, so it imports next to nothing: hashing
 * would take longer than comparing with a copy does.
 */
import {
  closeSync,
  constants,
  lstatSync,
  openSync,
  readFileSync,
  readSync,
  statSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { cacheFolder } from "./cache-folder.js";

/** What a run read and wrote; the bytes of its output follow it in the file. */
export interface RunRecord {
  /** Of {@link runKey}: names of files are too short to be unique. */
  readonly key: string;
  /** State of each file and folder that decides what is generated, by path. */
  readonly inputs: Readonly<Record<string, string>>;
  /** Absolute path of the output folder. */
  readonly folder: string;
  /** Path below the folder and number of bytes, in the order of the bytes. */
  readonly outputs: readonly (readonly [string, number])[];
  /** What the program prints when it finds nothing to do. */
  readonly answer: string;
}

/** Ends the record, which is JSON on one line; the output's bytes follow. */
export const RECORD_END = "\n";

/**
 * What the program would print, or null when it has to run.
 *
 * @param argv what follows the program's name
 */
export function recallRun(argv: readonly string[]): string | null {
  if (!argv.some((arg) => /^--(rev|schema)/.test(arg))) return null;
  try {
    const key = runKey(argv);
    const bytes = readFileSync(recordPath(key));
    const end = bytes.indexOf(RECORD_END);
    const record = JSON.parse(bytes.toString("utf8", 0, end)) as RunRecord;
    const holds =
      record.key === key &&
      inputsHold(record) &&
      outputsHold(record, bytes.subarray(end + RECORD_END.length));
    return holds ? record.answer : null;
  } catch {
    // No record, a damaged one, or a file that is gone.
    return null;
  }
}

/** What makes two runs the same: program, folder and command line. */
export function runKey(argv: readonly string[]): string {
  return JSON.stringify([
    import.meta.url,
    process.version,
    process.cwd(),
    ...argv,
  ]);
}

/** Where the record of a run is kept. */
export function recordPath(key: string): string {
  // FNV-1a: two keys of one name take turns, and do no harm.
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i++)
    hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193) >>> 0;
  return join(cacheFolder(), "runs", hash.toString(16).padStart(8, "0"));
}

/**
 * A file's or folder's state. The time of its last change is part of it, which
 * no program can set: installers and archives give files times of their own.
 */
export function stateOf(path: string): string {
  const { size, mtimeMs, ctimeMs, ino } = statSync(path);
  return `${size} ${mtimeMs} ${ctimeMs} ${ino}`;
}

function inputsHold({ inputs }: RunRecord): boolean {
  for (const path in inputs) if (stateOf(path) !== inputs[path]) return false;
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
  for (const [path, size] of outputs) {
    const end = start + size;
    if (readInto(found, join(folder, path)) !== size) return false;
    if (expected.compare(found, 0, size, start, end) !== 0) return false;
    for (let up = dirname(path); up !== "."; up = dirname(up)) folders.add(up);
    start = end;
  }
  // A link may lead out of the output folder, which the program refuses.
  for (const path of folders)
    if (!lstatSync(join(folder, path)).isDirectory()) return false;
  return start === expected.length;
}

/** Reads at most a buffer's length of a file that is no link. */
function readInto(buffer: Buffer, file: string): number {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  if (O_NOFOLLOW === undefined && !lstatSync(file).isFile()) return -1;
  const open = openSync(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    return readSync(open, buffer, 0, buffer.length, 0);
  } finally {
    closeSync(open);
  }
}
