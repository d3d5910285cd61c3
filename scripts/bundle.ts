/**
 * Bundles the compiled modules into a few files, so that the program starts
 * quickly. Part of the build. The output is the same on every machine.
 *
 *     node dist/scripts/bundle.js
 */
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  CODE_HASH_FILE,
  hashFiles,
  packageFiles,
  PACKAGE_ROOT,
} from "../generator/support/package.js";
import { copyDeclarations } from "./bundle/declarations.js";
import { bundleExplorer } from "./bundle/explorer.js";
import { bundleParser } from "./bundle/parser.js";
import { bundleProgram } from "./bundle/program.js";
import { writeNotices } from "./bundle/notices.js";

const folder = join(PACKAGE_ROOT, "dist", "generator");

const code = hashFiles([...packageFiles("generator"), "package.json"]);
writeFileSync(join(PACKAGE_ROOT, CODE_HASH_FILE), `${code}\n`);

const sources = [
  ...(await bundleParser(join(folder, "parser.cjs"))),
  ...(await bundleProgram(folder)),
  ...(await bundleExplorer(folder)),
];
// The entry point of `import "mcp-codegen"` loads the bundled program, so that
// there is no second copy of the program.
const names = Object.keys(await import("../generator/index.js")).sort();
writeFileSync(
  join(folder, "index.mjs"),
  `import program from "./program.cjs";\nexport const { ${names.join(", ")} } = await program.api();\n`,
);
copyDeclarations(join(PACKAGE_ROOT, "dist"), join(folder, "index.d.ts"));
chmodSync(join(folder, "cli.cjs"), 0o755);
writeNotices(join(folder, "NOTICES.txt"), sources);
