/**
 * Makes few files of many, so that the program starts quickly, and keeps what
 * V8 compiles of them; a step of the build. But for the latter, what it makes
 * is the same on every machine.
 *
 *     node dist/scripts/bundle.js
 */
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  CODE_HASH_FILE,
  hashFiles,
  packageFiles,
  PACKAGE_ROOT,
} from "../generator/support/package.js";
import { bundleExplorer } from "./bundle/explorer.js";
import { bundleParser } from "./bundle/parser.js";
import { bundleProgram } from "./bundle/program.js";
import { writeNotices } from "./bundle/notices.js";

const folder = join(PACKAGE_ROOT, "dist", "generator");

for (const name of readdirSync(folder))
  if (name.endsWith(".cache")) rmSync(join(folder, name));

const code = hashFiles([...packageFiles("generator"), "package.json"]);
writeFileSync(join(PACKAGE_ROOT, CODE_HASH_FILE), `${code}\n`);

const sources = [
  ...(await bundleParser(join(folder, "parser.cjs"))),
  ...(await bundleProgram(folder)),
  ...(await bundleExplorer(folder)),
];
// What `import "mcp-codegen"` is: the program in its one file, no second copy.
const names = Object.keys(await import("../generator/index.js")).sort();
writeFileSync(
  join(folder, "index.mjs"),
  `import program from "./program.cjs";\nexport const { ${names.join(", ")} } = await program.api();\n`,
);
chmodSync(join(folder, "cli.cjs"), 0o755);
writeNotices(join(folder, "NOTICES.txt"), sources);

const output = mkdtempSync(join(tmpdir(), "mcp-codegen-build-"));
const codeCache = join(
  PACKAGE_ROOT,
  "dist",
  "scripts",
  "bundle",
  "code-cache.js",
);
try {
  execFileSync(process.execPath, [codeCache, output], {
    stdio: ["ignore", "ignore", "inherit"],
  });
} finally {
  rmSync(output, { recursive: true });
}
