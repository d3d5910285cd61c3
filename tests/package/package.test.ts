/** The npm package, installed into an empty folder and used from there. */
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { MODULES } from "../support/cli.js";
import { NODE, typeCheck } from "../support/compiler.js";
import { readTree, textOf } from "../support/folders.js";
import { outputOf } from "../support/made.js";
import { installPacked, npm } from "../support/packed.js";
import { makeStarter, started, useOverStdio } from "../new/starters.js";

const run = promisify(execFile);

const packed = suite("package");
let folder = "";
let tarball = "";

packed.before(async () => {
  ({ folder, tarball } = await installPacked());
});

packed("holds the program, its templates and schemas, and nothing else", () => {
  const paths = Object.keys(readTree(join(folder, "node_modules/mcp-codegen")));
  const tops = new Set(paths.map((path) => path.split("/")[0]));
  assert.equal([...tops].sort(), [
    "CHANGELOG.md",
    "LICENSE",
    "README.md",
    "dist",
    "package.json",
    "schema",
    "templates",
  ]);
  // The program in its bundles, and no modules beside them.
  const foreign = paths.filter((path) =>
    /^dist\/(?!generator\/[\w-]+\.([cm]js$|cjs\.|txt$|sha256$)|.*\.d\.ts$)/.test(
      path,
    ),
  );
  assert.equal(foreign, []);
});

packed(
  "generates from where it is installed what it generates here",
  async () => {
    const { stdout } = await run(
      "npx",
      ["mcp-codegen", "--rev", "all", "--out", "bindings"],
      { cwd: folder },
    );
    assert.match(stdout, "Wrote bindings");
    assert.equal(
      readTree(join(folder, "bindings")),
      readTree(await outputOf("all")),
    );
  },
);

packed("has a programmatic API with types", async () => {
  writeFileSync(
    join(folder, "api.ts"),
    `import { generate, type GenerateOutcome } from "mcp-codegen";
const outcome: GenerateOutcome = await generate({ revisions: ["latest"], only: ["types"], out: "api" });
console.log(outcome.plan.created.map((file) => file.path).join(" "));
`,
  );
  const options = {
    ...NODE,
    noEmit: false,
    skipLibCheck: true,
    typeRoots: [join(MODULES, "@types")],
  };
  assert.is(await typeCheck(folder, { options, files: ["api.ts"] }), "");
  const { stdout } = await run(process.execPath, ["api.js"], { cwd: folder });
  assert.is(stdout, "types.ts .mcp-codegen.json\n");
  assert.match(
    textOf(readTree(join(folder, "api")), "types.ts"),
    "export interface Tool ",
  );
});

// One of many: `make test-starters` has them all.
packed("writes a starter that npm installs, starts and tests", async () => {
  const printed = await makeStarter(folder, "server", "weather");
  assert.match(printed, "npm install\n  npm test\n  npm start\n");
  const project = join(folder, "weather");
  // `npm run generate` of a version that is not in the registry takes this one.
  await npm(project, "install", "--save-dev", tarball);
  const sample = { tool: "add", args: { a: 1, b: 2 } };
  await useOverStdio(started(project), "2025-11-25", sample);
  await npm(project, "test");
  const { stdout } = await npm(project, "run", "generate", "--", "--check");
  assert.match(stdout, "is up to date");
});

packed.run();
