#!/usr/bin/env node
/**
 * The command line. The build bundles this file, and apart from it the program
 * that it loads when a look at the output does not answer the run.
 */
import { writeSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { PACKAGE_ROOT } from "../../support/package.js";
import type * as program from "./program.js";
import { upToDateMessage } from "./unchanged.js";

const argv = process.argv.slice(2);

// Before all that takes time, so that Ctrl-C is always answered.
const interruption = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.on(signal, () => interruption.abort());

const answer = upToDateMessage(argv);
if (answer === null || !printed(answer)) void run();

async function run(): Promise<void> {
  const { setFlagsFromString } = await import("node:v8");
  postponeOptimization(setFlagsFromString);
  const { main, processIo } = createRequire(import.meta.url)(
    join(PACKAGE_ROOT, "dist", "generator", "program.cjs"),
  ) as typeof program;
  process.exitCode = await main(argv, processIo(interruption.signal));
}

/**
 * Keeps V8 from optimizing functions during the first second. Most runs end before
 * that pays, and V8's compiler threads would take a fifth of the processor time.
 */
function postponeOptimization(setFlag: (flag: string) => void): void {
  for (const compiler of ["turbofan", "maglev"]) {
    setFlag(`--no-${compiler}`);
    setTimeout(() => setFlag(`--${compiler}`), 1000).unref();
  }
}

/** Without `process.stdout`, which takes milliseconds to make. */
function printed(text: string): boolean {
  try {
    return writeSync(1, text) > 0;
  } catch {
    return false;
  }
}
