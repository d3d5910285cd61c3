import { join } from "node:path";
import prettier from "prettier";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { generate } from "../../generator/pipeline/generate.js";
import { ROOT } from "../harness/program/cli.js";
import { folderWith, readTree, getFile } from "../harness/program/folders.js";
import { getOutput } from "../harness/run/shared-output.js";
import {
  bundledModel,
  createContext,
  printPage,
  REVISIONS,
} from "../harness/models/models.js";
import { emitCorpus } from "../../generator/emit/corpus/emit.js";
import { hashText } from "../../generator/write/manifest.js";
import { TESTED_REVISIONS, sample } from "../harness/run/sampling.js";
import {
  bundledSchema,
  reverseDeclarations,
} from "../harness/models/sources.js";

const SNAPSHOTS = join(ROOT, "snapshots");
const MANIFEST = ".mcp-codegen.json";

/**
 * Asserts that two texts are equal. Reports only the first line that differs,
 * because a diff of whole files would be too long.
 */
function sameText(got: string, want: string, path: string): void {
  if (got === want) return;
  const [lines, wanted] = [got.split("\n"), want.split("\n")];
  // Compare also the line after the expected text, because the generated text
  // may be longer.
  const at = [...wanted, undefined].findIndex((line, i) => line !== lines[i]);
  assert.is(
    lines[at],
    wanted[at],
    `${path}:${at + 1} differs; to see all differences, run: make snapshots && git diff snapshots`,
  );
}

function sameTree(
  got: Record<string, string>,
  want: Record<string, string>,
): void {
  assert.equal(Object.keys(got), Object.keys(want));
  // Compare the manifest last: its digest changes with any line of the
  // generator, so other differences are reported first.
  const paths = Object.keys(got).filter((path) => path !== MANIFEST);
  for (const path of [...paths, MANIFEST])
    sameText(getFile(got, path), getFile(want, path), path);
}

const HASH = /\b[0-9a-f]{64}\b/g;

const sorted = (text: string): string =>
  text.replace(HASH, "").split("\n").sort().join("\n");

const test = suite("snapshots");

/**
 * The runtime files are not part of the snapshots, because the manifest
 * contains their hashes.
 */
test("the files in snapshots/ equal the generated files", async () => {
  const output = Object.entries(readTree(await getOutput("all")));
  const kept = output.filter(([path]) => !path.startsWith("runtime/"));
  assert.ok(kept.length < output.length);
  sameTree(Object.fromEntries(kept), readTree(SNAPSHOTS));
});

/**
 * Removes the lines of a generated file that depend on the path of the runtime
 * or on the command line.
 */
const withoutPlace = (text: string): string =>
  text.replace(
    /^(?:(?:im|ex)port(?: type)? \{[^}]*\} from "[^"]*";| \* regenerate: .*)$\n/gm,
    "",
  );

for (const revision of REVISIONS)
  test(`code generated only for ${revision} equals the ${revision} folder of the code for all revisions`, async () => {
    const alone = readTree(await getOutput(revision));
    const among = readTree(join(await getOutput("all"), revision));
    for (const [path, text] of Object.entries(among))
      sameText(withoutPlace(getFile(alone, path)), withoutPlace(text), path);
  });

const splitStatements = (text: string): string[] =>
  text.trimEnd().split(/\n\n(?=[^\s}])/);

/**
 * Statements that occur in several revisions are checked only once, because
 * Prettier formats each statement separately. `make check` checks the statements
 * of `runtime/`.
 */
test("the generated files are formatted as Prettier would format them", async () => {
  const sources = Object.values(readTree(join(ROOT, "runtime")));
  const seen = new Set(sources.flatMap(splitStatements));
  for (const [path, text] of Object.entries(readTree(await getOutput("all")))) {
    const parts = path.endsWith(".ts") ? splitStatements(text) : [text];
    const fresh = parts.filter((part) => !seen.has(part) && seen.add(part));
    if (fresh.length === 0) continue;
    const unseen = `${fresh.join("\n\n").trimEnd()}\n`;
    assert.ok(
      await prettier.check(unseen, { filepath: path }),
      `${path} is not formatted`,
    );
  }
});

test("the generated files contain no local path and no trailing whitespace", async () => {
  for (const [path, text] of Object.entries(readTree(await getOutput("all")))) {
    assert.not.match(text, ROOT, path);
    assert.not.match(text, /\r| +$/m, path);
    assert.ok(text.endsWith("\n") && !text.endsWith("\n\n"), path);
  }
});

/**
 * Generates code from a schema in a new folder, and returns the generated
 * files.
 */
async function generated(schema: string): Promise<Record<string, string>> {
  const folder = folderWith({ "schema.ts": schema });
  const out = join(folder, "out");
  await generate({ schema: join(folder, "schema.ts"), out });
  return readTree(out);
}

for (const revision of sample(TESTED_REVISIONS, 1)) {
  test(`a ${revision} schema with CRLF line ends results in the same files as the original schema`, async () => {
    const schema = bundledSchema(revision);
    const windows = `\uFEFF${schema.replaceAll("\n", "\r\n")}`;
    sameTree(await generated(windows), await generated(schema));
  });

  test(`if the declarations in the ${revision} schema are reversed, only the order in types.ts changes`, async () => {
    const schema = bundledSchema(revision);
    const want = await generated(schema);
    const got = await generated(reverseDeclarations(schema));
    assert.equal(Object.keys(got), Object.keys(want));
    for (const [path, text] of Object.entries(got)) {
      const expected = getFile(want, path);
      if (path === "types.ts") {
        assert.ok(text !== expected);
        sameText(sorted(text), sorted(expected), "the lines of types.ts");
      } else sameText(text.replace(HASH, ""), expected.replace(HASH, ""), path);
    }
  });
}

for (const [revision, hash] of [
  ["2025-11-25", "b7abef9f330eed8b"],
  ["2026-07-28", "d11dd47d3c5201d1"],
] as const)
  test(`the hash of corpus.json of ${revision} equals the reviewed hash`, () => {
    const text = printPage(emitCorpus(createContext(bundledModel(revision))));
    assert.is(
      hashText(text).slice(0, 16),
      hash,
      `corpus.json differs; on both commits, run: node dist/generator/cli.cjs --rev ${revision} --only corpus --out out/corpus, and compare out/corpus/corpus.json`,
    );
  });

test.run();
