import type { ChildProcess } from "node:child_process";

/** Rejects when a process ends; nobody has to wait for it. */
export function deathOf(child: ChildProcess, name: string): Promise<never> {
  const died = new Promise<never>((_, reject) => {
    child.on("exit", (code, signal) => {
      reject(new Error(`${name} ended with ${signal ?? code}.`));
    });
  });
  died.catch(() => {});
  return died;
}
