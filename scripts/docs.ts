/**
 * Writes what is committed and made from the program: the model's JSON Schema,
 * since.json, the change logs, and the pages of docs/ that quote the program. The tests hold them current.
 *
 *     node dist/scripts/docs.js
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { PACKAGE_ROOT } from "../generator/support/package.js";
import { generatedPages, sincePage, type Page } from "./docs/pages.js";

function write({ path, text }: Page): void {
  const file = join(PACKAGE_ROOT, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

write(await sincePage());
for (const page of await generatedPages()) write(page);
