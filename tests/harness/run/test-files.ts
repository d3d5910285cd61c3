/** Lists the test files, and groups files that can share a process. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { PACKAGE_ROOT } from "../../../generator/support/package.js";

/** Whether all cases of all tests run, which `make test-all` sets. */
export const ALL = process.env["MCP_ALL"] === "1";
/**
 * Maximum number of test files in one process. Each process loads and compiles
 * the modules again, so larger batches save time.
 */
const BATCH = 48;
/**
 * Maximum number of slow test files in one process. Otherwise one batch could
 * take a third of the time of all tests.
 */
const SLOW_BATCH = 12;

/**
 * Test files that run only in `make test-all`. They install packages, run code
 * blocks of the documentation, take screenshots, or rehearse the addition of a
 * revision.
 */
export const WHOLE_ONLY =
  /^(package\/(package|installs)|docs\/blocks\/(servers|clients|others)|explorer\/pictures|proof\/revision)\.test/;
/**
 * Test files that `--quick` skips: the conformance suite, third-party programs,
 * compilers and large matrices.
 */
export const SLOW = new RegExp(
  [
    "^(conformance|package|platforms|proof|snapshots|third-party)/",
    "docs/blocks|sdk|everything|broken-guards|fuzz|differential|^explorer/(browser|pictures)",
    // Test files that build projects, run compilers or start many processes.
    "^generator/new/|runtime/host/servers|^generator/model/fingerprint",
    "^commands/(completion|runtime|schema|standard-output|terminal|validate)",
    "^commands/generate/(large-input|strays|unchanged|watch)|^runtime/transport/(flood|lines|stdio)",
    "^generator/snapshot/typed-file|^explorer/outlines|^runtime/oauth/hostile-issuers",
    "^runtime/host/hostile/hostile-servers|^runtime/http/hostile/clients|tasks/flood",
    "^runtime/json-schema/untrusted-schemas|^runtime/limits/quota-by-length",
    "^examples/go|^runtime/skills/hostile",
    // Test files that start browsers, Redis or an authorization server.
    "^explorer/browser|^extensions/frames|^commands/explore|^runtime/redis/|^runtime/oauth/(provider|grants)",
    "^generator/parse/(robustness|typecheck)|^runtime/validation/standard-schema",
    // Test files that check every documentation page, or every type or output
    // of every revision.
    "^extensions/own|^docs/(pages|readme)|^generator/emit/corpus|^bench/rules",
    "^runtime/http/(hostile/abuse|server/sigterm|server/slow-readers)|faults",
    "^runtime/transport/disconnects|^runtime/multi-version/client\\.",
    "/host-restart|/floods|^runtime/oauth/stores|^runtime/multi-version/starting",
  ].join("|"),
);
/**
 * Test files that need a separate process, because they change or measure the
 * process.
 */
export const ALONE =
  /^(conformance|package)\/|parse\/typescript|^proof\/history|broken-guards|differential|allocation|endless-work|hostile\/abuse/;

/**
 * Returns the time limit of a test file, in milliseconds. The limit ends tests
 * that block their process. All other slow tests are ended by `time-limit.ts`.
 * If `MCP_UPSTREAM` is set, the limit is longer, because the tests of the
 * complete upstream history take many minutes.
 */
export function getTimeLimit(file = ""): number {
  if (process.env["MCP_UPSTREAM"] && file.startsWith("proof/history"))
    return 1_800_000;
  if (ALL && file.includes("new/combinations")) return 1_800_000;
  return ALL ? 600_000 : 300_000;
}

/**
 * Returns the default time limit of the tests in a file, in seconds. A test
 * file may set another limit. Tests that start compilers, browsers or many
 * processes take several times longer on a busy machine.
 */
export function getDefaultTestLimit(file: string): number {
  if (ALL) return getTimeLimit(file) / 1_000;
  return SLOW.test(file) || WHOLE_ONLY.test(file) ? 120 : 20;
}

/**
 * Returns the paths of the sources of all test files, relative to `tests/`.
 * Skips the folders `node_modules`, which contain thousands of files.
 */
export function listSources(folder = ""): string[] {
  const entries = readdirSync(join(PACKAGE_ROOT, "tests", folder), {
    withFileTypes: true,
  });
  return entries.flatMap((entry) => {
    const path = folder + entry.name;
    if (!entry.isDirectory()) return path.endsWith(".test.ts") ? path : [];
    return entry.name === "node_modules" ? [] : listSources(`${path}/`);
  });
}

/**
 * Returns the test files whose sources exist. A compiled test whose source was
 * deleted is therefore not run.
 */
export function listTestFiles(
  patterns: readonly string[],
  quick: boolean,
): string[] {
  return listSources()
    .map((path) => path.replace(/\.ts$/, ".js"))
    .filter((path) =>
      patterns.length > 0
        ? patterns.some((part) => path.includes(part))
        : (ALL || !WHOLE_ONLY.test(path)) && !(quick && SLOW.test(path)),
    )
    .sort();
}

/**
 * Groups test files into batches. Neighbouring files share a process, so that
 * modules are loaded only once.
 */
export function groupIntoBatches(files: readonly string[]): string[][] {
  const batches = files
    .filter((file) => ALONE.test(file))
    .map((file) => [file]);
  const others = files.filter((file) => !ALONE.test(file));
  let batch: string[] = [];
  for (const file of others) {
    if (batch.length === 0) batches.push(batch);
    batch.push(file);
    if (batch.length === BATCH || countSlow(batch) === SLOW_BATCH) batch = [];
  }
  // Run the longest batches first. Otherwise one long batch could still run
  // alone at the end.
  return batches.sort((a, b) => countSlow(b) - countSlow(a));
}

function countSlow(files: readonly string[]): number {
  return files.filter((file) => SLOW.test(file)).length;
}
