/** The test files, and which of them can share a process. */
import { readdirSync } from "node:fs";
import { join, sep } from "node:path";
import { ROOT } from "../program/cli.js";

const ALL = process.env["MCP_ALL"] === "1";
const BATCH = 24;

/** Only in `make test-all`: npm's own work, every block of every page, pictures. */
export const WHOLE_ONLY =
  /^(package\/package|docs\/blocks\/(servers|clients|others)|explorer\/pictures)\.test/;
/** Not for `--quick`: the suite, programs of others, compilers, matrices. */
export const SLOW = new RegExp(
  [
    "^(conformance|package|platforms|proof|snapshots|third-party)/",
    "docs/blocks|sdk|everything|broken-guards|fuzz|differential|^explorer/(browser|pictures)",
    // Projects, compilers and processes that are started again and again.
    "^generator/new/|runtime/host/servers|^generator/model/fingerprint",
    "^commands/(completion|runtime|schema|standard-output|validate)",
    "^commands/generate/(large-input|unchanged|watch)|^runtime/transport/(flood|stdio)",
    "^runtime/host/hostile/hostile-servers|^runtime/http/hostile/clients",
    "^runtime/json-schema/untrusted-schemas|^runtime/limits/quota-by-length",
    // Browsers, Redis, an authorization server.
    "^explorer/browser|^commands/explore|^runtime/redis/|^runtime/oauth/(provider|grants)",
    "^generator/parse/(robustness|typecheck)|^runtime/validation/standard-schema",
    // Every page, type and output of every revision.
    "^extensions/own|^docs/(pages|readme)|^generator/emit/corpus|^bench/rules",
    "^runtime/http/(hostile/abuse|server/sigterm|server/slow-readers)|faults",
    "^runtime/transport/disconnects|^runtime/multi-version/client\\.",
    "/host-restart|/floods",
  ].join("|"),
);
/** They have a process of their own: they change it, or measure it. */
export const ALONE =
  /^(conformance|package)\/|parse\/typescript|^proof\/history|broken-guards|differential|allocation|hostile\/abuse/;

/** Returns the milliseconds that a file has. The whole history takes minutes. */
export function limitOf(file = ""): number {
  if (process.env["MCP_UPSTREAM"] && file.startsWith("proof/history"))
    return 1_800_000;
  return ALL ? 300_000 : 120_000;
}

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

/** Files that share a process, and what it has loaded: neighbours. */
export function batchesOf(files: readonly string[]): string[][] {
  const batches = files.filter((file) => ALONE.test(file)).map((one) => [one]);
  const others = files.filter((file) => !ALONE.test(file));
  while (others.length > 0) batches.push(others.splice(0, BATCH));
  // Longest first, so that no process is alone at the end.
  const slow = new Map(
    batches.map((batch) => [
      batch,
      batch.filter((file) => SLOW.test(file)).length,
    ]),
  );
  return batches.sort((a, b) => (slow.get(b) ?? 0) - (slow.get(a) ?? 0));
}
