/** All generated output, at once, under the strictest flags. */
import { execFile } from "node:child_process";
import {
  appendFileSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { checkedText } from "../../generator/emit/header.js";
import { generate } from "../../generator/generate.js";
import { ROOT, type Run } from "../support/cli.js";
import { temporaryFolder } from "../support/folders.js";
import { REVISIONS } from "../support/models.js";
import { STRICTEST } from "../../scripts/history/strictest.js";

const COMPILERS = {
  "TypeScript 7": "node_modules/typescript/bin/tsc",
  "TypeScript 5.4": "node_modules/typescript-5.4/bin/tsc",
};

/** A folder with the output in it and what it is checked against. */
async function project(
  options: Parameters<typeof generate>[0],
  compilerOptions: object,
): Promise<string> {
  const folder = temporaryFolder();
  await generate({ ...options, out: join(folder, "out") });
  checkAll(join(folder, "out"));
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({
      compilerOptions: { ...STRICTEST, ...compilerOptions },
      include: ["out"],
    }),
  );
  return folder;
}

/** Takes out the line that keeps compilers from checking a file. */
function checkAll(folder: string): void {
  for (const path of readdirSync(folder, { recursive: true })) {
    const file = join(folder, String(path));
    if (!file.endsWith(".ts")) continue;
    writeFileSync(file, checkedText(readFileSync(file, "utf8")));
  }
}

function check(compiler: string, folder: string): Promise<Run> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(ROOT, compiler), "-p", folder],
      { maxBuffer: 1e8 },
      (error, stdout, stderr) =>
        resolve({ code: error ? 1 : 0, stdout, stderr }),
    );
  });
}

const typecheck = suite("type check");

/** What programs pass from one part of a server to another, at each revision. */
const USES = REVISIONS.map(
  (revision, index) => `
import * as server${index} from "./${revision}/server.js";
const files${index} = await server${index}.fileResources({ roots: ["."] });
server${index}.createServer({ name: "a", version: "1" }, server${index}.resources(files${index}));
`,
).join("");

for (const [name, compiler] of Object.entries(COMPILERS)) {
  typecheck(`all revisions with ${name} and Node's types`, async () => {
    const folder = await project(
      { revisions: ["all"] },
      { lib: ["ES2022"], types: ["node"] },
    );
    writeFileSync(join(folder, "out/uses.ts"), USES);
    const run = await check(compiler, folder);
    assert.is(run.stdout + run.stderr, "");
    assert.is(run.code, 0);
  });

  typecheck(`all revisions with ${name} and the DOM's types`, async () => {
    const folder = await project(
      { revisions: ["all"] },
      { lib: ["ES2022", "DOM", "DOM.Iterable"], types: [] },
    );
    const run = await check(compiler, folder);
    assert.is(run.stdout + run.stderr, "");
    assert.is(run.code, 0);
  });
}

// What one strict flag forbids, another may hide; and users who publish what is
// generated may want declarations made file by file.
typecheck(
  "all revisions under plain strict, with isolatedDeclarations",
  async () => {
    const folder = await project(
      { revisions: ["all"] },
      {
        lib: ["ES2022"],
        types: ["node"],
        declaration: true,
        isolatedDeclarations: true,
        exactOptionalPropertyTypes: false,
        noUncheckedIndexedAccess: false,
      },
    );
    const run = await check(COMPILERS["TypeScript 7"], folder);
    assert.is(run.stdout + run.stderr, "");
    assert.is(run.code, 0);
  },
);

typecheck("imports that end in .ts", async () => {
  const folder = await project(
    { revisions: ["2025-06-18"], importExt: "ts" },
    {
      lib: ["ES2022"],
      types: ["node"],
      allowImportingTsExtensions: true,
      erasableSyntaxOnly: true,
    },
  );
  const run = await check(COMPILERS["TypeScript 7"], folder);
  assert.is(run.stdout + run.stderr, "");
  assert.is(run.code, 0);
});

for (const only of ["types", "methods", "validators", "server", "client"])
  typecheck(`--only ${only} stands alone`, async () => {
    const folder = await project(
      { revisions: ["2025-11-25"], only: [only] },
      { lib: ["ES2022"], types: ["node"] },
    );
    assert.ok(readdirSync(join(folder, "out")).includes(`${only}.ts`));
    const run = await check(COMPILERS["TypeScript 7"], folder);
    assert.is(run.stdout + run.stderr, "");
    assert.is(run.code, 0);
  });

typecheck("a wrong line would be seen, in any file", async () => {
  const folder = await project(
    { revisions: ["2025-06-18"] },
    { lib: ["ES2022"], types: ["node"] },
  );
  const files = readdirSync(join(folder, "out"), { recursive: true })
    .map(String)
    .filter((path) => path.endsWith(".ts"));
  for (const path of files)
    appendFileSync(join(folder, "out", path), "export const wrong: 1 = 2;\n");
  for (const compiler of Object.values(COMPILERS)) {
    const { stdout } = await check(compiler, folder);
    const seen = stdout.matchAll(/\bout\/(\S+)\(.*TS2322/g);
    assert.equal([...seen].map(([, path]) => path).sort(), files.sort());
  }
});

typecheck.run();
