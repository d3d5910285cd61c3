#!/usr/bin/env node
import { writeSync } from "node:fs";
import { recallRun } from "./unchanged.js";

const argv = process.argv.slice(2);
const answer = recallRun(argv);
if (answer === null || !answered(answer)) {
  const [{ processIo }, { main }] = await Promise.all([
    import("./commands/io.js"),
    import("./commands/main.js"),
  ]);
  process.exitCode = await main(argv, { ...processIo(), argv });
}

/** Without `process.stdout`, which takes milliseconds to make. */
function answered(text: string): boolean {
  try {
    return writeSync(1, text) > 0;
  } catch {
    return false;
  }
}
