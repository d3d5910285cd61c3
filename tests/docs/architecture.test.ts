/** Tests the source code against the import rules of ARCHITECTURE.md. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, sep } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ROOT } from "../harness/program/cli.js";

const PAGE = readFileSync(join(ROOT, "ARCHITECTURE.md"), "utf8");

/**
 * Imports and exports that contain only types. They are erased from the
 * compiled code.
 */
const TYPES = /^(?:import|export) type [^;]*;/gm;
const IMPORT = /(?:\bfrom|\bimport\() ?"(\.[^"]+)"/g;

/**
 * Returns the imports of each file in the folder `part`. Only imported files of
 * the same folder are listed. If `types` is set, type imports are included.
 */
function getImports(part: string, types: boolean): Map<string, string[]> {
  const base = join(ROOT, part);
  const names = readdirSync(base, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith(".ts"));
  return new Map(
    names.map((name) => {
      const text = readFileSync(join(base, name), "utf8");
      const code = types ? text : text.replace(TYPES, "");
      const imported = [...code.matchAll(IMPORT)].map(([, path = ""]) =>
        normalize(join(dirname(name), path)).replace(/\.js$/, ".ts"),
      );
      return [name, imported.filter((to) => names.includes(to))];
    }),
  );
}

/**
 * Returns the imports of each subfolder of `part`: the names of the other
 * subfolders whose code it imports.
 */
function getFolderImports(part: string, types = false): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [name, imported] of getImports(part, types)) {
    if (!name.includes(sep)) continue;
    const folder = getFolder(name);
    const others = found.get(folder) ?? [];
    found.set(folder, others);
    for (const to of imported)
      if (to.includes(sep) && getFolder(to) !== folder)
        others.push(getFolder(to));
  }
  return found;
}

/**
 * Returns the files of an import cycle, with the first file repeated at the
 * end. Returns an empty array if no cycle exists.
 */
function findCycle(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): string[] => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (done.has(file)) return [];
    const next = [...path, file];
    const found = (imports.get(file) ?? []).map((to) => visit(to, next));
    done.add(file);
    return found.find((cycle) => cycle.length > 0) ?? [];
  };
  const cycles = [...imports.keys()].map((file) => visit(file, []));
  return cycles.find((cycle) => cycle.length > 0) ?? [];
}

function getFolder(path: string): string {
  return path.split(sep)[0] ?? "";
}

const test = suite("ARCHITECTURE.md");

test("in the table of ARCHITECTURE.md, no folder of the generator imports a folder from a later row", () => {
  const stages = ["model"].concat(
    [...PAGE.matchAll(/^\| `generator\/(\w+)\/`/gm)]
      .map(([, stage = ""]) => stage)
      .filter((stage) => stage !== "model"),
  );
  assert.is(stages.length, 8);
  const imports = getFolderImports("generator");
  for (const [at, stage] of stages.entries()) {
    const later = stages.slice(at + 1);
    const wrong = later.filter((name) => imports.get(stage)?.includes(name));
    assert.equal([stage, wrong], [stage, []]);
  }
  assert.equal([...(imports.get("model") ?? [])], []);
});

for (const part of ["generator", "explorer"])
  test(`the files of ${part}/ have no import cycle, even with type imports`, () => {
    assert.equal(findCycle(getImports(part, true)), []);
  });

for (const part of ["generator", "runtime", "explorer"])
  test(`no folder in ${part}/ has more than fifteen files`, () => {
    const files = new Map<string, number>();
    for (const name of getImports(part, true).keys())
      files.set(dirname(name), (files.get(dirname(name)) ?? 0) + 1);
    const full = [...files].filter(([, count]) => count > 15);
    assert.equal(full, []);
  });

test("the folders of generator/emit/ have no import cycle", () => {
  const imports = getFolderImports("generator/emit", true);
  assert.equal(findCycle(imports), []);
  assert.ok(imports.size >= 12);
  assert.equal(imports.get("print"), []);
});

test("the files of generator/emit/print/ import no other file of generator/emit/", () => {
  const folder = join(ROOT, "generator/emit/print");
  for (const name of readdirSync(folder))
    assert.not.match(
      readFileSync(join(folder, name), "utf8"),
      / from "\.\.\/(?!\.\.\/)/,
    );
});

test("ARCHITECTURE.md names every folder of the generator", () => {
  for (const folder of getFolderImports("generator").keys())
    assert.ok(PAGE.includes(`\`generator/${folder}/\``), folder);
});

test.run();
