/** Output under other flags, and of less than all of it. */
import { appendFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { generate } from "../../generator/pipeline/generate.js";
import {
  modulesOf,
  NODE,
  typeCheck,
  type Compiler,
} from "../harness/program/compiler.js";
import { temporaryFolder } from "../harness/program/folders.js";
import { outputOf } from "../harness/run/shared-output.js";
import { WHOLE } from "../harness/run/sampling.js";

/** Output of 2025-11-25, made in another way. */
async function outputWith(
  options: Parameters<typeof generate>[0],
): Promise<string> {
  const out = temporaryFolder();
  await generate({ revisions: ["2025-11-25"], ...options, out });
  return out;
}

const typecheck = suite("type check");

const FLAGS: readonly (readonly [string, object])[] = [
  ["the DOM's types", { lib: ["ES2022", "DOM", "DOM.Iterable"], types: [] }],
  // What one strict flag forbids, another may hide; and users who publish what is
  // generated may want declarations made file by file.
  [
    "plain strict, with isolatedDeclarations",
    {
      declaration: true,
      isolatedDeclarations: true,
      exactOptionalPropertyTypes: false,
      noUncheckedIndexedAccess: false,
    },
  ],
];
for (const [flags, options] of FLAGS)
  typecheck(`all revisions under ${flags}`, async () => {
    const { folder } = modulesOf(await outputOf("all"));
    const project = { options: { ...NODE, ...options } };
    assert.is(await typeCheck(folder, project), "");
  });

const EXTENDED: readonly (readonly [Compiler, revision: string])[] = [
  ["typescript", "all"],
  ["typescript-5.4", "2026-07-28"],
];
for (const [compiler, revision] of WHOLE ? EXTENDED : EXTENDED.slice(0, 1))
  typecheck(`${revision} with extensions, by ${compiler}`, async () => {
    const output = await outputOf(revision, ["tasks", "apps"]);
    const { folder } = modulesOf(output);
    assert.is(await typeCheck(folder, { options: NODE, compiler }), "");
  });

typecheck("imports that end in .ts", async () => {
  const { folder } = modulesOf(await outputWith({ importExt: "ts" }));
  const allowed = { allowImportingTsExtensions: true };
  const options = { ...NODE, ...allowed, erasableSyntaxOnly: true };
  assert.is(await typeCheck(folder, { options }), "");
});

typecheck("each file stands alone with --only", async () => {
  const root = temporaryFolder();
  for (const only of ["types", "methods", "validators", "server", "client"]) {
    const { folder, files } = modulesOf(await outputWith({ only: [only] }));
    assert.ok(files.includes(`${only}.ts`));
    renameSync(folder, join(root, only));
  }
  assert.is(await typeCheck(root), "");
});

const COMPILERS: readonly Compiler[] = WHOLE
  ? ["typescript", "typescript-5.4"]
  : ["typescript"];
typecheck("a wrong line would be seen, in any file", async () => {
  const { folder, files } = modulesOf(await outputOf("2025-06-18"));
  for (const path of files)
    appendFileSync(join(folder, path), "export const wrong: 1 = 2;\n");
  for (const compiler of COMPILERS) {
    const said = await typeCheck(folder, { compiler });
    const seen = said.matchAll(/^(\S+)\(.*TS2322/gm);
    assert.equal([...seen].map(([, path]) => path).sort(), files.sort());
  }
});

typecheck.run();
