/**
 * Runs several test files one after another in this process, which `run.ts` has
 * started. Prints a record separator (U+001E) between uvu's summaries of the
 * files, so that the test runner can split the output.
 */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { getDefaultTestLimit } from "./harness/run/test-files.js";
import { setTimeLimit } from "./harness/run/time-limit.js";

/**
 * Queue of test suites in the test runner uvu. If UVU_DEFER is set, suites wait
 * in this queue until `exec` is called.
 */
const queue: unknown[][] = [];
Object.assign(globalThis, { UVU_DEFER: 1, UVU_QUEUE: queue });
const { exec } = await import("uvu");

let failed = false;
for (const [index, file] of process.argv.slice(2).entries()) {
  if (index > 0) process.stdout.write("\u001e");
  queue.splice(0, Infinity, [null]);
  setTimeLimit(getDefaultTestLimit(file));
  await import(pathToFileURL(join(import.meta.dirname, file)).href);
  await exec();
  failed ||= process.exitCode === 1;
}
// Exit explicitly, because a failed test may have left servers or processes
// open that keep this process running.
if (failed) process.exit(1);
