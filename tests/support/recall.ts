import { execFile } from "node:child_process";
import { cpSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as assert from "uvu/assert";
import { ROOT, spawnCli } from "./cli.js";
import { temporaryFolder } from "./folders.js";

export const ARGV = ["--rev", "draft", "--out", "out"];
export const ANSWER = /^out is up to date: \d+ files\.\n$/;

/** What decides the output, but for the program behind the command line. */
const PARTS = [
  "dist/generator/cli.cjs",
  "dist/generator/code.sha256",
  "templates",
  "schema",
  "package.json",
];

/** A command line in files that a test may change; its program only says 99. */
export function copyCommandLine(): string {
  const root = temporaryFolder();
  for (const part of PARTS)
    // The real path: a link would be copied as one, and lead back here.
    cpSync(realpathSync(join(ROOT, part)), join(root, part), {
      recursive: true,
      dereference: true,
    });
  writeFileSync(
    join(root, "dist/generator/program.cjs"),
    "module.exports = { main: async () => 99, processIo() {} };\n",
  );
  return root;
}

/** What is answered without the program, or null when that is asked. */
export function recalled(
  root: string,
  folder: string,
  argv: readonly string[] = ARGV,
): Promise<string | null> {
  const args = [join(root, "dist/generator/cli.cjs"), ...argv];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd: folder }, (error, stdout) => {
      if (!error) resolve(stdout);
      else if (error.code === 99) resolve(null);
      else reject(error);
    });
  });
}

/** A folder with up-to-date output. */
export async function generated(
  argv: readonly string[] = ARGV,
): Promise<string> {
  const folder = temporaryFolder();
  const run = await spawnCli(argv, folder);
  assert.is(run.code, 0, run.stderr);
  return folder;
}

/** Copies the folder and what is in it, does something, puts all of it back. */
export async function withChange(
  folder: string,
  change: () => void,
  look: () => Promise<void>,
): Promise<void> {
  const kept = join(temporaryFolder(), "kept");
  cpSync(folder, kept, { recursive: true });
  try {
    change();
    await look();
  } finally {
    rmSync(folder, { recursive: true, force: true });
    cpSync(kept, folder, { recursive: true });
  }
}
