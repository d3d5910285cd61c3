import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A whole process, as a user starts it. */
export interface Task {
  /** The Node that runs it; ours by default. */
  readonly node?: string | undefined;
  readonly args: readonly string[];
  readonly cwd: string;
  /** What is added to our own environment. */
  readonly env?: Readonly<Record<string, string>> | undefined;
}

/**
 * Milliseconds from the start of a process to its end.
 *
 * @throws Error when it fails, with what it printed.
 */
export function timeProcess({
  node = process.execPath,
  args,
  cwd,
  env,
}: Task): Promise<number> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const child = spawn(node, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ["ignore", "ignore", "pipe"],
    });
    let errors = "";
    child.stderr.on("data", (chunk) => (errors += chunk));
    child.on("error", reject);
    child.on("exit", (code, signal) => {
      const time = performance.now() - started;
      if (code === 0) resolve(time);
      else
        reject(
          new Error(
            `${args.join(" ")} ended with ${signal ?? code}\n${errors}`,
          ),
        );
    });
  });
}

/** Peak memory of a process in megabytes, as it counts itself at its end. */
export async function peakMemory(task: Task): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "mcp-codegen-bench-"));
  try {
    const hook = join(folder, "peak.cjs");
    const peak = join(folder, "peak");
    writeFileSync(
      hook,
      `if (require("node:worker_threads").isMainThread)
         process.on("exit", () => require("node:fs").writeFileSync(
           ${JSON.stringify(peak)}, String(process.resourceUsage().maxRSS)));`,
    );
    const NODE_OPTIONS = `${process.env["NODE_OPTIONS"] ?? ""} --require ${hook}`;
    await timeProcess({ ...task, env: { ...task.env, NODE_OPTIONS } });
    return Number(readFileSync(peak, "utf8")) / 1024;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
