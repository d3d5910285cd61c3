/** Output under other flags, and of less than all of it. */
import { readdirSync, appendFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { checkedText } from "../../generator/emit/assemble/header.js";
import { generate } from "../../generator/jobs/generate.js";
import { NODE, typeCheck, type Compiler } from "../support/compiler.js";
import { readTree, temporaryFolder, writeTree } from "../support/folders.js";
import { outputOf } from "../support/made.js";
import { WHOLE } from "../support/whole.js";

/** A copy of output, without the line that keeps compilers from checking it. */
function checked(...outputs: readonly string[]): string {
  const folder = temporaryFolder();
  outputs.forEach((output, index) => {
    const files: Record<string, string> = {};
    for (const [path, text] of Object.entries(readTree(output)))
      if (path.endsWith(".ts")) files[path] = checkedText(text);
    writeTree(join(folder, `out${index}`), files);
  });
  return folder;
}

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
    const folder = checked(await outputOf("all"));
    assert.is(
      await typeCheck(folder, { options: { ...NODE, ...options } }),
      "",
    );
  });

typecheck("imports that end in .ts", async () => {
  const folder = checked(await outputWith({ importExt: "ts" }));
  const erasable = {
    allowImportingTsExtensions: true,
    erasableSyntaxOnly: true,
  };
  const options = { ...NODE, ...erasable };
  assert.is(await typeCheck(folder, { options }), "");
});

typecheck("each file stands alone with --only", async () => {
  const outputs = ["types", "methods", "validators", "server", "client"];
  const folders = await Promise.all(
    outputs.map(async (only) => {
      const folder = await outputWith({ only: [only] });
      assert.ok(readdirSync(folder).includes(`${only}.ts`));
      return folder;
    }),
  );
  assert.is(await typeCheck(checked(...folders)), "");
});

const COMPILERS: readonly Compiler[] = WHOLE
  ? ["typescript", "typescript-5.4"]
  : ["typescript"];
typecheck("a wrong line would be seen, in any file", async () => {
  const folder = checked(await outputOf("2025-06-18"));
  const files = readdirSync(join(folder, "out0"), { recursive: true })
    .map(String)
    .filter((path) => path.endsWith(".ts"));
  for (const path of files)
    appendFileSync(join(folder, "out0", path), "export const wrong: 1 = 2;\n");
  for (const compiler of COMPILERS) {
    const said = await typeCheck(folder, { compiler });
    const seen = said.matchAll(/\bout0\/(\S+)\(.*TS2322/g);
    assert.equal([...seen].map(([, path]) => path).sort(), files.sort());
  }
});

typecheck.run();
