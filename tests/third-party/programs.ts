/** Programs that other people wrote, as npm has them, and which of them a run takes. */
import { spawn, type ChildProcess } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ROOT } from "../harness/program/cli.js";

const WORLD = join(ROOT, "tests/third-party");
const WHOLE = process.env["MCP_ALL"] === "1";

/** `MCP_SEED` of an earlier run takes what that one took. */
const SEED = process.env["MCP_SEED"] ?? String(Date.now() % 100_000);

/**
 * Everything with `MCP_ALL=1`, else as many as are asked for, by the seed: each
 * with the title of its test.
 */
export function taken<T extends { readonly name: string }>(
  all: readonly T[],
  many: number,
): readonly (readonly [title: string, one: T])[] {
  if (WHOLE) return all.map((one) => [one.name, one]);
  const rank = ({ name }: T): string =>
    createHash("sha256").update(`${SEED} ${name}`).digest("hex");
  return [...all]
    .sort((a, b) => (rank(a) < rank(b) ? -1 : 1))
    .slice(0, many)
    .map((one) => [`${one.name} (MCP_SEED=${SEED})`, one]);
}

/** @throws when the packages are not there, with what installs them. */
export function installed(file: string): string {
  const path = join(WORLD, "node_modules", file);
  if (existsSync(path)) return path;
  throw new Error(
    `${file} is missing: npm ci --ignore-scripts --prefix tests/third-party`,
  );
}

/** Loads a module of a package, by its file: aliases have no names to import. */
export async function loaded<T>(file: string): Promise<T> {
  return (await import(pathToFileURL(installed(file)).href)) as T;
}

/** Calls `use` while a program listens on a port, and ends the program. */
export async function whileListening<T>(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  port: number,
  use: () => Promise<T>,
): Promise<T> {
  const child = spawn(process.execPath, args, { env, stdio: "ignore" });
  const ended = once(child, "exit");
  try {
    while (!(await listens(port))) {
      if (hasEnded(child)) throw new Error(`${args.join(" ")} ended`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return await use();
  } finally {
    child.kill("SIGKILL");
    await ended;
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null;

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    // Many listen on `localhost`, which may be of either family.
    const socket = connect({ port, host: "localhost", autoSelectFamily: true });
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
