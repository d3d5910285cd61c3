import {
  spawn,
  type ChildProcess,
  type StdioOptions,
} from "node:child_process";
import { fileURLToPath } from "node:url";
import { main } from "../../../generator/cli/main.js";
import type { Io } from "../../../generator/cli/terminal/io.js";
import { temporaryFolder } from "./folders.js";

/**
 * Root folder of the repository. The URL is relative to the compiled file,
 * which is in `dist/tests/harness/program/`.
 */
export const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));
/** Folder of the npm packages that only tests use. */
export const MODULES = `${ROOT}tests/node_modules`;
export const BIN = `${ROOT}dist/generator/cli.cjs`;

export interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Starts mcp-codegen in a new process. All runs of a test process share a cache
 * folder.
 */
export function startCli(
  args: readonly string[],
  cwd: string,
  stdio: StdioOptions = ["ignore", "pipe", "pipe"],
): ChildProcess {
  return spawn(process.execPath, [BIN, ...args], {
    cwd,
    env: { ...process.env, MCP_CODEGEN_CACHE: cacheFolder() },
    stdio,
  });
}

/** Runs mcp-codegen in a new process and waits for its end. */
export function spawnCli(
  args: readonly string[],
  cwd: string = temporaryFolder(),
): Promise<Run> {
  return outcome(startCli(args, cwd));
}

let last: Promise<unknown> = Promise.resolve();

/**
 * Runs mcp-codegen with the given arguments in this process, with `cwd` as
 * working folder. A call waits until all earlier calls have ended.
 *
 * @param ask Function that answers questions like a user on a terminal.
 */
export function runCli(
  args: readonly string[],
  cwd: string = temporaryFolder(),
  ask?: Io["ask"],
): Promise<Run> {
  const run = last.then(async () => {
    const before = process.cwd();
    process.env["MCP_CODEGEN_CACHE"] = cacheFolder();
    process.chdir(cwd);
    try {
      return await runHere(args, ask);
    } finally {
      process.chdir(before);
    }
  });
  last = run.catch(() => {});
  return run;
}

async function runHere(args: readonly string[], ask: Io["ask"]): Promise<Run> {
  let stdout = "";
  let stderr = "";
  const code = await main(args, {
    out: (text) => void (stdout += text),
    err: (text) => void (stderr += text),
    interactive: false,
    colour: false,
    outColour: false,
    ask,
    signal: new AbortController().signal,
  });
  return { code, stdout, stderr };
}

/** Waits for the end of a process. Returns its output and exit code. */
export function outcome(child: ChildProcess): Promise<Run> {
  return new Promise((resolve, reject) => {
    let stdout = "";
    let stderr = "";
    child.stdout?.on("data", (chunk) => (stdout += chunk));
    child.stderr?.on("data", (chunk) => (stderr += chunk));
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, stdout, stderr }));
  });
}

let cache: string | undefined;

function cacheFolder(): string {
  cache ??= temporaryFolder();
  return cache;
}
