/** Projects that are type-checked beside the packages of the tests. */
import { spawn } from "node:child_process";
import { existsSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { checkedText } from "../../../generator/emit/assemble/header.js";
import { STRICTEST } from "../../../scripts/history/strictest.js";
import { MODULES, outcome } from "./cli.js";
import { V8 } from "../run/runner.js";
import { readTree, temporaryFolder, writeTree } from "./folders.js";

/** Node's types and nothing of a browser. */
export const NODE = { ...STRICTEST, lib: ["ES2022"], types: ["node"] };

export type Compiler = "typescript" | "typescript-5.4";

export interface Project {
  readonly options?: object;
  /** Its files; all that there are where this is left out. */
  readonly files?: readonly string[];
  readonly compiler?: Compiler;
  /** More for the command line. */
  readonly args?: readonly string[];
}

/** Where `bin/tsc` finds the program that it starts, which Node takes time for. */
const { default: getExePath } = (await import(
  join(MODULES, "typescript/lib/getExePath.js")
)) as { default: () => string };

/** Path of the TypeScript compiler's executable. */
export const COMPILER = getExePath();

/** What TypeScript prints of the project in a folder: nothing, when it is right. */
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

/** What TypeScript prints of a folder with its own configuration. */
export async function compile(
  folder: string,
  compiler: Compiler = "typescript",
  args: readonly string[] = [],
): Promise<string> {
  const modules = join(folder, "node_modules");
  if (!existsSync(modules)) symlinkSync(MODULES, modules);
  // Threads check things twice, and other tests run beside this one.
  const [program, ...before] =
    compiler === "typescript"
      ? [COMPILER, "--singleThreaded"]
      : [process.execPath, ...V8, join(MODULES, compiler, "bin/tsc")];
  const words = [...before, "-p", folder, ...args];
  const done = await outcome(spawn(program, words, { cwd: folder }));
  const said = done.stdout + done.stderr;
  return said === "" && done.code !== 0 ? `It ended with ${done.code}` : said;
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
