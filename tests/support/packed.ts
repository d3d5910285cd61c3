/** The npm package, installed in a folder as its users have it. */
import { execFile } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { ROOT } from "./cli.js";
import { temporaryFolder } from "./folders.js";

const run = promisify(execFile);

/** What it printed; npm's own log goes to the error, when it fails. */
export function npm(
  cwd: string,
  ...args: readonly string[]
): Promise<{ readonly stdout: string; readonly stderr: string }> {
  const quiet = ["--no-audit", "--no-fund", "--prefer-offline"];
  const loud = "--loglevel=error";
  return run("npm", [...args.slice(0, 1), ...quiet, loud, ...args.slice(1)], {
    cwd,
  });
}

/** An empty folder in which the program is installed as it is built and packed. */
export async function installPacked(): Promise<string> {
  const folder = temporaryFolder();
  // Built already; a build now would pull the rug from under other tests.
  await npm(ROOT, "pack", "--ignore-scripts", "--pack-destination", folder);
  const name = readdirSync(folder).find((path) => path.endsWith(".tgz")) ?? "";
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  await npm(folder, "install", `./${name}`);
  return folder;
}
