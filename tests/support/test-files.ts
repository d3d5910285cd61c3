/** The test files, and which of them can share a process. */
import { readdirSync } from "node:fs";
import { join, sep } from "node:path";
import { ROOT } from "./cli.js";

export const ALL = process.env["MCP_ALL"] === "1";
const BATCH = 12;

/** Only in `make test-all`: npm's own work, and every block of every page. */
const WHOLE_ONLY = /^(package\/package|docs\/blocks)\.test/;
/** Not for `--quick`: the suite, programs of others, compilers, matrices. */
const SLOW = new RegExp(
  [
    "^(conformance|package|platforms|proof|snapshots|world)/",
    "docs/blocks|sdk|everything|mutants|fuzz|differential",
    // Projects, compilers and processes that are started again and again.
    "^new/|^host/servers|^model/fingerprint",
    "^commands/(completion|large-input|runtime|schema|standard-output|unchanged|validate)",
    "^commands/watch|^runtime/stdio|^hostile/(clients|hosts|schemas|streams-flood|weights)",
    "^parse/(robustness|typecheck)|^validators/standard-schema",
    // Every page, type and output of every revision.
    "^docs/(pages|readme)|^validators/corpus|^bench/rules",
    "^http/(abuse|sigterm|slow-readers)|faults|^eras/client\\.|/twice|/floods",
  ].join("|"),
);
/** They have a process of their own: they change it, or measure it. */
export const ALONE =
  /^(conformance|package|platforms|proof|snapshots|world)\/|parse\/typescript|mutants|differential|allocation|http\/abuse/;

/** From the sources, so that a deleted test's old build does not run. */
export function testFiles(
  patterns: readonly string[],
  quick: boolean,
): string[] {
  return readdirSync(join(ROOT, "tests"), { recursive: true })
    .map((path) => String(path).split(sep).join("/"))
    .filter((path) => /^(?!.*node_modules\/).*\.test\.ts$/.test(path))
    .map((path) => path.replace(/\.ts$/, ".js"))
    .filter((path) =>
      patterns.length > 0
        ? patterns.some((part) => path.includes(part))
        : (ALL || !WHOLE_ONLY.test(path)) && !(quick && SLOW.test(path)),
    )
    .sort();
}

/** Files that share a process: neighbours, which load the same modules. */
export function batchesOf(files: readonly string[]): string[][] {
  const batches: string[][] = [];
  let last = "";
  for (const file of files) {
    const folder = ALONE.test(file) ? file : file.split("/", 1)[0];
    const batch = batches.at(-1);
    if (batch && folder === last && batch.length < BATCH) batch.push(file);
    else batches.push([file]);
    last = folder ?? "";
  }
  // Who has a process to itself takes long, and goes first.
  return batches.sort(([a = ""], [b = ""]) => +ALONE.test(b) - +ALONE.test(a));
}
