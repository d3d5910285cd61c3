/** The generator as a dependency of a project, for its `npm run generate`. */
import { readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import {
  packageFacts,
  packageFiles,
  PACKAGE_ROOT,
  toolVersion,
} from "../support/package.js";
import type { NewFile } from "../write/plan.js";
import { packTarball } from "./tarball.js";

/**
 * A range of the registry's versions when this package came from there. Else a
 * version of that name may be anybody's, or not be there: the project gets this
 * package as a file.
 */
export function generatorPackage(): {
  /** What package.json says of it. */
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
        text: "# `npm ci` needs it; many a repository ignores such files.\n!*.tgz\n",
      },
    ],
  };
}

let tarball: string | undefined;

/**
 * Whether npm installed the package in this folder from a registry, by npm's own
 * record. There is none of global installations, and of those by other programs.
 */
export function isFromRegistry(folder: string): boolean {
  const parent = dirname(folder);
  const path = `${basename(parent)}/${basename(folder)}`;
  try {
    const record = readFileSync(join(parent, ".package-lock.json"), "utf8");
    const { resolved, integrity } = JSON.parse(record).packages[path] as {
      readonly [key: string]: string | undefined;
    };
    // With omit-lockfile-registry-resolved npm leaves it out, for registries alone.
    return resolved === undefined
      ? integrity !== undefined
      : /^https?:.*\/mcp-codegen\/-\/mcp-codegen-[^/]*$/.test(resolved);
  } catch {
    return false;
  }
}

/** Returns the files that npm packs. */
function ownFiles() {
  return ["package.json", "README.md", "LICENSE", ...packageFacts().files]
    .flatMap(filesOf)
    .map((path) => ({ path, bytes: readFileSync(join(PACKAGE_ROOT, path)) }));
}

/** What an entry of package.json's `files` names: a file, a folder, a glob. */
function filesOf(entry: string): string[] {
  const [folder = ""] = entry.split("/*", 1);
  if (statSync(join(PACKAGE_ROOT, folder)).isFile()) return [entry];
  const patterns = { "**/": "(.*/)?", "*": "[^/]*", ".": "\\." };
  const glob = entry.replace(
    /\*\*\/|\*|\./g,
    (part) => patterns[part as keyof typeof patterns],
  );
  const whole = new RegExp(`^${glob}(/|$)`);
  return packageFiles(folder).filter((path) => whole.test(path));
}
