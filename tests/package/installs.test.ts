/**
 * Tests of the packages that users install: installs them with several package
 * managers, runs them on several releases of Node.js, and checks them with
 * linters. Also tests the program of `npm create`.
 */
import { execFile } from "node:child_process";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ROOT } from "../harness/program/cli.js";
import { folderWith, temporaryFolder } from "../harness/program/folders.js";

const test = suite("package: installs");

const MODULES = join(ROOT, "tests/release/node_modules");
const PROGRAM = "node_modules/mcp-codegen/dist/generator/cli.cjs";
const API = `import { generate } from "mcp-codegen";
const { plan } = await generate({ revisions: ["latest"], only: ["types"], out: "api" });
console.log(plan.created.length);`;

/**
 * Runs a program and returns its standard output. Fails if mcp-codegen prints an
 * error or a warning. The folder `node`, which contains a Node.js release, is
 * put first in PATH.
 */
async function run(
  cwd: string,
  words: readonly string[],
  node?: string,
): Promise<string> {
  const [command = "", ...args] = words;
  const PATH = [...(node ? [node] : []), process.env["PATH"]].join(delimiter);
  const env = { ...process.env, PATH };
  const options = { cwd, env };
  const made = await promisify(execFile)(command, args, options);
  if (args[0] === PROGRAM) assert.is(made.stderr, "");
  return made.stdout;
}

/** Packs a folder with npm. Returns the path of the package file. */
async function pack(folder: string): Promise<string> {
  const out = temporaryFolder();
  const words = ["npm", "pack", "--ignore-scripts", "--pack-destination", out];
  await run(folder, words);
  return join(out, readdirSync(out)[0] ?? "");
}

let program = "";
let creator = "";
test.before(async () => {
  program = await pack(ROOT);
  creator = await pack(join(ROOT, "create-mcp-codegen"));
});

const MANAGERS: Readonly<Record<string, readonly string[]>> = {
  npm: ["npm", "install", "--no-audit", "--no-fund"],
  pnpm: [join(MODULES, ".bin/pnpm"), "add"],
  yarn: [join(MODULES, ".bin/yarn"), "add"],
};
for (const [name, install] of Object.entries(MANAGERS))
  test(`the program and the API work after an installation with ${name}`, async () => {
    const folder = folderWith({
      "package.json": '{ "name": "a", "type": "module" }',
      "api.js": API,
    });
    await run(folder, [...install, program]);
    const binary = join(folder, "node_modules/.bin/mcp-codegen");
    const printed = await run(folder, [binary, "--rev", "2025-06-18"]);
    assert.match(printed, "Wrote out/2025-06-18");
    assert.is(await run(folder, [process.execPath, "api.js"]), "2\n");
  });

for (const release of ["22", "24", "26"])
  test(`the program, the API and a new server work on Node.js ${release}`, async () => {
    const bin = join(MODULES, `node-${release}/bin`);
    assert.ok(existsSync(bin), `no Node.js ${release} for this platform`);
    const folder = folderWith({
      "package.json": '{ "type": "module" }',
      "api.js": API,
    });
    await run(folder, ["npm", "install", "--no-audit", program], bin);
    assert.match(await run(folder, ["node", "--version"], bin), `v${release}.`);
    const main = ["node", PROGRAM, "--rev", "2025-06-18"];
    assert.match(await run(folder, main, bin), "Wrote out/2025-06-18");
    assert.is(await run(folder, ["node", "api.js"], bin), "2\n");
    await run(folder, ["node", PROGRAM, "new", "server", "w", "--yes"], bin);
    const project = join(folder, "w");
    await run(project, ["npm", "install", "--no-audit"], bin);
    assert.match(await run(project, ["npm", "test"], bin), /# fail 0|ℹ fail 0/);
  });

for (const [args, kind] of [
  [["weather"], "server"],
  [["client", "ask"], "client"],
] as const)
  test(`create-mcp-codegen ${args.join(" ")} writes a ${kind}`, async () => {
    const folder = folderWith({ "package.json": "{}" });
    const install = ["npm", "install", "--no-audit", program, creator];
    await run(folder, install);
    await run(folder, ["npx", "create-mcp-codegen", ...args, "--yes"]);
    const project = join(folder, args.at(-1) ?? "");
    assert.ok(existsSync(join(project, `src/generated/${kind}.ts`)));
  });

test("the programs `publint` and `attw` report no error in the package", async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "package.json"), "{}");
  await run(folder, [
    join(MODULES, ".bin/publint"),
    "run",
    "--strict",
    program,
  ]);
  const attw = join(MODULES, ".bin/attw");
  await run(folder, [attw, program, "--profile", "esm-only"]);
});

test.run();
