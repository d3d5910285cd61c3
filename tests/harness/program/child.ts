/** Child processes that must not end before the test that started them. */
import type { ChildProcess } from "node:child_process";
import { basename } from "node:path";
import { failTest } from "../run/time-limit.js";

/**
 * Fails the running test with the output of a child process when the child ends
 * although no call of `child.kill` has ended the child.
 */
export function failOnExit<T extends ChildProcess>(child: T): T {
  let output = "";
  const collect = (chunk: Buffer): void => void (output += chunk.toString());
  child.stdout?.on("data", collect);
  child.stderr?.on("data", collect);
  child.once("error", failTest);
  child.once("close", (code, signal) => {
    if (child.killed) return;
    const command = child.spawnargs.map((part) => basename(part)).join(" ");
    failTest(
      new Error(
        `${command} ended with ${signal ?? code} before the test ended:\n    ${output}`,
      ),
    );
  });
  return child;
}
