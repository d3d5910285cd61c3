/**
 * Tests of configuration files: search, loading, checks, and the precedence of
 * command-line options.
 */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { readCommandLine } from "../../../generator/cli/command-line.js";
import type { GenerateArgs } from "../../../generator/cli/commands/generate/arguments.js";
import { generateCommand } from "../../../generator/cli/commands/generate/generate.js";
import { chooseOptions } from "../../../generator/cli/commands/generate/options.js";
import { checkConfig } from "../../../generator/config/check.js";
import { findConfigs } from "../../../generator/config/find.js";
import { loadConfig } from "../../../generator/config/load.js";
import { runCli, spawnCli } from "../../harness/program/cli.js";
import { getFailure } from "../../harness/run/failures.js";
import {
  folderWith,
  readTree,
  getFile,
  writeTree,
} from "../../harness/program/folders.js";

/** Parsed arguments of a command line without options. */
const line = readCommandLine([], [generateCommand]);
assert.ok("args" in line);
const NO_ARGS = line.args as GenerateArgs;

const test = suite("configuration");
const JSON_FILE = "mcp-codegen.config.json";

const SPELLINGS: Readonly<Record<string, string>> = {
  "mcp-codegen.config.ts": `import { defineConfig } from "mcp-codegen";
import { rev } from "./shared.js";
import type { Config } from "mcp-codegen";
const own: Partial<Config> = { rev };
export default defineConfig({ ...own, out: "gen" });`,
  "mcp-codegen.config.mts": `import { basename } from "node:path";
export default async () => ({ rev: "draft", out: import.meta.url.endsWith(import.meta.filename) && basename(import.meta.dirname) && "gen" });`,
  "mcp-codegen.config.js": 'export default { rev: "draft", out: "gen" };',
  "mcp-codegen.config.mjs":
    'import { rev } from "./shared.ts"; export default { rev, out: "gen" };',
  "mcp-codegen.config.json":
    '\uFEFF{ "$schema": "x", "rev": "draft", "out": "gen" }',
  "package.json":
    '{ "name": "x", "mcp-codegen": { "rev": "draft", "out": "gen" } }',
};
for (const [name, text] of Object.entries(SPELLINGS))
  test(`\`findConfigs\` and \`loadConfig\` find the configuration in the file ${name} of a parent folder`, async () => {
    const folder = folderWith({
      [name]: text,
      "shared.ts": 'export const rev: string = "draft";',
      "a/b/x": "",
    });
    assert.equal(findConfigs(join(folder, "a/b")), [join(folder, name)]);
    const loaded = await loadConfig(join(folder, "a/b"));
    assert.is(loaded?.folder, folder);
    assert.is(loaded?.config.rev, "draft");
    const { options } = await chooseOptions(NO_ARGS, join(folder, "a/b"));
    assert.is(options.out, join("..", "..", "gen"));
  });

test("a string in the configuration member `rev` may have spaces after its commas", () => {
  const config = { rev: "2025-06-18, 2024-11-05" };
  assert.is(checkConfig(config, JSON_FILE, ""), config);
});

test("`loadConfig` does not cache a JSON file that the configuration imports", async () => {
  const folder = folderWith({
    "mcp-codegen.config.ts":
      'import shared from "./shared.json" with { type: "json" }; export default shared;',
    "shared.json": '{ "rev": "draft" }',
  });
  assert.is((await loadConfig(folder))?.config.rev, "draft");
  writeTree(folder, { "shared.json": '{ "rev": "2025-06-18" }' });
  assert.is((await loadConfig(folder))?.config.rev, "2025-06-18");
});

test("`loadConfig` loads modules that import each other", async () => {
  const folder = folderWith({
    "mcp-codegen.config.ts":
      'import { rev } from "./a.js"; export const out = "gen"; export default { rev, out };',
    "a.ts":
      'import * as config from "./mcp-codegen.config.js"; export const rev = "draft"; export { config };',
  });
  assert.is((await loadConfig(folder))?.config.rev, "draft");
});

test("`findConfigs` finds no configuration file above a folder that contains package.json", () => {
  const folder = folderWith({
    [JSON_FILE]: "{}",
    "project/package.json": "{}",
    "project/src/x": "",
    "broken/package.json": '{ "mcp-codegen":',
  });
  assert.equal(findConfigs(join(folder, "project/src")), []);
  assert.equal(findConfigs(join(folder, "broken")), []);
});

