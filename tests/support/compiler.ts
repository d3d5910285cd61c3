/** Projects that are type-checked beside the packages of the tests. */
import { execFile } from "node:child_process";
import { existsSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { checkedText } from "../../generator/emit/assemble/header.js";
import { STRICTEST } from "../../scripts/history/strictest.js";
import { MODULES } from "./cli.js";
import { readTree, temporaryFolder, writeTree } from "./folders.js";

/** Node's types and nothing of a browser. */
export const NODE = { ...STRICTEST, lib: ["ES2022"], types: ["node"] };

export type Compiler = "typescript" | "typescript-5.4";

/** Threads check things twice, and other tests run beside this one. */
export const ALONE = "--singleThreaded";

export interface Project {
  readonly options?: object;
  /** Its files; all that there are where this is left out. */
  readonly files?: readonly string[];
  readonly compiler?: Compiler;
  /** More for the command line. */
  readonly args?: readonly string[];
}

/** What TypeScript prints of the project in a folder: nothing, when it is right. */
export function typeCheck(
  folder: string,
  { options = NODE, files, compiler = "typescript", args = [] }: Project = {},
): Promise<string> {
  const modules = join(folder, "node_modules");
  if (!existsSync(modules)) symlinkSync(MODULES, modules);
  const compilerOptions = { noEmit: true, ...options };
  writeTree(folder, {
    "package.json": '{ "type": "module" }',
    "tsconfig.json": JSON.stringify({ compilerOptions, files }),
  });
  const tsc = join(MODULES, compiler, "bin/tsc");
  const threads = compiler === "typescript" ? [ALONE] : [];
  return new Promise((resolve) =>
    execFile(
      process.execPath,
      [tsc, "-p", folder, ...threads, ...args],
      { cwd: folder, maxBuffer: 1e8 },
      (_error, stdout, stderr) => resolve(stdout + stderr),
    ),
  );
}

/** The modules of some output, in a folder where compilers check them. */
export function modulesOf(output: string): { folder: string; files: string[] } {
  const texts = Object.entries(readTree(output))
    .filter(([path]) => path.endsWith(".ts"))
    .map(([path, text]) => [path, checkedText(text)] as const);
  const folder = temporaryFolder();
  writeTree(folder, Object.fromEntries(texts));
  return { folder, files: texts.map(([path]) => path) };
}
