import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Writes the licences of all packages to which the given source files belong.
 */
export function writeNotices(file: string, sources: readonly string[]): void {
  const packages = new Map<string, string>();
  for (const source of sources) {
    const [, folder] =
      /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(
        source.replaceAll("\\", "/"),
      ) ?? [];
    if (folder === undefined) continue;
    const { name, version } = JSON.parse(
      readFileSync(join(folder, "package.json"), "utf8"),
    ) as { name: string; version: string };
    packages.set(`${name} ${version}`, readLicence(folder));
  }
  const text = [...packages]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, licence]) => `${name}\n\n${licence.trim()}\n`);
  writeFileSync(file, text.join(`\n${"-".repeat(72)}\n\n`));
}

function readLicence(folder: string): string {
  const name = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  if (name !== undefined) return readFileSync(join(folder, name), "utf8");
  throw new Error(`${folder} contains no licence file.`);
}
