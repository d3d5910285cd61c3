import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * Folder of this package, with `schema/` and `templates/` in it. The program
 * runs from `dist/generator/`, in the repository and when installed alike.
 */
export const PACKAGE_ROOT = fileURLToPath(new URL("../../", import.meta.url));

let version: string | undefined;

/** This package's own version, as in its package.json. */
export function toolVersion(): string {
  version ??= (
    JSON.parse(readFileSync(`${PACKAGE_ROOT}package.json`, "utf8")) as {
      version: string;
    }
  ).version;
  return version;
}
