/** What the build makes one file of, and what V8 compiled of it. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire, syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import vm, { type Script, type ScriptOptions } from "node:vm";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { builtIn } from "../../generator/emit/templates/engine.js";
import {
  codeCacheOf,
  loadCompiled,
  delayJitTierUp,
} from "../../generator/support/compiled.js";
import * as modules from "../../generator/index.js";
import { ROOT } from "../harness/program/cli.js";
import { temporaryFolder } from "../harness/program/folders.js";

const compiled = suite("compiled files");

const FILE = `exports.sum = (a, b) => a + b;
exports.place = [__filename, __dirname, typeof require("node:fs").read];
`;

interface Made {
  sum(a: number, b: number): number;
  readonly place: readonly string[];
}

compiled("are loaded when another V8 compiled them", () => {
  const folder = temporaryFolder();
  const file = join(folder, "made.cjs");
  writeFileSync(file, FILE);
  writeFileSync(codeCacheOf(file), Buffer.alloc(2000, 7));
  const made = loadCompiled(file) as Made;
  assert.is(made.sum(1, 2), 3);
  assert.equal(made.place, [file, folder, "function"]);
});

for (const name of ["program", "parser", "templates"])
  compiled(`${name}.cjs comes with what this V8 compiled of it`, async () => {
    const file = join(ROOT, "dist", "generator", `${name}.cjs`);
    assert.not.match(readFileSync(file, "latin1"), /[^\0-\x7f]/);
    await delayJitTierUp();
    assert.equal(
      rejections(() => loadCompiled(file)),
      [false],
    );
  });

compiled("a template that the build compiled takes no compiler", () => {
  const data = { header: "/* <h> */", declarations: ["a & b;"] };
  assert.is(builtIn("types.ts")(data), "/* <h> */\n\na & b;\n");
  const { cache } = createRequire(import.meta.url);
  const loaded = Object.keys(cache).join("\n");
  assert.not.match(loaded, /handlebars.compiler.compiler/);
});

compiled("what programs import is all of the API", async () => {
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

/** Of each script that is made, whether V8 rejects what it was given. */
function rejections(run: () => void): unknown[] {
  const { Script } = vm;
  const made: Script[] = [];
  vm.Script = class extends Script {
    constructor(text: string, options: ScriptOptions) {
      super(text, options);
      made.push(this);
    }
  };
  syncBuiltinESMExports();
  try {
    run();
  } finally {
    vm.Script = Script;
    syncBuiltinESMExports();
  }
  return made.map(({ cachedDataRejected }) => cachedDataRejected);
}

compiled.run();
