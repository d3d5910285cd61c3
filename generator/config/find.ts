/**
 * Searches for the configuration: a file `mcp-codegen.config.*`, or the key
 * `mcp-codegen` of `package.json`. The search goes from the working folder up
 * to the first folder with a `package.json`. This file imports few modules to
 * keep the start of the program fast.
 */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/** File names of configuration files. */
const CONFIG_FILES = ["ts", "mts", "js", "mjs", "json"].map(
  (extension) => `mcp-codegen.config.${extension}`,
);

/** Key of the configuration in `package.json`. */
export const PACKAGE_KEY = "mcp-codegen";

/**
 * Returns the configuration files of a folder, or of the nearest folder above
 * it that contains any.
 */
export function findConfigs(folder: string): string[] {
  for (let current = resolve(folder); ; current = dirname(current)) {
    const found = CONFIG_FILES.map((name) => join(current, name)).filter(
      existsSync,
    );
    const manifest = join(current, "package.json");
    const isProject = existsSync(manifest);
    if (isProject && hasKey(manifest)) found.push(manifest);
    if (found.length > 0 || isProject || current === dirname(current))
      return found;
  }
}

function hasKey(manifest: string): boolean {
  try {
    const text = readFileSync(manifest, "utf8");
    if (!text.includes(`"${PACKAGE_KEY}"`)) return false;
    const json = JSON.parse(text.replace(/^\uFEFF/, "")) as object;
    return Object.hasOwn(json, PACKAGE_KEY);
  } catch {
    // A package.json with invalid JSON contains no configuration; npm reports
    // the error.
    return false;
  }
}
