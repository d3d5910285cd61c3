import {
  copyFileSync,
  mkdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import * as assert from "uvu/assert";
import { temporaryFolder, writeTree } from "./folders.js";
import { copyProgram, passFileTimes } from "./program.js";
import { SMALL_SCHEMA } from "./schema.js";

/** Without a method that a warning is about. */
export const SCHEMA = SMALL_SCHEMA.replaceAll('"echo"', '"initialize"');

export const program = copyProgram();
const { recallRun, recordPath, runKey, stateOf } = createRequire(
  import.meta.url,
)(
  join(program.root, "dist/generator/start/unchanged.cjs"),
) as typeof import("../../generator/start/unchanged.cjs");
process.env["MCP_CODEGEN_CACHE"] = program.cache;

export const WHOLE = [
  "--schema",
  "schema.ts",
  "--out",
  "out",
  "--templates",
  "mine",
];
export const ARGV = [...WHOLE, "--only", "types"];
/** Of the schema's last change, in seconds: a time that can be set again. */
export const OLD_TIME = 1_700_000_000;
export const ANSWER = /^out is up to date: \d+ files\.\n$/;

/** Does something as a process would that was started in `folder`. */
function inside<T>(folder: string, work: () => T): T {
  const before = process.cwd();
  process.chdir(folder);
  try {
    return work();
  } finally {
    process.chdir(before);
  }
}

/** What a process started in `folder` would be answered without the program. */
export function recalled(
  folder: string,
  argv: readonly string[] = ARGV,
): string | null {
  return inside(folder, () => recallRun(argv));
}

/** The file with the record of a run in `folder`. */
export function recordOf(
  folder: string,
  argv: readonly string[] = ARGV,
): string {
  return inside(folder, () => recordPath(runKey(argv)));
}

/** Has the record say that all is as it was when the program ran. */
export function refresh(file: string): void {
  const [head = "", ...rest] = readFileSync(file, "utf8").split("\n");
  const record = JSON.parse(head) as { inputs: Record<string, string> };
  for (const path in record.inputs) record.inputs[path] = stateOf(path);
  writeFileSync(file, [JSON.stringify(record), ...rest].join("\n"));
}

/** A folder with a schema, a template and up-to-date output. */
export async function generated(
  argv: readonly string[] = ARGV,
): Promise<string> {
  const folder = temporaryFolder();
  writeTree(folder, { "schema.ts": SCHEMA });
  utimesSync(join(folder, "schema.ts"), OLD_TIME, OLD_TIME);
  mkdirSync(join(folder, "mine"));
  copyFileSync(
    join(program.root, "templates/bindings/types.ts.hbs"),
    join(folder, "mine/types.ts.hbs"),
  );
  await generate(folder, argv);
  return folder;
}

export async function generate(
  folder: string,
  argv: readonly string[] = ARGV,
): Promise<string> {
  passFileTimes(folder);
  const run = await program.run(argv, folder);
  assert.is(run.code, 0, run.stdout + run.stderr);
  return run.stdout;
}
