/**
 * Type checks of generated code with compiler options that users may have, and
 * of partial output.
 */
import {
  appendFileSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { generate } from "../../generator/pipeline/generate.js";
import {
  copyModules,
  NODE,
  typeCheck,
  type Compiler,
} from "../harness/program/compiler.js";
import { ROOT } from "../harness/program/cli.js";
import { temporaryFolder } from "../harness/program/folders.js";
import { getOutput } from "../harness/run/shared-output.js";
import { WHOLE } from "../harness/run/sampling.js";

/**
 * Generates code for 2025-11-25 with the given options and returns the output
 * folder.
 */
async function outputWith(
  options: Parameters<typeof generate>[0],
): Promise<string> {
  const out = temporaryFolder();
  await generate({ revisions: ["2025-11-25"], ...options, out });
  return out;
}

const test = suite("proof: type check");

const FLAGS: readonly (readonly [string, object])[] = [
  ["the DOM's types", { lib: ["ES2022", "DOM", "DOM.Iterable"], types: [] }],
  // Some users need isolatedDeclarations, because their tools emit declarations
  // file by file. Other strict options are off, because they can hide errors.
  [
    "only strict and isolatedDeclarations",
    {
      declaration: true,
      isolatedDeclarations: true,
      exactOptionalPropertyTypes: false,
      noUncheckedIndexedAccess: false,
    },
  ],
];
for (const [flags, options] of FLAGS)
  test(`generated code of all revisions type-checks with ${flags}`, async () => {
    const { folder } = copyModules(await getOutput("all"));
    const project = { options: { ...NODE, ...options } };
    assert.is(await typeCheck(folder, project), "");
  });

const EXTENDED: readonly (readonly [Compiler, revision: string])[] = [
  ["typescript", "all"],
  ["typescript-5.4", "2026-07-28"],
];
for (const [compiler, revision] of WHOLE ? EXTENDED : EXTENDED.slice(0, 1))
  test(`generated code of ${revision} with extensions type-checks with ${compiler}`, async () => {
    const output = await getOutput(revision, ["tasks", "apps"]);
    const { folder } = copyModules(output);
    assert.is(await typeCheck(folder, { options: NODE, compiler }), "");
  });

test("generated code with imports of .ts files type-checks", async () => {
  const { folder } = copyModules(await outputWith({ importExt: "ts" }));
  const allowed = { allowImportingTsExtensions: true };
  const options = { ...NODE, ...allowed, erasableSyntaxOnly: true };
  assert.is(await typeCheck(folder, { options }), "");
});

test("generated code for `--only` with a single name compiles without type errors", async () => {
  const root = temporaryFolder();
  for (const only of ["types", "methods", "validators", "server", "client"]) {
    const { folder, files } = copyModules(await outputWith({ only: [only] }));
    assert.ok(files.includes(`${only}.ts`));
    renameSync(folder, join(root, only));
  }
  assert.is(await typeCheck(root), "");
});

test("generated code without completions type-checks even if the schema has the method completion/complete", async () => {
  const bundled = join(ROOT, "schema/2025-11-25/schema.ts");
  const text = readFileSync(bundled, "utf8");
  const required = text.replace(/(?<=\n  )completion: \{/, "total: 1; $&");
  assert.is.not(required, text);
  const schema = join(temporaryFolder(), "schema.ts");
  writeFileSync(schema, required);
  const options = { revisions: [], schema, only: ["server"] };
  const { folder } = copyModules(await outputWith(options));
  const server = readFileSync(join(folder, "server.ts"), "utf8");
  assert.not.match(server, "export function completions(");
  assert.is(await typeCheck(folder), "");
});

const COMPILERS: readonly Compiler[] = WHOLE
  ? ["typescript", "typescript-5.4"]
  : ["typescript"];
test("the type check reports an invalid line in any generated file", async () => {
  const { folder, files } = copyModules(await getOutput("2025-06-18"));
  for (const path of files)
    appendFileSync(join(folder, path), "export const wrong: 1 = 2;\n");
  for (const compiler of COMPILERS) {
    const said = await typeCheck(folder, { compiler });
    const seen = said.matchAll(/^(\S+)\(.*TS2322/gm);
    assert.equal([...seen].map(([, path]) => path).sort(), files.sort());
  }
});

test.run();
