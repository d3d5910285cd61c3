import {
  spawn,
  type ChildProcess,
  type StdioOptions,
} from "node:child_process";
import { fileURLToPath } from "node:url";
import { main } from "../../../generator/cli/main.js";
import { temporaryFolder } from "./folders.js";

/** The repository, seen from `dist/tests/harness/program/`. */
export const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));
/** The packages of the tests' own. */
export const MODULES = `${ROOT}tests/node_modules`;
export const BIN = `${ROOT}dist/generator/cli.cjs`;

export interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts the program as a user would, with a cache folder of its own. */
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

/** Runs the program to its end, in a process of its own. */
export function spawnCli(
  args: readonly string[],
  cwd: string = temporaryFolder(),
): Promise<Run> {
  return outcome(startCli(args, cwd));
}

let last: Promise<unknown> = Promise.resolve();

/** Runs the command line in this process, one after the other, in a folder. */
export function runCli(
  args: readonly string[],
  cwd: string = temporaryFolder(),
): Promise<Run> {
  const run = last.then(async () => {
    const before = process.cwd();
    process.env["MCP_CODEGEN_CACHE"] = cacheFolder();
    process.chdir(cwd);
    try {
      return await runHere(args);
    } finally {
      process.chdir(before);
    }
  });
  last = run.catch(() => {});
  return run;
}

async function runHere(args: readonly string[]): Promise<Run> {
  let stdout = "";
  let stderr = "";
  const code = await main(args, {
    out: (text) => void (stdout += text),
    err: (text) => void (stderr += text),
    interactive: false,
    colour: false,
    outColour: false,
    signal: new AbortController().signal,
  });
  return { code, stdout, stderr };
}

/** What a started program printed, and its exit code. */
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
