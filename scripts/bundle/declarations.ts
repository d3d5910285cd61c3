import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";

/**
 * Copies the declaration files that the package's types need, and no others, to
 * `dist/types/`. Most declaration files of the build describe internal modules.
 *
 * @param dist Folder of the build.
 * @param entry Path of the declaration file of `import "mcp-codegen"`.
 */
export function copyDeclarations(dist: string, entry: string): void {
  const types = join(dist, "types");
  rmSync(types, { recursive: true, force: true });
  const copied = new Set<string>();
  const pending = [entry];
  for (let file = pending.pop(); file !== undefined; file = pending.pop()) {
    if (copied.has(file) || !existsSync(file)) continue;
    copied.add(file);
    const target = join(types, relative(dist, file));
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(file, target);
    const imports = readFileSync(file, "utf8").matchAll(
      /(?:\bfrom |\bimport\()"(\.[^"]+)\.js"/g,
    );
    for (const [, path = ""] of imports)
      pending.push(join(dirname(file), `${path}.d.ts`));
  }
}
