/** Tests of the bundles of the generator that the build writes to dist/. */
import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { loadBuiltIn } from "../../generator/emit/templates/engine.js";
import { packageFiles, packageText } from "../../generator/support/package.js";
import * as modules from "../../generator/index.js";
import { ROOT } from "../harness/program/cli.js";
import { temporaryFolder } from "../harness/program/folders.js";

const test = suite("package: bundles");

for (const path of packageFiles("dist/generator"))
  if (path.endsWith(".cjs"))
    test(`${path} contains only ASCII characters, because Node reads ASCII files fastest`, () => {
      assert.not.match(packageText(path), /[^\0-\x7f]/);
    });

test("the mcp-codegen program starts without loading rare-modules.cjs", () => {
  const require = createRequire(import.meta.url);
  require(join(ROOT, "dist/generator/program.cjs"));
  const loaded = Object.keys(require.cache).join("\n");
  assert.match(loaded, /program\.cjs/);
  assert.not.match(loaded, /rare-modules/);
});

test("built-in templates render without loading Handlebars' compiler", () => {
  const data = { header: "/* <h> */", declarations: ["a & b;"] };
  assert.is(loadBuiltIn("bindings", "types.ts")(data), "/* <h> */\n\na & b;\n");
  assert.match(loadBuiltIn("new", "project/.gitattributes")({}), "generated");
  const { cache } = createRequire(import.meta.url);
  const loaded = Object.keys(cache).join("\n");
  assert.not.match(loaded, /handlebars.compiler.compiler/);
});

test("index.mjs exports the whole programmatic API", async () => {
  const made = join(ROOT, "dist/generator/index.mjs");
  const { generate, ...api } = (await import(made)) as typeof modules;
  assert.equal(
    Object.keys({ generate, ...api }).sort(),
    Object.keys(modules).sort(),
  );
  const out = temporaryFolder();
  await generate({ revisions: ["draft"], only: ["types"], out });
  assert.ok(readdirSync(out).includes("types.ts"));
});

test.run();
