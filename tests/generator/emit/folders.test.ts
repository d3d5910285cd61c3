/** The folders of `generator/emit/` import each other one way. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, sep } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ROOT } from "../../harness/program/cli.js";

const test = suite("emit: folders");

const FOLDER = join(ROOT, "generator/emit");
const IMPORT = /(?:\bfrom|\bimport\() ?"(\.[^"]+)"/g;

/** Folders that each folder imports, types included. */
function importedFolders(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const name of readdirSync(FOLDER, { recursive: true }).map(String)) {
    if (!name.endsWith(".ts") || !name.includes(sep)) continue;
    const [folder = ""] = name.split(sep);
    const others = found.get(folder) ?? new Set<string>();
    found.set(folder, others);
    const text = readFileSync(join(FOLDER, name), "utf8");
    for (const [, path = ""] of text.matchAll(IMPORT)) {
      const [to = "", file] = normalize(join(dirname(name), path)).split(sep);
      if (file !== undefined && to !== ".." && to !== folder) others.add(to);
    }
  }
  return found;
}

const IMPORTS = importedFolders();

test("no folder imports another that imports it, directly or not", () => {
  const reached = (from: string, seen = new Set<string>()): Set<string> => {
    for (const folder of IMPORTS.get(from) ?? [])
      if (!seen.has(folder)) reached(folder, seen.add(folder));
    return seen;
  };
  const wrong = [...IMPORTS.keys()].filter((one) => reached(one).has(one));
  assert.equal(wrong, []);
  assert.ok(IMPORTS.size >= 12);
});

test("print/ imports no other folder, and no file above it", () => {
  assert.equal([...(IMPORTS.get("print") ?? ["no folder"])], []);
  for (const name of readdirSync(join(FOLDER, "print")))
    assert.not.match(
      readFileSync(join(FOLDER, "print", name), "utf8"),
      / from "\.\.\/(?!\.\.\/)/,
    );
});

test.run();
