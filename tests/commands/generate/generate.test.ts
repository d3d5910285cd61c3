import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { toolVersion } from "../../../generator/support/package.js";
import { BIN, outcome, runCli, type Run } from "../../harness/program/cli.js";
import {
  folderWith,
  readTree,
  temporaryFolder,
  getFile,
  writeTree,
} from "../../harness/program/folders.js";
import { SMALL_SCHEMA } from "../../harness/models/small-schema.js";

const VERSION = toolVersion();

const test = suite("command: generate");

test("the options `--version` and `--help` print a text and exit with code 0", async () => {
  const version = await runCli(["--version"]);
  assert.is(version.stdout, `${VERSION}\n`);
  assert.is(version.code, 0);
  const help = await runCli(["--help"]);
  assert.is(help.code, 0);
  assert.is(help.stderr, "");
  for (const part of ["--rev", "--check", "Examples:", "Exit codes:"])
    assert.match(help.stdout, part);
});

test("`mcp-codegen generate` prints a one-line summary, and with `--verbose` also the path of each file", async () => {
  const folder = temporaryFolder();
  const run = await runCli(["--rev", "2025-06-18"], folder);
  assert.equal([run.code, run.stderr], [0, ""]);
  assert.match(run.stdout, /^Wrote out\/2025-06-18: \d+ created\.\n$/);
  const tree = readTree(join(folder, "out/2025-06-18"));
  const count = Object.keys(tree).length;
  const other = ["--rev", "2025-06-18", "--out", "other", "--verbose"];
  const { stdout } = await runCli(other, folder);
  assert.is(stdout.match(/^  \+ other\//gm)?.length, count);
  assert.match(stdout, `\nWrote other: ${count} created.\n`);
  const would = await runCli(["--rev", "2025-06-18", "--dry-run"]);
  assert.is(would.stdout.match(/^  \+ out\//gm)?.length, count);
  // Headers of generated files do not contain the version of the generator.
  // Therefore a new version changes only the manifest.
  for (const [path, text] of Object.entries(tree))
    assert.not.match(text, `mcp-codegen ${VERSION}`, path);
  assert.match(getFile(tree, "types.ts"), "mcp-codegen --rev 2025-06-18\n");
  const again = await runCli(["--rev", "2025-06-18"], folder);
  const said = `out/2025-06-18 is up to date: ${count} files.\n`;
  assert.equal([again.code, again.stdout], [0, said]);
});

test("`mcp-codegen generate` writes no file outside of the output folder", async () => {
  const folder = temporaryFolder();
  const { MCP_CODEGEN_CACHE: _, XDG_CACHE_HOME: __, ...env } = process.env;
  const child = spawn(
    process.execPath,
    [BIN, "--rev", "draft", "--only", "types", "--out", "gen"],
    { cwd: folder, env: { ...env, HOME: folder, LOCALAPPDATA: folder } },
  );
  assert.is((await outcome(child)).code, 0);
  assert.equal(Object.keys(readTree(folder)), [
    "gen/.mcp-codegen.json",
    "gen/types.ts",
  ]);
});

test("`generate` for several revisions replaces the files generated for one revision, unless a user edited these files", async () => {
  const folder = temporaryFolder();
  const out = "out/2025-06-18";
  const several = ["--rev", "2025-03-26,2025-06-18"];
  await runCli(["--rev", "2025-06-18"], folder);
  writeTree(folder, { [`${out}/methods.ts`]: "// mine\n" });
  const edited = await runCli(several, folder);
  assert.match(edited.stderr, `${out}/methods.ts was edited by hand`);
  assert.is(edited.code, 2);
  await runCli(["--rev", "2025-06-18", "--force"], folder);
  const run = await runCli(several, folder);
  assert.is(run.code, 0, run.stderr);
  const left = Object.keys(readTree(join(folder, out))).join("\n");
  assert.not.match(left, /^runtime|^\.mcp/m);
  assert.is((await runCli([...several, "--check"], folder)).code, 0);
});

test("`generate --check` lists missing, changed and unexpected files and exits with 1", async () => {
  const folder = temporaryFolder();
  const args = ["--rev", "2024-11-05", "--only", "methods"];
  const missing = await runCli([...args, "--check"], folder);
  assert.is(missing.code, 1);
  assert.match(missing.stdout, /^missing +types\.ts$/m);
  assert.equal(readTree(folder), {});
  await runCli(args, folder);
  const current = await runCli([...args, "--check"], folder);
  assert.is(current.code, 0);
  assert.is(current.stdout, "out/2024-11-05 is up to date: 3 files.\n");
  const types = getFile(readTree(folder), "out/2024-11-05/types.ts");
  writeTree(join(folder, "out/2024-11-05"), {
    "stray.ts": "",
    "types.ts": types
      .replace("export type Cursor =", "export type Position =")
      .replace('JSONRPC_VERSION = "2.0"', 'JSONRPC_VERSION = "1.0"'),
  });
  const before = readTree(folder);
  const { code, stdout } = await runCli([...args, "--check"], folder);
  assert.is(code, 1);
  for (const line of [
    /^changed +types\.ts: 1 added \(Cursor\), 1 removed \(Position\), 1 changed \(JSONRPC_VERSION\)$/m,
    /^unexpected +stray\.ts\nchanged +types\.ts/m,
    /^\+export type Cursor = /m,
  ])
    assert.match(stdout, line);
  assert.equal(readTree(folder), before);
});

test("`generate` writes into a folder that contains package.json only with `--force`", async () => {
  const folder = folderWith({ "gen/package.json": "{}" });
  const args = ["--rev", "draft", "--only", "types", "--out", "gen"];
  const codes: (number | null)[] = [];
  for (const option of [[], ["--check"], ["--force"], ["--check"]])
    codes.push((await runCli([...args, ...option], folder)).code);
  assert.equal(codes, [2, 1, 0, 0]);
});

test("`generate --check` names at most ten removed declarations of a file", async () => {
  const folder = temporaryFolder();
  const args = ["--rev", "2024-11-05", "--only", "types"];
  await runCli(args, folder);
  const file = "out/2024-11-05/types.ts";
  const types = getFile(readTree(folder), file);
  const names = Array.from({ length: 11 }, (_, n) => `Z${n}`);
  const first = names.slice(0, 10);
  for (const [added, shown] of [
    [first, first.join(", ")],
    [names, `${first.join(", ")}, ...`],
  ] as const) {
    const lines = added.map((name) => `export type ${name} = 1;\n`);
    writeTree(folder, { [file]: types + lines.join("") });
    const { stdout } = await runCli([...args, "--check"], folder);
    const summary = `types.ts: ${added.length} removed (${shown})\n`;
    assert.ok(stdout.includes(summary), stdout);
  }
});

test("`mcp-codegen generate` refuses to replace the output of a newer version without `--force`", async () => {
  const folder = temporaryFolder();
  const args = ["--rev", "draft", "--only", "types", "--out", "gen"];
  await runCli(args, folder);
  const file = "gen/.mcp-codegen.json";
  const manifest = getFile(readTree(folder), file);
  const newer = manifest.replace(
    `"version": "${VERSION}"`,
    '"version": "9.0.0"',
  );
  assert.is.not(newer, manifest);
  writeTree(folder, { [file]: newer });
  const stopped = await runCli(args, folder);
  assert.is(stopped.code, 2);
  assert.match(
    stopped.stderr,
    `error MCP304: gen was written by mcp-codegen 9.0.0, which is newer than this version, ${VERSION}.`,
  );
  assert.is(getFile(readTree(folder), file), newer);
  assert.is((await runCli([...args, "--force"], folder)).code, 0);
  assert.is(getFile(readTree(folder), file), manifest);
});

test("the option `--schema` accepts a path with spaces", async () => {
  const folder = folderWith({ "my schema.ts": SMALL_SCHEMA });
  const args = ["--schema", "my schema.ts", "--out", "gen"];
  const run = await runCli(args, folder);
  assert.is(run.code, 0, run.stderr);
  const tree = readTree(join(folder, "gen"));
  const command = "mcp-codegen --schema '../my schema.ts'\n";
  assert.match(getFile(tree, "types.ts"), command);
  assert.match(getFile(tree, "methods.ts"), 'PROTOCOL_VERSION = "2099-01-01"');
});

test("`mcp-codegen generate` writes no server for a schema without a protocol version", async () => {
  const schema = SMALL_SCHEMA.replace(/^.*LATEST_PROTOCOL_VERSION.*\n/, "");
  const folder = folderWith({ "schema.ts": schema });
  const args = ["--schema", "schema.ts"];
  const bare = await runCli(args, folder);
  assert.is(bare.code, 0, bare.stderr);
  assert.match(bare.stderr, "LATEST_PROTOCOL_VERSION");
  const before = readTree(join(folder, "out/schema"));
  assert.not.ok("server.ts" in before);
  assert.not.match(getFile(before, "methods.ts"), "PROTOCOL_VERSION");
  const versioned = await runCli([...args, "--protocol-version", "v9"], folder);
  assert.is(versioned.code, 0, versioned.stderr);
  const tree = readTree(join(folder, "out/schema"));
  assert.ok("server.ts" in tree);
  assert.match(getFile(tree, "methods.ts"), 'PROTOCOL_VERSION = "v9"');
});

test("`mcp-codegen generate` warns on each run about two revisions with the same protocol version", async () => {
  const folder = temporaryFolder();
  const said = "the multi-version server and client support only 2026-07-28";
  for (const [rev, only, warned] of [
    ["draft,2026-07-28", "server", true],
    ["draft,2026-07-28", "server", true],
    ["draft,2026-07-28", "types", false],
    ["all", "server", false],
  ] as const) {
    const run = await runCli(["--rev", rev, "--only", only], folder);
    assert.is(run.code, 0, run.stderr);
    assert.is(run.stderr.includes("warning MCP223"), warned, rev);
    assert.is(run.stderr.includes(said), warned, rev);
  }
});

/**
 * Runs the program and interrupts it when it calls `method` of node:fs for a
 * path that ends with `ends`.
 */
function interrupted(
  folder: string,
  [method, ends]: readonly [string, string],
  args: readonly string[],
): Promise<Run> {
  const hook = join(temporaryFolder(), "hook.cjs");
  writeFileSync(
    hook,
    `const fs = require("node:fs");
const { ${method} } = fs;
fs.${method} = (path, ...rest) => {
  if (String(path).endsWith("${ends}")) process.kill(process.pid, "SIGINT");
  return ${method}(path, ...rest);
};`,
  );
  const words = ["--require", hook, BIN, ...args];
  return outcome(spawn(process.execPath, words, { cwd: folder }));
}

const INTERRUPTED = {
  code: 130,
  stdout: "",
  stderr: "Interrupted; nothing was changed.\n",
};

test("if Ctrl-C interrupts `generate` while it writes the last file, the old output stays unchanged", async () => {
  const folder = temporaryFolder();
  const args = ["--rev", "2024-11-05", "--out", "gen", "--only"];
  await runCli([...args, "types"], folder);
  const before = readTree(folder);
  const at = ["writeFileSync", ".mcp-codegen.json"] as const;
  const run = interrupted(folder, at, [...args, "types,methods"]);
  assert.equal(await run, INTERRUPTED);
  assert.equal(readTree(folder), before);
});

test("`new server` writes nothing if Ctrl-C interrupts it while it writes README.md", async () => {
  const folder = temporaryFolder();
  const at = ["writeFileSync", "README.md"] as const;
  const run = interrupted(folder, at, ["new", "server", "app"]);
  assert.equal(await run, INTERRUPTED);
  assert.equal(readTree(folder), {});
});

test("`generate` writes nothing if Ctrl-C interrupts it while Node.js loads its code", async () => {
  const folder = temporaryFolder();
  const at = ["readFileSync", "program.cjs"] as const;
  const run = interrupted(folder, at, ["--rev", "draft", "--out", "gen"]);
  assert.equal(await run, INTERRUPTED);
  assert.equal(readTree(folder), {});
});

test.run();
