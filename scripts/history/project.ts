import { execFileSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { OutputFile } from "../../generator/emit/context.js";
import { removeNoCheck } from "../../generator/emit/assemble/header.js";
import { createWholeRuntime } from "../../generator/emit/assemble/runtime-modules.js";
import { PACKAGE_ROOT } from "../../generator/support/package.js";
import { STRICTEST } from "./strictest.js";

/** Temporary project in which many outputs are type-checked together. */
export interface Project {
  /**
   * Adds the output that was generated for one schema. All outputs share one
   * copy of the runtime.
   */
  add(name: string, files: readonly OutputFile[]): void;
  /**
   * Type-checks all added outputs, removes them, and returns the lines that the
   * compiler printed.
   */
  check(): string[];
  remove(): void;
}

/** Creates a project in a temporary folder. */
export function createProject(): Project {
  const folder = mkdtempSync(join(tmpdir(), "mcp-codegen-history-"));
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  symlinkSync(join(PACKAGE_ROOT, "node_modules"), join(folder, "node_modules"));
  write("package.json", '{ "type": "module" }');
  for (const { path, text } of createWholeRuntime()) write(path, text);
  let names: string[] = [];

  function add(name: string, files: readonly OutputFile[]): void {
    names.push(name);
    for (const { path, text } of files)
      if (!path.startsWith("runtime/"))
        write(join(name, path), useSharedRuntime(removeNoCheck(text)));
  }

  function check(): string[] {
    const options = { ...STRICTEST, lib: ["ES2022"], types: ["node"] };
    const include = names.map((name) => `${name}/*.ts`);
    write(
      "tsconfig.json",
      JSON.stringify({ compilerOptions: options, include }),
    );
    const said = compile(folder);
    for (const name of names) rmSync(join(folder, name), { recursive: true });
    names = [];
    return said;
  }

  return {
    add,
    check,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/**
 * Redirects the imports of a generated file to one shared runtime. Otherwise
 * the compiler would check a copy of the runtime for each output.
 */
function useSharedRuntime(text: string): string {
  return text.replaceAll('"./runtime/', '"../runtime/');
}

function compile(folder: string): string[] {
  const tsc = join(PACKAGE_ROOT, "node_modules/typescript/bin/tsc");
  try {
    execFileSync(process.execPath, [tsc, "-p", folder, "--singleThreaded"], {
      encoding: "utf8",
      maxBuffer: 1e8,
    });
    return [];
  } catch (error) {
    const { stdout = "", stderr = "" } = error as {
      stdout?: string;
      stderr?: string;
    };
    return `${stdout}${stderr}`.split("\n").filter((line) => line !== "");
  }
}
