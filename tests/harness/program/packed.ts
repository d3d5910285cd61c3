import { spawn } from "node:child_process";
import { cpSync, realpathSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { outcome, ROOT, type Run } from "./cli.js";
import { temporaryFolder } from "./folders.js";

/** Copy of the built program. A test may change the files of the copy. */
export interface ProgramCopy {
  readonly root: string;
  /** Cache folder that every run of the copied program uses. */
  readonly cache: string;
  run(
    args: readonly string[],
    cwd: string,
    env?: NodeJS.ProcessEnv,
  ): Promise<Run>;
}

/** Copies the built program and creates a cache folder for it. */
export function copyProgram(): ProgramCopy {
  const root = temporaryFolder();
  const cache = temporaryFolder();
  for (const part of ["dist/generator", "templates", "schema", "package.json"])
    // Resolve symbolic links first: otherwise the copy would contain links into
    // this repository.
    cpSync(realpathSync(join(ROOT, part)), join(root, part), {
      recursive: true,
      dereference: true,
      // Copy only the bundles. The program does not need the separate `.js`
      // modules, which the bundles already contain.
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