test("the summary of `generate` names the configuration file", async () => {
  const config = JSON.stringify({ rev: "draft", out: "gen", only: ["types"] });
  const folder = folderWith({ [JSON_FILE]: config });
  const { stdout, stderr } = await runCli([], folder);
  assert.match(stdout, `created (configuration: ${JSON_FILE}).\n`, stderr);
});

test("command-line options override the configuration, and `--schema` disables the configured protocol revision", async () => {
  const own = {
    rev: ["2025-06-18", "draft"],
    source: "pulled",
    protocolVersion: "v9",
    out: "gen",
    only: ["types"],
    importExt: "ts",
    templates: "house",
  };
  const folder = folderWith({ [JSON_FILE]: JSON.stringify(own) });
  const { options } = await chooseOptions(NO_ARGS, folder);
  const { rev, ...rest } = own;
  assert.equal({ ...options, ...rest, revisions: rev }, options);
  const given = { schema: "s.ts", out: "o", templates: "t" };
  const lists = { only: ["methods,types"], "import-ext": "js" as const };
  const flags = { ...NO_ARGS, ...given, ...lists };
  const over = (await chooseOptions(flags, folder)).options;
  const dropped = { source: undefined, protocolVersion: undefined };
  const only = ["methods", "types"];
  const want = { revisions: [], ...dropped, ...given, only, importExt: "js" };
  assert.equal({ ...over, ...want }, { ...dropped, ...over });
});

test("`checkConfig` reports all invalid members at once, each with its line", async () => {
  const text = `{
  "source": "src/index.ts",
  "devDependencies": { "mcp-codegen": "*" },
  "mcp-codegen": {
    "rev": ["2025-06-18", "2025-06-81"],
    "schema": "schema.ts",
    "only": ["types", "tpyes"],
    "source": "bundeld",
    "otu": "gen"
  }
}`;
  const folder = folderWith({ "package.json": text });
  const { code, stderr } = await runCli([], folder);
  assert.is(code, 2);
  const said = [...stderr.matchAll(/^package\.json:(\d+):\d+: error (.*)$/gm)];
  assert.equal(
    said.map(([, line, words]) => `${line} ${words?.slice(0, 68)}`),
    [
      '5 MCP053: package.json: "rev" is ["2025-06-18","2025-06-81"]; expected',
      '7 MCP053: package.json: "only" is ["types","tpyes"]; expected a list o',
      '8 MCP053: package.json: "source" is "bundeld"; expected "bundled" or "',
      '9 MCP053: package.json: unknown member "otu". Did you mean "out"?',
      '6 MCP053: package.json: "rev" and "schema" exclude each other. Remove ',
    ],
  );
  assert.match(stderr, 'Did you mean "2025-06-18"?\n');
  assert.match(stderr, 'Did you mean "types"?\n');
});

test("`checkConfig` reports the line of a member whose name is the end of another name", async () => {
  const source = "export default {\n  about: 1,\n  out: 2,\n};";
  const value = { out: 2 };
  const { place } = await getFailure(() => checkConfig(value, "c.ts", source));
  assert.is(place?.line, 3);
});

test("`checkConfig` names the invalid member of a server", async () => {
  const text = `{ "servers": {
    "a": { "form": "node a.js", "out": "a.ts" },
    "b": { "from": "node b.js", "config": "c.json", "out": "b.ts" },
    "c": { "from": "node c.js", "inheritEnv": 1, "out": "c.ts" },
    "d": "node d.js",
    "e": { "config": "e.json", "env": {}, "out": "e.ts" },
    "f": { "from": "node f.js", "out": "f.ts" },
    "g": { "from": "node g.js", "out": "src/../f.ts" }
  } }`;
  const folder = folderWith({ [JSON_FILE]: text });
  const { code, stderr } = await runCli(["types"], folder);
  assert.is(code, 2);
  const said = [...stderr.matchAll(/:(\d+):\d+: error MCP053: \S+ (.*)$/gm)];
  assert.equal(
    said.map(([, line, message]) => `${line} ${message}`),
    [
      '2 unknown member "form" in "servers.a". Did you mean "from"?',
      '3 unknown member "config" in "servers.b". Allowed members: from, headers, env, inheritEnv, out.',
      '4 "inheritEnv" in "servers.c" is 1; expected true.',
      '5 "servers.d" is "node d.js"; expected an object with an address and a file, such as { "from": "node server.js", "out": "src/weather.ts" }.',
      '6 unknown member "env" in "servers.e". Allowed members: config, server, out.',
      '8 "servers.f" and "servers.g" have the same file "out". Use two files.',
    ],
  );
});

