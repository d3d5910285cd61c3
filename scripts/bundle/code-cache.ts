/**
 * Runs the program once, and keeps what V8 has compiled of it by then beside
 * each of its files. It writes to the folder that it is given.
 *
 *     node dist/scripts/bundle/code-cache.js FOLDER
 */
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { setFlagsFromString } from "node:v8";
import vm, { type Script, type ScriptOptions } from "node:vm";
import { codeCacheOf } from "../../generator/support/compiled.js";
import { OUTPUTS } from "../../generator/emit/context.js";
import { PACKAGE_ROOT } from "../../generator/support/package.js";

const [folder = ""] = process.argv.splice(2);
const scripts = new Map<string, Script>();

vm.Script = class extends vm.Script {
  constructor(text: string, options: ScriptOptions) {
    const { filename = "" } = options;
    // V8 keeps the name as well: not where this machine has the file. A copy,
    // since a slice of a string is kept with all that it was cut from.
    const name = Buffer.from(basename(filename)).toString();
    super(text, { ...options, filename: name });
    scripts.set(filename, this);
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
