/**
 * Where a configuration is: `mcp-codegen.config.*`, or the key `mcp-codegen`
 * of `package.json`; in the folder or above it, up to the first that has a
 * `package.json`. Light, for a run that may have nothing else to do.
 */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/** Names that are looked for. */
const CONFIG_FILES = ["ts", "mts", "js", "mjs", "json"].map(
  (extension) => `mcp-codegen.config.${extension}`,
);

/** The key of a `package.json`. */
export const PACKAGE_KEY = "mcp-codegen";

/** The files of the nearest folder with any; more than one is a mistake. */
export function findConfigs(folder: string): string[] {
  for (let at = resolve(folder); ; at = dirname(at)) {
    const found = CONFIG_FILES.map((name) => join(at, name)).filter(existsSync);
    const manifest = join(at, "package.json");
    const isProject = existsSync(manifest);
    if (isProject && hasKey(manifest)) found.push(manifest);
    if (found.length > 0 || isProject || at === dirname(at)) return found;
  }
}

function hasKey(manifest: string): boolean {
  try {
    const text = readFileSync(manifest, "utf8");
    if (!text.includes(`"${PACKAGE_KEY}"`)) return false;
    const json = JSON.parse(text.replace(/^\uFEFF/, "")) as object;
    return Object.hasOwn(json, PACKAGE_KEY);
  } catch {
    // A broken package.json is for others to complain of.
    return false;
  }
}
