/** Configurations that answer later, or never. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { spawnCli } from "../support/cli.js";
import { readTree, temporaryFolder, writeTree } from "../support/folders.js";

const promise = suite("a configuration that is a promise");

const FILE = "mcp-codegen.config.mjs";

promise("is waited for", async () => {
  const folder = temporaryFolder();
  const text = `export default async () => {
  await new Promise((resolve) => setImmediate(resolve));
  return { rev: "2024-11-05", only: ["types"], out: "gen" };
};
`;
  writeTree(folder, { [FILE]: text });
  const run = await spawnCli([], folder);
  assert.is(run.code, 0, run.stderr);
  assert.ok("gen/types.ts" in readTree(folder));
});

for (const [name, value] of [
  ["a function", "() => new Promise(() => {})"],
  ["a value", "new Promise(() => {})"],
] as const)
  promise(`that never answers is refused: ${name}`, async () => {
    const folder = temporaryFolder();
    writeTree(folder, { [FILE]: `export default ${value};\n` });
    for (const args of [["--check"], ["--rev", "2024-11-05"]]) {
      const run = await spawnCli(args, folder);
      assert.is(run.code, 2);
      assert.is(run.stdout, "");
      assert.equal(run.stderr.split("\n"), [
        "error MCP052: mcp-codegen.config.mjs never answers.",
        "  cause: Its promise waits for something that does not come.",
        "  fix: Mend it; docs/configuration.md has examples.",
        "",
      ]);
      assert.equal(Object.keys(readTree(folder)), [FILE]);
    }
  });

promise.run();
