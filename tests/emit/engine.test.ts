/** Templates that the build compiled, and those that it did not. */
import { execFileSync } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { Engine, textHash } from "../../generator/emit/templates/engine.js";
import {
  BUILT_IN,
  readTemplate,
  SUFFIX,
} from "../../generator/emit/templates/templates.js";
import { ROOT } from "../support/cli.js";
import { temporaryFolder } from "../support/folders.js";

const { cache } = createRequire(import.meta.url);
const compilerIsLoaded = (): boolean =>
  Object.keys(cache).some((path) => /handlebars.compiler.compiler/.test(path));

const file = join(temporaryFolder(), "precompiled.cjs");
const script = join(ROOT, "dist/scripts/precompile.js");
execFileSync(process.execPath, [script, file]);
const types = readTemplate(BUILT_IN, "types.ts.hbs");
const data = { header: "/* <h> */", declarations: ["a & b;"] };
const expected = "/* <h> */\n\na & b;\n";

const engine = suite("engine");

engine("what the build compiled takes no compiler", () => {
  assert.is(new Engine(file).builtIn("types.ts", types)(data), expected);
  assert.is(compilerIsLoaded(), false);
});

engine("the build compiles every template", () => {
  const ready = createRequire(import.meta.url)(file);
  const names = readdirSync(BUILT_IN).sort();
  assert.equal(
    Object.keys(ready),
    names.map((name) => name.slice(0, -SUFFIX.length)),
  );
  for (const [at, { sha256 }] of Object.values<{ sha256: string }>(
    ready,
  ).entries())
    assert.is(sha256, textHash(readTemplate(BUILT_IN, names[at] ?? "")));
});

engine("a template that was changed since is compiled from its text", () => {
  const fill = new Engine(file).builtIn("types.ts", `// new\n${types}`);
  assert.is(fill(data), `// new\n${expected}`);
});

engine("so is one of a program that was built without that step", () => {
  const none = new Engine(join(temporaryFolder(), "precompiled.cjs"));
  assert.is(none.builtIn("types.ts", types)(data), expected);
  const other = join(temporaryFolder(), "precompiled.cjs");
  writeFileSync(other, "module.exports = {};\n");
  assert.is(new Engine(other).builtIn("types.ts", types)(data), expected);
});

engine.run();
