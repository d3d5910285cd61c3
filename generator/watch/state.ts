import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/**
 * What files and folders hold, as one text: the same exactly when nothing in
 * them has changed. What can not be read counts as absent.
 */
export function stateOf(paths: readonly string[]): string {
  const hash = createHash("sha256");
  const add = (path: string): void => {
    hash.update(`\n${path}\n`);
    try {
      if (!statSync(path).isDirectory()) hash.update(readFileSync(path));
      else
        for (const name of readdirSync(path).sort())
          if (name.endsWith(".hbs")) add(join(path, name));
    } catch {
      hash.update("absent");
    }
  };
  paths.forEach(add);
  return hash.digest("hex");
}
