/**
 * Writes what is committed and made from the program: the model's JSON Schema
 * and the pages of docs/ that quote it. The tests hold them current.
 *
 *     node dist/scripts/docs.js
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { PACKAGE_ROOT } from "../generator/package.js";
import { generatedPages } from "./docs/pages.js";

for (const { path, text } of await generatedPages())
  writeFileSync(join(PACKAGE_ROOT, path), text);
