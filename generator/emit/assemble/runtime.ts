import { posix } from "node:path";
import { packageFiles, packageText } from "../../support/package.js";
import type { OutputFile } from "../context.js";

const RUNTIME = "templates/runtime/";
const IMPORT = /\bfrom "(\.\.?\/[^"]+)\.js"/g;

/** What only programs of several revisions need. */
const ERAS = "eras/";

/**
 * Every file of the runtime, under `runtime/`, sorted.
 *
 * @param several Whether to speak several revisions.
 */
export function wholeRuntime(several = true): OutputFile[] {
  return packageFiles("templates/runtime")
    .map((path) => path.slice(RUNTIME.length))
    .filter((path) => path.endsWith(".ts"))
    .filter((path) => several || !path.startsWith(ERAS))
    .map(readRuntime);
}

/** The files of the runtime that `files` import, and what those import. */
export function importedRuntime(files: readonly OutputFile[]): OutputFile[] {
  const found = new Map<string, OutputFile>();
  const queue = [...files];
  for (let file = queue.pop(); file; file = queue.pop())
    for (const path of importsOf(file)) {
      const inside = /^(?:\.\.\/)?runtime\/(.+)$/.exec(path)?.[1];
      if (inside === undefined || found.has(inside)) continue;
      const next = readRuntime(inside);
      found.set(inside, next);
      queue.push(next);
    }
  return [...found.keys()].sort().map((path) => readRuntime(path));
}

function readRuntime(path: string): OutputFile {
  return { path: `runtime/${path}`, text: packageText(RUNTIME + path) };
}

function importsOf(file: OutputFile): string[] {
  const folder = posix.dirname(file.path);
  return [...file.text.matchAll(IMPORT)].map(
    (match) => `${posix.join(folder, match[1] ?? "")}.ts`,
  );
}
