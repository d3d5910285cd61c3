/**
 * Tests of the option `--with`, which adds files for registries, editors,
 * agents and CI.
 */
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { parse } from "yaml";
import { parseServers } from "../../../runtime/host/config/config.js";
import { compileSchema } from "../../../runtime/json-schema/compile.js";
import { EXTRAS } from "../../../generator/new/extras.js";
import { describeServer } from "../../../generator/new/server/description.js";
import { createSetup } from "../../../generator/new/server/setup.js";
import { extraFiles } from "../../../generator/new/server/extra-files.js";
import { suite as officialSuite } from "../../conformance/suite.js";
import { MODULES } from "../../harness/program/cli.js";
import { folderWith, readTree } from "../../harness/program/folders.js";
import {
  builtProject,
  newProject,
  overStdio,
  run,
  runNode,
  whileServing,
  builtServer,
} from "../../harness/new/project.js";
import { requirement } from "../../harness/run/requirement.js";

const test = suite("new server --with");

const ALL = "registry,bundle,ci,agents,editors";
const args = (transport: string, extras = ALL): string[] =>
  `--rev 2025-11-25 --transports ${transport} --with ${extras} --yes`.split(
    " ",
  );
const json = (folder: string, path: string) =>
  JSON.parse(readFileSync(join(folder, path), "utf8"));

test("`extraFiles` returns the expected files for each value of --with", () => {
  const data = {
    name: "s",
    ...describeServer(createSetup({})),
    registryNameJson: '"a/s"',
    nameJson: '"s"',
    stateless: false,
    manifest: "tools.json",
    prompts: false,
    resources: false,
  };
  const found = EXTRAS.map((extra) => [
    extra,
    ...extraFiles([extra], data, []).map(({ path }) => path),
  ]);
  assert.equal(found, [
    ["registry", "server.json"],
    ["bundle", ".mcpbignore", "manifest.json"],
    ["ci", ".github/workflows/ci.yml"],
    ["agents", "AGENTS.md"],
    ["editors", ".cursor/mcp.json", ".mcp.json", ".vscode/mcp.json"],
  ]);
});

/** Returns a JSON Schema of a non-empty string with additional rules. */
const text = (rules: object = {}) => ({
  type: "string",
  minLength: 1,
  ...rules,
});
/**
 * Returns a JSON Schema of an array of objects that require the given
 * properties.
 */
const list = (properties: object) => ({
  type: "array",
  items: {
    type: "object",
    required: Object.keys(properties),
    additionalProperties: false,
    properties,
  },
});
/**
 * Checks a registry entry by the rules of the MCP registry's schema of
 * 2025-12-11.
 */
const checkEntry = compileSchema({
  type: "object",
  required: ["$schema", "name", "description", "version"],
  additionalProperties: false,
  properties: {
    $schema: {
      const:
        "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
    },
    name: text({
      minLength: 3,
      maxLength: 200,
      pattern: "^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$",
    }),
    description: text({ maxLength: 100 }),
    version: text({ maxLength: 255, pattern: "^\\d+\\.\\d+\\.\\d+$" }),
    packages: list({
      registryType: { const: "npm" },
      identifier: text(),
      version: text({ not: { const: "latest" } }),
      transport: { const: { type: "stdio" } },
    }),
    remotes: list({
      type: { const: "streamable-http" },
      url: { type: "string", pattern: "^https?://[^\\s]+$" },
    }),
  },
});

