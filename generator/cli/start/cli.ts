#!/usr/bin/env node
/**
 * Entry point of the command line. It is a small bundle that starts fast. If
 * the command is `generate` and the output is up to date, this bundle prints
 * the result itself. Otherwise it loads the large bundle `program.cjs`, which
 * contains all commands.
 */
import { writeSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { PACKAGE_ROOT } from "../../support/package.js";
import type * as program from "./program.js";
import { getUpToDateMessage } from "./unchanged.js";

const argv = process.argv.slice(2);

// Install the signal handlers first, so that Ctrl-C works from the start.
const interruption = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.on(signal, () => interruption.abort());

const message = getUpToDateMessage(argv);
if (message === null || !print(message)) void run();

async function run(): Promise<void> {
  const { setFlagsFromString } = await import("node:v8");
  postponeOptimization(setFlagsFromString);
  // Most objects of a run are short-lived. If V8's young generation grows in
  // larger steps, it is collected less often.
  setFlagsFromString("--semi-space-growth-factor=8");
  const { main, processIo } = createRequire(import.meta.url)(
    join(PACKAGE_ROOT, "dist", "generator", "program.cjs"),
  ) as typeof program;
  process.exitCode = await main(argv, processIo(interruption.signal));
}

/**
 * Prevents V8 from optimizing functions during the first second. Most runs end
 * before optimization pays off, and V8's compiler threads would take a fifth of
 * the processor time.
 */
function postponeOptimization(setFlag: (flag: string) => void): void {
  for (const compiler of ["turbofan", "maglev"]) {
    setFlag(`--no-${compiler}`);
    setTimeout(() => setFlag(`--${compiler}`), 1000).unref();
  }
}

/**
 * Writes to standard output without `process.stdout`, which takes milliseconds
 * to create.
 */
function print(text: string): boolean {
  try {
    return writeSync(1, text) > 0;
  } catch {
    return false;
  }
}
