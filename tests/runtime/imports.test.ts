/**
 * Tests of the runtime's import statements against the rules in
 * runtime/README.md.
 */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, sep } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ROOT } from "../harness/program/cli.js";

const BASE = join(ROOT, "runtime");
const PAGE = readFileSync(join(BASE, "README.md"), "utf8");

interface Import {
  readonly to: string;
  /**
   * Whether the import contains only types and is therefore erased from the
   * compiled code.
   */
  readonly type: boolean;
  readonly names: string;
}

const IMPORT =
  /^import\s+(?<type>type\s+)?(?<names>[^;]*?)\s*from\s+"(?<path>\.[^"]+)";/gm;
const DECLARATION =
  /^(?:export )?(?:declare )?(?:abstract )?(?:async )?(?:function\*?|class|const|let|interface|type|enum) (\w+)/gm;

const TEXTS: ReadonlyMap<string, string> = new Map(
  readdirSync(BASE, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith(".ts"))
    .map((name) => [name, readFileSync(join(BASE, name), "utf8")]),
);

const IMPORTS: ReadonlyMap<string, readonly Import[]> = new Map(
  [...TEXTS].map(([name, text]) => [name, parseImports(name, text)]),
);

function parseImports(name: string, text: string): Import[] {
  return [...text.matchAll(IMPORT)].map(({ groups = {} }) => {
    const { type, names = "", path = "" } = groups;
    const members = names.replace(/[{}]/g, "").split(",");
    const named = members.map((name) => name.trim()).filter(Boolean);
    return {
      to: normalize(join(dirname(name), path)).replace(/\.js$/, ".ts"),
      type:
        type !== undefined || named.every((name) => name.startsWith("type ")),
      names,
    };
  });
}

function getFolder(name: string): string {
  return name.split(sep)[0] ?? "";
}

/**
 * Returns the rows of the table in runtime/README.md: each folder, and the
 * folders that it imports.
 */
function readTable(): (readonly [folder: string, imports: string[]])[] {
  const rows = PAGE.matchAll(/^\| `([\w-]+)\/` .*\|([^|]*)\|$/gm);
  return [...rows].map(([, folder = "", imports = ""]) => [
    folder,
    [...imports.matchAll(/`([\w-]+)\/`/g)].map(([, name = ""]) => name),
  ]);
}

/**
 * Returns the files of an import cycle, with the first file repeated at the
 * end. Returns an empty array if there is no cycle.
 */
function findCycle(
  isRelevant: (from: string, imported: Import) => boolean,
): string[] {
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): string[] => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (done.has(file)) return [];
    done.add(file);
    for (const imported of IMPORTS.get(file) ?? []) {
      const cycle = isRelevant(file, imported)
        ? visit(imported.to, [...path, file])
        : [];
      if (cycle.length > 0) return cycle;
    }
    return [];
  };
  for (const file of IMPORTS.keys()) {
    const cycle = visit(file, []);
    if (cycle.length > 0) return cycle;
  }
  return [];
}

const test = suite("imports of the runtime");

test("the table in runtime/README.md lists all imports of each folder, including type imports", () => {
  const found = new Map<string, Set<string>>();
  for (const [name, imports] of IMPORTS) {
    const folder = getFolder(name);
    const others = found.get(folder) ?? new Set<string>();
    found.set(folder, others);
    for (const { to } of imports)
      if (getFolder(to) !== folder) others.add(getFolder(to));
  }
  const actual = [...found].map(([folder, others]) => [
    folder,
    [...others].sort(),
  ]);
  const listed = readTable().map(([folder, others]) => [
    folder,
    [...others].sort(),
  ]);
  assert.equal(Object.fromEntries(listed), Object.fromEntries(actual));
});

test("in the table of runtime/README.md, each folder imports only folders that are listed above it", () => {
  const above: string[] = [];
  for (const [folder, imports] of readTable()) {
    const later = imports.filter((name) => !above.includes(name));
    assert.equal([folder, later], [folder, []]);
    above.push(folder);
  }
  assert.is(above.length, 15);
});

test("files of the runtime do not import values from each other in a cycle", () => {
  assert.equal(
    findCycle((_, { type }) => !type),
    [],
  );
});

/**
 * Files whose types refer to each other. For example, the hooks of a lifecycle
 * receive an endpoint, and an endpoint calls the hooks of its lifecycle.
 */
const CYCLIC = [
  "connection/call",
  "connection/calls",
  "connection/connection",
  "endpoint",
  "interceptors",
  "lifecycle",
  "protocol",
].map((name) => join("protocol", `${name}.ts`));

test("cyclic type imports in the runtime occur only in seven files of protocol/", () => {
  const isAllowed = (file: string): boolean => CYCLIC.includes(file);
  assert.equal(
    findCycle((from, { to }) => !isAllowed(from) || !isAllowed(to)),
    [],
  );
});

test("imports in the runtime have no aliases, and no runtime file re-exports names", () => {
  for (const [name, text] of TEXTS) {
    const aliases = (IMPORTS.get(name) ?? []).filter(({ names }) =>
      /\bas\b/.test(names),
    );
    assert.equal([name, aliases], [name, []]);
    assert.not.match(text, /^export (?:type )?[{*]|^export default/m);
  }
});

test("no folder of the runtime declares a top-level name in two files", () => {
  const files = new Map<string, Set<string>>();
  for (const [name, text] of TEXTS) {
    for (const [, declared = ""] of text.matchAll(DECLARATION)) {
      const key = `${getFolder(name)}: ${declared}`;
      files.set(key, (files.get(key) ?? new Set()).add(name));
    }
  }
  const twice = [...files].filter(([, places]) => places.size > 1);
  assert.equal(twice, []);
});

test.run();
