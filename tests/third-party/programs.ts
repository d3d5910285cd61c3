/**
 * Helpers for programs from npm: selects the programs that a test run uses, and
 * starts them.
 */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ROOT } from "../harness/program/cli.js";
import { failOnExit } from "../harness/program/child.js";
import { waitUntil } from "../harness/run/time-limit.js";

const WORLD = join(ROOT, "tests/third-party");
const WHOLE = process.env["MCP_ALL"] === "1";

/**
 * Seed of the random selection. `MCP_SEED` repeats the selection of an earlier
 * run.
 */
const SEED = process.env["MCP_SEED"] ?? String(Date.now() % 100_000);

/**
 * Returns `many` entries, selected randomly with `SEED`. Returns all entries if
 * `MCP_ALL=1`. Each entry is returned with the title of its test.
 */
export function selectForRun<T extends { readonly name: string }>(
  all: readonly T[],
  many: number,
): readonly (readonly [title: string, entry: T])[] {
  if (WHOLE) return all.map((entry) => [entry.name, entry]);
  const rank = ({ name }: T): string =>
    createHash("sha256").update(`${SEED} ${name}`).digest("hex");
  return [...all]
    .sort((a, b) => (rank(a) < rank(b) ? -1 : 1))
    .slice(0, many)
    .map((entry) => [`${entry.name} (MCP_SEED=${SEED})`, entry]);
}

/**
 * Returns the path of an installed file.
 * @throws if the package is not installed, with the command that installs it.
 */
export function resolveInstalled(file: string): string {
  const path = join(WORLD, "node_modules", file);
  if (existsSync(path)) return path;
  throw new Error(
    `${file} is not installed. Run: npm ci --ignore-scripts --prefix tests/third-party`,
  );
}

/**
 * Imports a file of a package by path, because aliased packages cannot be
 * imported by name.
 */
export async function importInstalled<T>(file: string): Promise<T> {
  return (await import(pathToFileURL(resolveInstalled(file)).href)) as T;
}

/**
 * Starts a program, calls `use` when the program listens on the port, and then
 * ends the program.
 */
export async function whileListening<T>(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  port: number,
  use: () => Promise<T>,
): Promise<T> {
  const child = failOnExit(
    spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "pipe"] }),
  );
  const ended = once(child, "exit");
  try {
    await waitUntil(`${args.join(" ")} listens on port ${port}`, () =>
      listens(port),
    );
    return await use();
  } finally {
    child.kill("SIGKILL");
    await ended;
  }
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    // Try both IPv4 and IPv6, because many programs listen on `localhost`,
    // which may be an address of either kind.
    const socket = connect({ port, host: "localhost", autoSelectFamily: true });
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
