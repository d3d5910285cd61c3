/**
 * Precompiles the built-in Handlebars templates. Part of the build.
 *
 *     node dist/scripts/precompile.js
 */
import { writeFileSync } from "node:fs";
import Handlebars from "handlebars";
import {
  precompiledFile,
  TEMPLATE_FOLDERS,
  TEMPLATE_OPTIONS,
} from "../generator/emit/templates/engine.js";
import { readTemplate, SUFFIX } from "../generator/emit/templates/templates.js";
import { packageFiles, PACKAGE_ROOT } from "../generator/support/package.js";
import { escapeNonAscii } from "./bundle/ascii.js";

for (const folder of TEMPLATE_FOLDERS) {
  const root = `templates/${folder}/`;
  const entries = packageFiles(root.slice(0, -1)).map((path) => {
    const key = JSON.stringify(path.slice(root.length, -SUFFIX.length));
    const text = readTemplate(PACKAGE_ROOT, path);
    return `${key}: ${String(Handlebars.precompile(text, TEMPLATE_OPTIONS))}`;
  });
  writeFileSync(
    precompiledFile(folder),
    escapeNonAscii(`module.exports = {\n${entries.join(",\n")}\n};\n`),
  );
}