for (const [transport, member] of [
  ["stdio", "packages"],
  ["http", "remotes"],
  ["stdio,http,sse", "packages"],
] as const)
  test(`\`new server --with registry\` writes a valid registry entry for a server over ${transport}`, async () => {
    const made = await newProject(
      "server",
      args(transport, transport === "http" ? "registry" : ALL),
    );
    const entry = json(made.folder, "server.json");
    assert.equal(checkEntry(entry), []);
    assert.is(entry[member].length, 1);
    // The MCP registry requires that package.json contains the name of the
    // entry.
    const own = json(made.folder, "package.json");
    assert.is(own.mcpName, entry.name);
    assert.is(own.private, undefined);
    for (const { identifier, version } of entry.packages ?? [])
      assert.equal([identifier, version], [own.name, own.version]);
    const main = readFileSync(join(made.folder, "src/main.ts"), "utf8");
    assert.match(main, /^#!\/usr\/bin\/env node\n/);
    assert.is(own.bin, "dist/src/main.js");
  });

test("the program `mcpb` packs a working server with the manifest of `new server --with bundle`", async () => {
  const folder = await builtProject("server", ...args("stdio"));
  const mcpb = (...words: readonly string[]) =>
    runNode([join(MODULES, ".bin/mcpb"), ...words], folder);
  const { scripts } = json(folder, "package.json");
  assert.match(scripts.bundle, /mcpb pack \. \S+\.mcpb$/);
  const checked = await mcpb("validate", "manifest.json");
  assert.is(checked.code, 0, checked.stdout + checked.stderr);
  assert.is((await mcpb("pack", ".", "a.mcpb")).code, 0);
  assert.is((await mcpb("unpack", "a.mcpb", "unpacked")).code, 0);
  const unpacked = join(folder, "unpacked");
  const { name, server, tools } = json(unpacked, "manifest.json");
  assert.is(name, json(folder, "package.json").name);
  assert.is(existsSync(join(unpacked, server.entry_point)), true);
  assert.equal(
    Object.keys(readTree(unpacked)).filter(
      (path) => !/^dist\/src\/|^(manifest|package)\.json$/.test(path),
    ),
    [],
  );
  const { command, args: words } = server.mcp_config;
  const start = {
    command,
    args: words.map((word: string) => word.replace("${__dirname}", unpacked)),
  };
  await overStdio(start, "2025-11-25", async (client) => {
    const listed = (await client.listTools()).tools.map(({ name }) => name);
    assert.equal(
      tools.map((tool: { name: string }) => tool.name),
      listed,
    );
  });
});

test("the conformance command in the workflow file of `new server --with ci` succeeds", async () => {
  const folder = await builtProject("server", ...args("stdio,http,sse"));
  const workflow = join(folder, ".github/workflows/ci.yml");
  const { steps } = parse(readFileSync(workflow, "utf8")).jobs.test;
  const commands = (steps as { run?: string }[]).flatMap(
    ({ run }) => run ?? [],
  );
  assert.equal(commands.slice(0, 3), [
    "npm install",
    "npm run generate -- --check",
    "npm test",
  ]);
  const version = json(
    MODULES,
    "@modelcontextprotocol/conformance/package.json",
  ).version as string;
  const line = commands[3]?.trim().split("\n").at(-1) ?? "";
  const [before, words = ""] = line.split(`conformance@${version} `);
  assert.match(before ?? "", "npx --yes @modelcontextprotocol/");
  await whileServing(builtServer(folder, "--http"), async (url) => {
    const given = words
      .replace(/http:\S+/, url.href)
      .replace(
        /conformance-baseline\.yml$/,
        join(folder, "conformance-baseline.yml"),
      );
    const done = await officialSuite({ args: given.split(" "), run: url.href });
    assert.is(done.code, 0, done.output.slice(-2000));
  });
});

test("`new server --with ci` adds no conformance test to the workflow of a stdio server", async () => {
  const made = await newProject("server", args("stdio"));
  const text = readFileSync(
    join(made.folder, ".github/workflows/ci.yml"),
    "utf8",
  );
  assert.not.match(text, "conformance");
});

test("the files of `new server --with editors,agents` refer only to existing files", async () => {
  const folder = await builtProject("server", ...args("stdio"));
  for (const path of [".mcp.json", ".cursor/mcp.json", ".vscode/mcp.json"]) {
    const text = readFileSync(join(folder, path), "utf8");
    const [config] = Object.values(parseServers(text, { folder }));
    assert.ok(config && "args" in config, path);
    const main = String(config.args?.[0]).replace("${workspaceFolder}/", "");
    assert.is(existsSync(resolve(folder, main)), true, path);
  }
  const agents = readFileSync(join(folder, "AGENTS.md"), "utf8");
  for (const [, path = ""] of agents.matchAll(
    /`((?:src|test)\/[\w/.]*|tools\.json)`/g,
  ))
    assert.is(existsSync(join(folder, path)), true, path);
});

test("`new server --with editors` does not change existing configuration files of editors", async () => {
  const folder = folderWith({ ".vscode/mcp.json": "{}" });
  const done = await run("new", "server", folder, ...args("stdio", "editors"));
  assert.is(done.code, 0, done.stderr);
  assert.match(done.stdout, "Kept existing files: .vscode/mcp.json.");
  assert.is(readFileSync(join(folder, ".vscode/mcp.json"), "utf8"), "{}");
});

requirement("32496b7b0837 da0ceb36828e");
for (const [line, message] of [
  [
    "--with ship --yes",
    '--with has the unknown value "ship". Known values are registry, bundle, ci, agents, editors.',
  ],
  ["--with bundle --transports http --yes", "MCP603"],
  ["--auth oauth --transports stdio --yes", "MCP604"],
  ["--auth basic --yes", "--auth"],
  ["--auth none --update", "--auth none applies to new projects only"],
  ["--shared redis --transports stdio --yes", "MCP605"],
  ["--transports memory --yes", "MCP606"],
  [
    "--transports http,tcp --yes",
    '--transports has the unknown value "tcp". Known values are stdio, http, sse.',
  ],
  ["--transports http --transport http", "--transport is the deprecated form"],
  [
    "--shared redis --check",
    "--shared adds to the project, so it excludes --check.",
  ],
  ["--apply", "--apply needs --update."],
] as const)
  test(`\`new server ${line}\` exits with 2 and writes nothing`, async () => {
    const folder = folderWith({});
    const done = await run(
      "new",
      "server",
      join(folder, "s"),
      ...line.split(" "),
    );
    assert.is(done.code, 2);
    assert.ok(done.stderr.includes(message), done.stderr);
    assert.equal(readTree(folder), {});
  });

test.run();
