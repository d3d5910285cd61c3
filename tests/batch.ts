/**
 * Runs test files one after the other in this process, each with uvu's summary
 * of its own, and a record separator between them. A process of `run.ts`.
 */
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** uvu's own: that files run when they are told to, and what is to run. */
const queue: unknown[][] = [];
Object.assign(globalThis, { UVU_DEFER: 1, UVU_QUEUE: queue });
const { exec } = await import("uvu");

let failed = false;
for (const [index, file] of process.argv.slice(2).entries()) {
  if (index > 0) process.stdout.write("\u001e");
  queue.splice(0, Infinity, [null]);
  await import(pathToFileURL(join(import.meta.dirname, file)).href);
  await exec();
  failed ||= process.exitCode === 1;
}
process.exitCode = failed ? 1 : 0;
