import type { ChildProcess } from "node:child_process";

/**
 * Returns a promise that rejects when the process exits. If nothing awaits the
 * promise, the rejection is ignored instead of ending this process.
 */
export function rejectOnExit(
  child: ChildProcess,
  name: string,
): Promise<never> {
  const died = new Promise<never>((_, reject) => {
    child.on("exit", (code, signal) => {
      reject(new Error(`${name} exited with ${signal ?? code}.`));
    });
  });
  died.catch(() => {});
  return died;
}
