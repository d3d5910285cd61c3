/**
 * Tests of `types` and `check` with servers from npm: the written file compiles,
 * a second run writes the same bytes, and the check finds no change.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { runCli } from "../harness/program/cli.js";
import { NODE, typeCheck } from "../harness/program/compiler.js";
import { temporaryFolder } from "../harness/program/folders.js";
import { resolveInstalled, selectForRun } from "./programs.js";
import { getCommand, SERVERS } from "./servers.js";

const test = suite("types with npm servers");

for (const [title, server] of selectForRun(SERVERS, 2))
  test(`the file that the command \`types\` writes for ${title} compiles`, async () => {
    const { command, args, env } = getCommand(server);
    const folder = temporaryFolder();
    const from = [command, ...args].map((word) => `"${word}"`).join(" ");
    const variables = Object.entries(env).flatMap(([name, value]) => [
      "--env",
      `${name}=${value}`,
    ]);
    const words = ["types", "--from", from, "--out", "a.ts", ...variables];
    const write = async (): Promise<string> => {
      const run = await runCli(words, folder);
      assert.is(run.code, 0, run.stderr);
      return readFileSync(join(folder, "a.ts"), "utf8");
    };
    const text = await write();
    assert.is(await write(), text);
    const options = { ...NODE, lib: ["ES2022", "DOM"] };
    assert.is(await typeCheck(folder, { options }), "");
    const checked = await runCli(["check", "a.ts", ...variables], folder);
    assert.match(checked.stdout, /, no change\.\n$/, checked.stderr);
    assert.is(checked.code, 0);
  });

/**
 * Test cases: server, its older and newer version from npm, a tool with new
 * annotations, and the paths of the changes that break callers.
 */
const UPGRADES: readonly (readonly [
  name: string,
  older: string,
  newer: string,
  tool: string,
  breaking: readonly string[],
])[] = [
  [
    "filesystem",
    "filesystem-0.5",
    "@modelcontextprotocol/server-filesystem",
    "move_file",
    // Only the older version accepts an empty list of paths.
    ["read_multiple_files input.paths"],
  ],
  [
    "memory",
    "memory-0.6",
    "@modelcontextprotocol/server-memory",
    "read_graph",
    [],
  ],
];
for (const [name, older, newer, tool, breaking] of UPGRADES)
  test(`\`check\` reports the changes between two versions of the server ${name}`, async () => {
    const folder = temporaryFolder();
    const toFile = (name: string) => resolveInstalled(`${name}/dist/index.js`);
    const from = `"${process.execPath}" "${toFile(older)}" "${folder}"`;
    const words = ["types", "--from", from, "--out", "a.ts"];
    const written = await runCli(words, folder);
    assert.is(written.code, 0, written.stderr);
    const file = join(folder, "a.ts");
    const text = readFileSync(file, "utf8");
    writeFileSync(file, text.replace(toFile(older), toFile(newer)));
    const checked = await runCli(["check", "a.ts", "--json"], folder);
    assert.is(checked.code, 1, checked.stderr);
    const [{ changes }] = (JSON.parse(checked.stdout) as Report).files;
    const getPaths = (name: string): string[] =>
      changes.flatMap(({ verdict, path }) => (verdict === name ? [path] : []));
    assert.equal(getPaths("callers"), breaking);
    assert.ok(getPaths("models").includes(`${tool} annotations`));
    assert.ok(getPaths("compatible").includes("revision"));
  });

interface Report {
  readonly files: readonly [
    {
      readonly changes: readonly {
        readonly verdict: string;
        readonly path: string;
      }[];
    },
  ];
}

test.run();
