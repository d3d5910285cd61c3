#!/usr/bin/env node
/**
 * Entry point of the command line. The build bundles this file separately from the
 * program, which is loaded only if the output is not up to date.
 */
import { writeSync } from "node:fs";
import { join } from "node:path";
import { loadCompiled, delayJitTierUp } from "../../support/compiled.js";
import { PACKAGE_ROOT } from "../../support/package.js";
import type * as program from "./program.js";
import { getUpToDateMessage } from "./unchanged.js";

const argv = process.argv.slice(2);

// Installed first, so that Ctrl-C works at any time.
const interruption = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.on(signal, () => interruption.abort());

const message = getUpToDateMessage(argv);
if (message === null || !print(message)) void run();

async function run(): Promise<void> {
  await delayJitTierUp();
  const { main, processIo } = loadCompiled(
    join(PACKAGE_ROOT, "dist", "generator", "program.cjs"),
  ) as typeof program;
  process.exitCode = await main(argv, processIo(interruption.signal));
}

/** Writes to standard output without `process.stdout`, whose creation takes milliseconds. */
function print(text: string): boolean {
  try {
    return writeSync(1, text) > 0;
  } catch {
    return false;
  }
}
