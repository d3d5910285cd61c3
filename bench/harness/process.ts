import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Command line of a Node.js process, to be started as a user would start it.
 */
export interface Task {
  /**
   * Path of the Node.js binary.
   * @default the binary of the current process
   */
  readonly node?: string | undefined;
  readonly args: readonly string[];
  readonly cwd: string;
  /**
   * Additional environment variables. The process also inherits those of the
   * current process.
   */
  readonly env?: Readonly<Record<string, string>> | undefined;
}

/** Resources that a process used. */
export interface Usage {
  /** Elapsed time from start to exit, in milliseconds. */
  readonly time: number;
  /** Processor time of all threads, in milliseconds. */
  readonly cpu: number;
  /** Peak memory (resident set size), in megabytes. */
  readonly memory: number;
}

/**
 * Runs a process and waits for its end.
 *
 * @returns the elapsed time in milliseconds.
 * @throws Error with its stderr output when the process fails.
 */
export function runProcess({
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
            `${args.join(" ")} exited with ${signal ?? code}\n${errors}`,
          ),
        );
    });
  });
}

/**
 * Runs a process and returns the resources that it used. A hook inside the
 * process measures the resources on exit.
 */
export async function measureProcess(task: Task): Promise<Usage> {
  const folder = mkdtempSync(join(tmpdir(), "mcp-codegen-bench-"));
  try {
    const hook = join(folder, "usage.cjs");
    const file = join(folder, "usage");
    writeFileSync(
      hook,
      `if (require("node:worker_threads").isMainThread)
         process.on("exit", () => require("node:fs").writeFileSync(
           ${JSON.stringify(file)}, JSON.stringify(process.resourceUsage())));`,
    );
    const NODE_OPTIONS = `${process.env["NODE_OPTIONS"] ?? ""} --require ${hook}`;
    const time = await runProcess({
      ...task,
      env: { ...task.env, NODE_OPTIONS },
    });
    const used = JSON.parse(readFileSync(file, "utf8")) as NodeJS.ResourceUsage;
    return {
      time,
      cpu: (used.userCPUTime + used.systemCPUTime) / 1000,
      memory: used.maxRSS / 1024,
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
