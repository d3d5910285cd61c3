/**
 * Adds the generator to a new project as a development dependency, so that `npm
 * run generate` works there.
 */
import { readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { createPathMatcher } from "../support/globs.js";
import {
  packageFacts,
  packageFiles,
  PACKAGE_ROOT,
  toolVersion,
} from "../support/package.js";
import type { NewFile } from "../write/plan.js";
import { packTarball } from "./tarball.js";

/**
 * Returns how a new project depends on this package. If this package was
 * installed from the registry, the dependency is a version range. Otherwise
 * this package is copied into the project, because the registry may have no
 * package of this name, or a package of another owner.
 */
export function generatorPackage(): {
  /**
   * Dependency on this package in the project's package.json: a version range,
   * or the path of a file.
   */
  readonly range: string;
  readonly files: readonly NewFile[];
} {
  const version = toolVersion();
  if (isFromRegistry(PACKAGE_ROOT)) return { range: `^${version}`, files: [] };
  const path = `vendor/mcp-codegen-${version}.tgz`;
  tarball ??= packTarball(ownFiles()).toString("latin1");
  return {
    range: `file:${path}`,
    files: [
      { path, text: tarball, encoding: "latin1" },
      {
        path: "vendor/.gitignore",
        text: "# `npm ci` needs the .tgz file of mcp-codegen, which other ignore rules may exclude.\n!*.tgz\n",
      },
    ],
  };
}

let tarball: string | undefined;

/**
 * Returns true if npm installed the package in `folder` from a registry. The
 * lock file of npm records this. Global installations and other package
 * managers leave no such record.
 */
export function isFromRegistry(folder: string): boolean {
  const parent = dirname(folder);
  const path = `${basename(parent)}/${basename(folder)}`;
  try {
    const record = readFileSync(join(parent, ".package-lock.json"), "utf8");
    const { resolved, integrity } = JSON.parse(record).packages[path] as {
      readonly [key: string]: string | undefined;
    };
    // With the npm setting `omit-lockfile-registry-resolved`, npm leaves out
    // `resolved` for packages from registries. In this case, `integrity` shows
    // that the package is from a registry.
    return resolved === undefined
      ? integrity !== undefined
      : /^https?:.*\/mcp-codegen\/-\/mcp-codegen-[^/]*$/.test(resolved);
  } catch {
    return false;
  }
}

/** Returns the files of this package that `npm pack` would include. */
function ownFiles() {
  return ["package.json", "README.md", "LICENSE", ...packageFacts().files]
    .flatMap(listFiles)
    .map((path) => ({ path, bytes: readFileSync(join(PACKAGE_ROOT, path)) }));
}

/**
 * Returns the files that an entry of package.json's `files` names: a file, a
 * folder or a glob.
 */
function listFiles(entry: string): string[] {
  const [folder = ""] = entry.split("/*", 1);
  if (statSync(join(PACKAGE_ROOT, folder)).isFile()) return [entry];
  return packageFiles(folder).filter(createPathMatcher([entry]));
}
