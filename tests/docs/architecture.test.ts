/** What ARCHITECTURE.md says of who imports whom holds. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative, sep } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ROOT } from "../support/cli.js";

const PAGE = readFileSync(join(ROOT, "ARCHITECTURE.md"), "utf8");

/** Statements that are erased, and bring no code. */
const TYPES = /^(?:import|export) type [^;]*;/gm;
const IMPORT = /(?:\bfrom|\bimport\() ?"(\.[^"]+)"/g;

/** Other folders of `part` whose code the code of each of its folders imports. */
function importsIn(part: string): Map<string, Set<string>> {
  const base = join(ROOT, part);
  const found = new Map<string, Set<string>>();
  for (const name of readdirSync(base, { recursive: true }).map(String)) {
    if (!name.endsWith(".ts") || !name.includes(sep)) continue;
    const folder = folderOf(name);
    const known = found.get(folder) ?? new Set<string>();
    found.set(folder, known);
    const text = readFileSync(join(base, name), "utf8").replace(TYPES, "");
    for (const [, path = ""] of text.matchAll(IMPORT)) {
      const to = normalize(join(dirname(name), path));
      const outside = relative(base, join(base, to)).startsWith("..");
      if (outside || !to.includes(sep) || folderOf(to) === folder) continue;
      known.add(folderOf(to));
    }
  }
  return found;
}

function folderOf(path: string): string {
  return path.split(sep)[0] ?? "";
}

const architecture = suite("ARCHITECTURE.md");

architecture("its table of the runtime is the runtime", () => {
  const table = [...PAGE.matchAll(/^\| `(\w+)\/` .*\| ([^|]*?) *\|$/gm)];
  const told = table.map(([, folder, imports = ""]) => [
    folder,
    [...imports.matchAll(/`(\w+)\/`/g)].map(([, name]) => name),
  ]);
  const made = [...importsIn("templates/runtime")].map(([folder, imports]) => [
    folder,
    [...imports].sort(),
  ]);
  assert.equal(Object.fromEntries(told), Object.fromEntries(made));
  assert.ok(told.length > 5);
});

architecture("no stage imports a later one", () => {
  const stages = ["model"].concat(
    [...PAGE.matchAll(/^\| `generator\/(\w+)\/`/gm)]
      .map(([, stage = ""]) => stage)
      .filter((stage) => stage !== "model"),
  );
  assert.is(stages.length, 7);
  const imports = importsIn("generator");
  for (const [at, stage] of stages.entries()) {
    const later = stages.slice(at + 1);
    const wrong = later.filter((one) => imports.get(stage)?.has(one));
    assert.equal([stage, wrong], [stage, []]);
  }
  assert.equal([...(imports.get("model") ?? [])], []);
});

architecture("every folder of the program is named", () => {
  for (const folder of importsIn("generator").keys())
    assert.ok(PAGE.includes(`\`generator/${folder}/\``), folder);
});

architecture.run();
