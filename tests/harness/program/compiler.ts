/** Type-checks TypeScript projects that use the npm packages of the tests. */
import { spawn } from "node:child_process";
import { existsSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { removeNoCheck } from "../../../generator/emit/assemble/header.js";
import { STRICTEST } from "../../../scripts/history/strictest.js";
import { MODULES, outcome } from "./cli.js";
import { V8 } from "../run/runner.js";
import { readTree, temporaryFolder, writeTree } from "./folders.js";

/** Compiler options with the types of Node.js and without those of browsers. */
export const NODE = { ...STRICTEST, lib: ["ES2022"], types: ["node"] };

export type Compiler = "typescript" | "typescript-5.4";

export interface Project {
  readonly options?: object;
  /**
   * Files to check.
   * @default all files of the folder
   */
  readonly files?: readonly string[];
  readonly compiler?: Compiler;
  /** Additional command-line arguments for the compiler. */
  readonly args?: readonly string[];
}

/**
 * Function that returns the path of the native compiler which `bin/tsc` starts.
 * Tests start the native compiler directly, because this saves one start of
 * Node.js.
 */
const { default: getExePath } = (await import(
  join(MODULES, "typescript/lib/getExePath.js")
)) as { default: () => string };

/** Path of the TypeScript compiler's executable. */
export const COMPILER = getExePath();

/**
 * Type-checks files of a folder. Returns the errors that the compiler prints,
 * or an empty string for valid files.
 */
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

/**
 * Type-checks a folder according to its `tsconfig.json`. Returns the errors
 * that the compiler prints, or an empty string for valid files.
 */
export async function compile(
  folder: string,
  compiler: Compiler = "typescript",
  args: readonly string[] = [],
): Promise<string> {
  const modules = join(folder, "node_modules");
  if (!existsSync(modules)) symlinkSync(MODULES, modules);
  // Use a single thread: additional threads would repeat work and slow down the
  // tests that run on other cores.
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

/**
 * Copies the TypeScript files of generated output into a new folder, for
 * type-checking.
 */
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
