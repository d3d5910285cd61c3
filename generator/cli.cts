#!/usr/bin/env node
import fs = require("node:fs");
import unchanged = require("./start/unchanged.cjs");

const argv = process.argv.slice(2);
const answer = unchanged.recallRun(argv);
if (answer === null || !printed(answer)) void run();

async function run(): Promise<void> {
  const [{ processIo }, { main }] = await Promise.all([
    import("./commands/io.js"),
    import("./commands/main.js"),
  ]);
  process.exitCode = await main(argv, { ...processIo(), argv });
}

/** Without `process.stdout`, which takes milliseconds to make. */
function printed(text: string): boolean {
  try {
    return fs.writeSync(1, text) > 0;
  } catch {
    return false;
  }
}
