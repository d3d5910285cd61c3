/**
 * Writes the generated files of the repository: JSON Schemas, since.json,
 * later.json, diagnostics, changes between revisions, and pages with examples
 * or benchmark results. Tests check that the committed files are up to date.
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
