/** Tests of `new server --update`, which keeps files that a person wrote. */
import { spawn } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { outcome, runCli, type Run } from "../../harness/program/cli.js";
import { readTree, getFile, writeTree } from "../../harness/program/folders.js";
import {
  buildProject,
  builtProject,
  newProject,
  run,
  testProject,
  findChanges,
} from "../../harness/new/project.js";

const test = suite("new server --update");

/**
 * Options for one revision. Generating all revisions takes five times longer.
 */
const ONE = ["--rev", "2025-11-25"];

const properties = { a: { type: "number" } };
const ADD = {
  name: "add",
  inputSchema: { type: "object", properties, required: ["a"] },
};
const LATER = { name: "later", inputSchema: { type: "object" } };

function update(folder: string, ...args: string[]): Promise<Run> {
  return run("new", "server", folder, ...args);
}

function writeTools(folder: string, tools: readonly object[]): void {
  writeFileSync(join(folder, "tools.json"), JSON.stringify({ tools }));
}

test("`new server --update` changes no file of a new project", async () => {
  const { folder } = await newProject("server", ["--yes"]);
  const before = readTree(folder);
  const check = await update(folder, "--check");
  assert.is(check.code, 0, check.stdout);
  const done = await update(folder, "--update");
  assert.match(done.stdout, /is up to date/);
  assert.equal(readTree(folder), before);
});

test("`new server --update` keeps edited handlers and adds stubs of new tools", async () => {
  const { folder } = await newProject("server", ONE);
  const handler = join(folder, "src/tools/add.ts");
  const edited = `${readFileSync(handler, "utf8")}// mine\n`;
  writeFileSync(handler, edited);
  writeTools(folder, [LATER]);

  const check = await update(folder, "--check");
  assert.is(check.code, 1);
  for (const line of [
    "missing    src/tools/later.ts",
    "changed    src/generated/tools.ts",
    "changed    src/generated/.mcp-codegen.json",
  ])
    assert.match(check.stdout, line);
  assert.not.match(check.stdout, "+++ b/src/generated/.mcp-codegen.json");
  assert.not(Object.keys(readTree(folder)).includes("src/tools/later.ts"));

  const before = readTree(folder);
  const done = await update(folder, "--update");
  assert.is(done.code, 0, done.stderr);
  assert.match(
    done.stderr,
    /MCP619: src\/tools\/add\.ts is no longer used: the tool "add" was removed/,
  );
  assert.match(
    done.stderr,
    /fix: .*renamed .*`ToolHandler<"…">`.* removed tool, .*test\/server\.test\.ts/,
  );
  const after = readTree(folder);
  assert.is(after["src/tools/add.ts"], edited);
  assert.match(getFile(after, "src/tools/later.ts"), /ToolHandler<"later">/);
  const changed = findChanges(before, after);
  const own = changed.filter((path) => !path.startsWith("src/generated/"));
  assert.equal(own, ["src/tools/later.ts"]);
  assert.is((await update(folder, "--check")).code, 0);

  // Remove the example's test, which calls the removed tool. The rest of the
  // project must still build.
  rmSync(join(folder, "test/server.test.ts"));
  await buildProject(folder);
});

test("`new server --update --prune` deletes a file in `src/generated/` that is not generated", async () => {
  const { folder } = await newProject("server", ONE);
  const before = readTree(folder);
  writeFileSync(join(folder, "src/generated/stray.ts"), "");
  const done = await update(folder, "--update", "--prune");
  assert.is(done.code, 0, done.stderr);
  assert.equal(readTree(folder), before);
});

test("`new server --update` reports no unused handler if a renamed tool keeps its handler file", async () => {
  const { folder } = await newProject("server", ONE);
  writeTools(folder, [{ ...ADD, name: "add." }]);
  const done = await update(folder, "--update");
  assert.is(done.code, 0, done.stderr);
  assert.not.match(done.stderr, "MCP619");
});

test("`new server --update` uses the old handler of a removed tool when the tool is added again", async () => {
  const { folder } = await newProject("server", ONE);
  const before = readTree(folder);
  const manifest = getFile(before, "tools.json");
  writeTools(folder, [LATER]);
  await update(folder, "--update");
  writeFileSync(join(folder, "tools.json"), manifest);
  await update(folder, "--update");
  const after = readTree(folder);
  delete after["src/tools/later.ts"];
  assert.equal(after, before);
});

test("`new server --update` writes new handler types after a change of the tool manifest", async () => {
  const { folder } = await newProject("server", ONE);
  writeTools(folder, [ADD]);
  await update(folder, "--update");
  rmSync(join(folder, "test/server.test.ts"));
  // The example's handler would not build: it takes two numbers, but the
  // manifest now declares one.
  writeTree(folder, {
    "src/probe.ts": `import type { Tools } from "./generated/tools.js";
export const input: Tools["add"]["input"] = { a: 1 };
// @ts-expect-error The argument a is a number.
export const text: Tools["add"]["input"] = { a: "1" };
`,
    "src/tools/add.ts": `import type { ToolHandler } from "../generated/tools.js";
export const handler: ToolHandler<"add"> = ({ a }) => a.toFixed();
// @ts-expect-error The argument is a number, which has no such method.
export const wrong: ToolHandler<"add"> = ({ a }) => a.trim();
`,
  });
  await buildProject(folder);
});

test("`new server --update --rev` changes only generated files of a project", async () => {
  const { folder } = await newProject("server", ["--rev", "2025-06-18"]);
  const before = readTree(folder);
  const done = await update(folder, "--update", "--rev", "2026-07-28");
  assert.is(done.code, 0, done.stderr);
  const after = readTree(folder);
  const changed = findChanges(before, after);
  assert.ok(changed.every((path) => path.startsWith("src/generated/")));
  assert.ok(changed.includes("src/generated/types.ts"));
  const { scripts } = JSON.parse(getFile(after, "package.json"));
  const [program, ...args] = scripts.generate.split(" ");
  assert.is(program, "mcp-codegen");
  const check = await runCli([...args, "--check"], folder);
  assert.is(check.code, 0, check.stdout);
  await buildProject(folder);
  assert.is(await testProject(folder), 6);
});

for (const kind of ["server", "client"] as const)
  test(`\`npm test\` of a new ${kind} ignores files in dist/ whose source file was removed`, async () => {
    const folder = await builtProject(kind, ...ONE);
    writeTree(folder, {
      "dist/checked/generated/removed.ts": "export const a: string = 1;\n",
      "dist/test/removed.test.js": 'throw new Error("removed");\n',
    });
    const run = await outcome(spawn("npm", ["test"], { cwd: folder }));
    assert.is(run.code, 0, run.stdout);
  });

test("`new server --update` writes nothing if the tool manifest is invalid", async () => {
  const { folder } = await newProject("server", ONE);
  writeFileSync(join(folder, "tools.json"), "{");
  const before = readTree(folder);
  const broken = await update(folder, "--update");
  assert.is(broken.code, 2);
  assert.match(broken.stderr, /tools\.json:1:2: error MCP611/);
  assert.equal(readTree(folder), before);
});

test.run();
