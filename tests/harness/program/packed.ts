import { spawn } from "node:child_process";
import { cpSync, realpathSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { outcome, ROOT, type Run } from "./cli.js";
import { temporaryFolder } from "./folders.js";

/** A copy of the whole program, whose files a test may change. */
export interface ProgramCopy {
  readonly root: string;
  /** Its cache folder, in the environment of every run. */
  readonly cache: string;
  run(
    args: readonly string[],
    cwd: string,
    env?: NodeJS.ProcessEnv,
  ): Promise<Run>;
}

/** Copies the built program beside a cache folder of its own. */
export function copyProgram(): ProgramCopy {
  const root = temporaryFolder();
  const cache = temporaryFolder();
  for (const part of ["dist/generator", "templates", "schema", "package.json"])
    // The real path: a link would be copied as one, and lead back here.
    cpSync(realpathSync(join(ROOT, part)), join(root, part), {
      recursive: true,
      dereference: true,
      // Its bundles, without the modules that they are made of.
      filter: (path) => !/\/dist\/.*\.(js|d\.c?ts)$/.test(path),
    });
  symlinkSync(join(ROOT, "node_modules"), join(root, "node_modules"));
  return {
    root,
    cache,
    run: (args, cwd, env = {}) =>
      outcome(
        spawn(
          process.execPath,
          [join(root, "dist/generator/cli.cjs"), ...args],
          {
            cwd,
            env: { ...process.env, MCP_CODEGEN_CACHE: cache, ...env },
            stdio: ["ignore", "pipe", "pipe"],
          },
        ),
      ),
  };
}