/**
 * Test cases: configuration files that cannot be loaded, with the message and
 * the line of the error.
 */
const MISTAKES = [
  ["json", '{\n  "rev": draft\n}', /is not valid JSON/, 2],
  ["mjs", "throw new Error('no luck');", /failed: no luck/, undefined],
  ["ts", "import 'left-pad-x';", /left-pad-x/, undefined],
  ["mjs", "throw Error(Error().stack);", /config\.mjs:\d/, undefined],
  ["mjs", "\nlet a: string;", /only be used in TypeScript files/, 2],
] as const;
for (const [extension, text, message, line] of MISTAKES)
  test(`\`loadConfig\` reports the error in the configuration ${JSON.stringify(text)}`, async () => {
    const folder = folderWith({ [`mcp-codegen.config.${extension}`]: text });
    const finding = await getFailure(() => loadConfig(folder));
    assert.equal([finding.code, finding.place?.line], ["MCP052", line]);
    assert.match(finding.message, message);
  });

test("`loadConfig` rejects two configuration files in one folder", async () => {
  const folder = folderWith({ "mcp-codegen.config.ts": "", [JSON_FILE]: "{}" });
  const finding = await getFailure(() => loadConfig(folder));
  assert.is(finding.code, "MCP051");
  assert.match(finding.message, `mcp-codegen.config.ts and ${JSON_FILE}`);
});

test("the option `--config` selects a configuration file, and fails if the file is missing", async () => {
  const text = '{ "rev": "draft", "out": "." }';
  const folder = folderWith({ "sub/mine.json": text });
  const args = { ...NO_ARGS, config: "sub/mine.json" };
  assert.is((await chooseOptions(args, folder)).options.out, "sub");
  const finding = await getFailure(() => loadConfig(folder, "none.ts"));
  assert.is(finding.code, "MCP050");
});

test("`mcp-codegen generate` detects that a configuration file was added or removed after its last run", async () => {
  const folder = folderWith({
    [JSON_FILE]: '{ "rev": "2024-11-05", "only": ["types"] }',
    "src/x": "",
  });
  const file = join(folder, JSON_FILE);
  const run = await runCli([], join(folder, "src"));
  assert.is(run.code, 0, run.stderr);
  assert.ok("2024-11-05/types.ts" in readTree(join(folder, "out")));
  rmSync(file);
  const none = await runCli([], folder);
  assert.is(none.code, 2);
  assert.match(none.stderr, /MCP002[^]*mcp-codegen\.config\.ts/);
  const args = ["--rev", "2024-11-05", "--out", "b", "--only"];
  await runCli([...args, "types"], folder);
  writeFileSync(file, '{ "importExt": "ts" }');
  const again = await runCli([...args, "types,methods"], folder);
  assert.match(again.stdout, "+ b/methods.ts");
  assert.match(getFile(readTree(folder), "b/methods.ts"), './types.ts"');
  // First run the command without the configuration file. The next run of the
  // same command must notice the new file, and must not report that the output
  // is up to date.
  rmSync(file);
  await runCli([...args, "methods"], folder);
  writeFileSync(file, '{ "importExt": "ts" }');
  const last = await runCli([...args, "methods"], folder);
  assert.match(last.stdout, "~ b/methods.ts");
});

test("`mcp-codegen generate` awaits a configuration that is a promise, and reports a promise that never settles", async () => {
  const file = "mcp-codegen.config.mjs";
  const folder = folderWith({
    [file]: `export default async () => {
  await new Promise((resolve) => setImmediate(resolve));
  return { rev: "2024-11-05", only: ["types"], out: "gen" };
};`,
  });
  const run = await spawnCli([], folder);
  assert.is(run.code, 0, run.stderr);
  assert.ok("gen/types.ts" in readTree(folder));
  writeTree(folder, { [file]: "export default () => new Promise(() => {});" });
  const never = await spawnCli(["--check"], folder);
  assert.equal([never.code, never.stdout], [2, ""]);
  assert.match(
    never.stderr,
    `MCP052: ${file} returns a promise that never settles.`,
  );
});

test.run();
