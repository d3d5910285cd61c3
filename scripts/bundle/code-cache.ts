/**
 * Runs the program once, and keeps what V8 has compiled of it by then beside
 * each of its files. It writes to the folder that it is given.
 *
 *     node dist/scripts/bundle/code-cache.js FOLDER
 */
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import vm, { type Script, type ScriptOptions } from "node:vm";
import { codeCacheOf } from "../../generator/compiled.js";
import { OUTPUTS } from "../../generator/emit/context.js";
import { PACKAGE_ROOT } from "../../generator/package.js";

const [folder = ""] = process.argv.splice(2);
const scripts = new Map<string, Script>();

vm.Script = class extends vm.Script {
  constructor(text: string, options: ScriptOptions) {
    super(text, options);
    scripts.set(options.filename ?? "", this);
  }
};

// V8 would forget what has not run for a while.
setFlagsFromString("--no-flush-bytecode");
process.once("beforeExit", () => {
  // With any other flags than it has now, V8 would not take it back.
  setFlagsFromString("--flush-bytecode");
  for (const [file, script] of scripts)
    writeFileSync(codeCacheOf(file), script.createCachedData());
});

// Templates of a user's there are none. With --force it is no plain run, which
// would leave out what reads command lines.
const only = OUTPUTS.filter((name) => name !== "templates").join(",");
process.argv.push("--rev", "all", "--only", only, "--out", folder, "--force");
createRequire(import.meta.url)(
  join(PACKAGE_ROOT, "dist", "generator", "cli.cjs"),
);
