/** Fails a test whose child process ends earlier than the test expects. */
import type { ChildProcess } from "node:child_process";
import { basename } from "node:path";
import { failTest } from "../run/time-limit.js";

/** Maximum number of characters of a child's output in an error message. */
const MAX_OUTPUT = 10_000;

/**
 * Fails the running test if a child process ends before `child.kill` was
 * called. The error message contains the output of the child.
 *
 * @param allowed Exit code with which the child may end before `child.kill` is
 *   called.
 */
export function failOnExit<T extends ChildProcess>(
  child: T,
  allowed?: number,
): T {
  let output = "";
  const collect = (chunk: Buffer): void =>
    void (output = (output + chunk.toString()).slice(-MAX_OUTPUT));
  child.stdout?.on("data", collect);
  child.stderr?.on("data", collect);
  child.once("error", failTest);
  child.once("close", (code, signal) => {
    if (child.killed || code === allowed) return;
    const command = child.spawnargs.map((part) => basename(part)).join(" ");
    failTest(
      new Error(
        `${command} ended with ${signal ?? code} before the test ended:\n    ${output}`,
      ),
    );
  });
  return child;
}
