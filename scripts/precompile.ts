/**
 * Precompiles the built-in Handlebars templates. Part of the build.
 *
 *     node dist/scripts/precompile.js
 */
import { readdirSync, writeFileSync } from "node:fs";
import Handlebars from "handlebars";
import {
  PRECOMPILED_FILE,
  TEMPLATE_OPTIONS,
} from "../generator/emit/templates/engine.js";
import {
  BUILT_IN,
  readTemplate,
  SUFFIX,
} from "../generator/emit/templates/templates.js";
import { escapeNonAscii } from "./bundle/ascii.js";

const entries = readdirSync(BUILT_IN)
  .sort()
  .map((name) => {
    const key = JSON.stringify(name.slice(0, -SUFFIX.length));
    const text = readTemplate(BUILT_IN, name);
    return `${key}: ${String(Handlebars.precompile(text, TEMPLATE_OPTIONS))}`;
  });
writeFileSync(
  PRECOMPILED_FILE,
  escapeNonAscii(`module.exports = {\n${entries.join(",\n")}\n};\n`),
);
