/** Type-checks projects with the packages of the tests. */
import { spawn } from "node:child_process";
import { existsSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { removeNoCheck } from "../../../generator/emit/assemble/header.js";
import { STRICTEST } from "../../../scripts/history/strictest.js";
import { MODULES, outcome } from "./cli.js";
import { V8 } from "../run/runner.js";
import { readTree, temporaryFolder, writeTree } from "./folders.js";

/** Compiler options with Node's types and without those of browsers. */
export const NODE = { ...STRICTEST, lib: ["ES2022"], types: ["node"] };

export type Compiler = "typescript" | "typescript-5.4";

export interface Project {
  readonly options?: object;
  /** Files to check. By default, all files of the folder. */
  readonly files?: readonly string[];
  readonly compiler?: Compiler;
  /** More arguments of the compiler. */
  readonly args?: readonly string[];
}

/** Program that `bin/tsc` starts. Running it saves one start of Node. */
const { default: getExePath } = (await import(
  join(MODULES, "typescript/lib/getExePath.js")
)) as { default: () => string };

/** Path of the TypeScript compiler's executable. */
export const COMPILER = getExePath();

/** Type-checks the files of a folder; returns the printed errors. */
export async function typeCheck(
  folder: string,
  { options = NODE, files, compiler = "typescript", args = [] }: Project = {},
): Promise<string> {
  const compilerOptions = { noEmit: true, ...options };
  writeTree(folder, {
    "package.json": '{ "type": "module" }',
    "tsconfig.json": JSON.stringify({ compilerOptions, files }),
  });
  return compile(folder, compiler, args);
}

/** Type-checks a folder by its `tsconfig.json`; returns the errors. */
export async function compile(
  folder: string,
  compiler: Compiler = "typescript",
  args: readonly string[] = [],
): Promise<string> {
  const modules = join(folder, "node_modules");
  if (!existsSync(modules)) symlinkSync(MODULES, modules);
  // More threads repeat work, and other tests use the remaining cores.
  const [program, ...before] =
    compiler === "typescript"
      ? [COMPILER, "--singleThreaded"]
      : [process.execPath, ...V8, join(MODULES, compiler, "bin/tsc")];
  const words = [...before, "-p", folder, ...args];
  const done = await outcome(spawn(program, words, { cwd: folder }));
  const said = done.stdout + done.stderr;
  return said === "" && done.code !== 0
    ? `TypeScript exited with ${done.code}`
    : said;
}

/** Copies TypeScript files of an output into a new folder for compilers. */
export function copyModules(output: string): {
  folder: string;
  files: string[];
} {
  const texts = Object.entries(readTree(output))
    .filter(([path]) => path.endsWith(".ts"))
    .map(([path, text]) => [path, removeNoCheck(text)] as const);
  const folder = temporaryFolder();
  writeTree(folder, Object.fromEntries(texts));
  return { folder, files: texts.map(([path]) => path) };
}
