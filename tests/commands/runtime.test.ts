/**
 * Tests of generated code that imports the runtime as a package, and of
 * programs with two runtimes.
 */
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { removeNoCheck } from "../../generator/emit/assemble/header.js";
import { MODULES, runCli } from "../harness/program/cli.js";
import {
  getRuntimePackage,
  RUNTIME_PACKAGE,
} from "../harness/run/shared-output.js";
import { typeCheck } from "../harness/program/compiler.js";
import {
  readTree,
  temporaryFolder,
  getFile,
  writeTree,
} from "../harness/program/folders.js";

const test = suite("command: runtime");

const NAME = RUNTIME_PACKAGE;
const REVISION = "2025-11-25";
const folder = temporaryFolder();
const PACKAGE = join("node_modules", NAME);

test.before(async () => {
  cpSync(await getRuntimePackage(), join(folder, PACKAGE), { recursive: true });
  for (const args of [
    ["--rev", REVISION, "--runtime", NAME, "--out", "out"],
    ["--rev", REVISION, "--out", "copy"],
  ]) {
    const { code, stderr } = await runCli(args, folder);
    assert.equal([code, stderr], [0, ""]);
  }
  cpSync(join(folder, "copy"), join(folder, "library"), { recursive: true });
});

/**
 * Bundles and runs a program that imports the runtime package. Returns its
 * export `result`.
 */
async function run(source: string, within = folder): Promise<unknown> {
  const outfile = join(within, `${String(Math.random())}.mjs`);
  await build({
    stdin: { contents: source, resolveDir: folder },
    outfile,
    bundle: true,
    external: [NAME],
    format: "esm",
    platform: "node",
    target: "es2022",
  });
  return (await import(pathToFileURL(outfile).href)).result;
}

/**
 * Returns the source code of a program in which a client calls a failing tool.
 * The program exports the client's observations as `result`.
 */
const program = (server: string, library: string): string => `
import { createServer, fetchHandler, memory } from "./${server}/server.js";
import { McpError as Theirs, createServer as createTheirs, tools } from "./${library}/server.js";
import { ConnectionError, createClient, McpError } from "./out/client.js";
import { createClient as createAway } from "./${library}/client.js";
const handlers = tools({ a: { handler() { throw new Theirs(-32001, "no"); } } });
const server = createServer({ name: "a", version: "1" }, handlers);
const [here, there] = memory();
await server.connect(here);
const client = createClient({ name: "b", version: "1" });
await client.connect(there);
const error = await client.callTool({ name: "a" }).catch((error) => error);
class Mine extends McpError {}
class Away extends ConnectionError {}
const away = await createAway({ name: "d", version: "1" }).callTool({ name: "a" }).catch((error) => error);
export const result = [
  error instanceof McpError, error instanceof Mine, error.code,
  away instanceof ConnectionError, away instanceof Away, away instanceof McpError,
  client.server.capabilities.tools,
  typeof fetchHandler(createTheirs({ name: "c", version: "1" })),
];
await client.close();
`;

test("code generated with `--runtime` contains no copy of the runtime", () => {
  const files = readTree(join(folder, "out"));
  assert.not.match(Object.keys(files).join("\n"), /^runtime/m);
  assert.match(getFile(files, "server.ts"), `--runtime ${NAME}\n`);
  const { options } = JSON.parse(getFile(files, ".mcp-codegen.json"));
  const want = { source: "bundled", importExt: "js", runtime: NAME };
  assert.equal(options, want);
});

test("generated code compiles with the type declarations of the runtime package", async () => {
  const files = readTree(join(folder, "out"));
  for (const [path, text] of Object.entries(files))
    writeTree(folder, { [`checked/${path}`]: removeNoCheck(text) });
  const options = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    verbatimModuleSyntax: true,
    target: "ES2022",
    module: "NodeNext",
    types: ["node"],
    typeRoots: [join(MODULES, "@types")],
  };
  const project = { options, files: ["checked/index.ts"] };
  assert.is(await typeCheck(folder, project), "");
});

for (const [server, library] of [
  ["out", "out"],
  ["copy", "library"],
  ["out", "library"],
] as const)
  test(`a server (generated in ${server}/) accepts the errors and tools of a library (generated in ${library}/)`, async () => {
    const tools = { listChanged: true };
    const want = [true, false, -32001, true, false, false, tools, "function"];
    assert.equal(await run(program(server, library)), want);
  });

test("`createServer` and `createClient` throw if the runtime package and the generated code have different versions", async () => {
  const other = temporaryFolder();
  cpSync(join(folder, PACKAGE), join(other, PACKAGE), { recursive: true });
  const file = join(other, PACKAGE, "protocol.js");
  const text = readFileSync(file, "utf8");
  const changed = text.replace(/(RUNTIME_VERSION = )"[^"]+"/, '$1"9.9.9"');
  assert.not.equal(changed, text);
  writeFileSync(file, changed);
  const json = readTree(join(folder, PACKAGE))["package.json"] ?? "";
  for (const side of ["Server", "Client"]) {
    const source = `
import { create${side} } from "./out/${side.toLowerCase()}.js";
let result;
try { create${side}({ name: "a", version: "1" }); }
catch (error) { result = error.message; }
export { result };
`;
    const message = String(await run(source, other));
    for (const part of [JSON.parse(json).version, "9.9.9"])
      assert.ok(message.includes(part));
  }
});

test("the command `runtime` does not warn about other TypeScript files in the folder of the package", async () => {
  writeTree(join(folder, PACKAGE), { "mine.ts": "" });
  const args = ["runtime", PACKAGE, "--name", NAME];
  const { code, stderr } = await runCli(args, folder);
  assert.equal([code, stderr], [0, ""]);
});

test("the command `runtime` does not overwrite an edited file of the runtime package", async () => {
  const args = ["runtime", PACKAGE, "--name", NAME];
  const file = join(folder, PACKAGE, "README.md");
  const text = readFileSync(file, "utf8");
  assert.ok(text.startsWith(`# ${NAME}\n`));
  writeFileSync(file, `${text}\nOurs.\n`);
  const drifted = await runCli([...args, "--check"], folder);
  const refused = await runCli(args, folder);
  writeFileSync(file, text);
  assert.is(drifted.code, 1);
  // The generator writes the same bytes for the same input, so only the edited
  // file is reported.
  assert.match(drifted.stdout, /^changed +README.md\n/);
  assert.match(drifted.stdout, "-Ours.");
  assert.is(refused.code, 2);
  assert.match(refused.stderr, "was edited by hand");
});

test.run();
