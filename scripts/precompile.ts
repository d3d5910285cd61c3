/**
 * Compiles the built-in templates ahead; a step of the build.
 *
 *     node dist/scripts/precompile.js [FILE]
 */
import { readdirSync, writeFileSync } from "node:fs";
import Handlebars from "handlebars";
import {
  PRECOMPILED_FILE,
  TEMPLATE_OPTIONS,
  textHash,
} from "../generator/emit/templates/engine.js";
import {
  BUILT_IN,
  readTemplate,
  SUFFIX,
} from "../generator/emit/templates/templates.js";
import { inAscii } from "./bundle/ascii.js";

const [file = PRECOMPILED_FILE] = process.argv.slice(2);
const entries = readdirSync(BUILT_IN)
  .sort()
  .map((name) => {
    const key = JSON.stringify(name.slice(0, -SUFFIX.length));
    const text = readTemplate(BUILT_IN, name);
    const template = String(Handlebars.precompile(text, TEMPLATE_OPTIONS));
    return `${key}: { sha256: "${textHash(text)}", template: ${template} }`;
  });
writeFileSync(
  file,
  inAscii(`module.exports = {\n${entries.join(",\n")}\n};\n`),
);
