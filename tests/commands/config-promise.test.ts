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

promise("that never answers is refused", async () => {
  const folder = temporaryFolder();
  const text = "export default () => new Promise(() => {});\n";
  writeTree(folder, { [FILE]: text });
  const run = await spawnCli(["--check"], folder);
  assert.equal([run.code, run.stdout], [2, ""]);
  assert.match(run.stderr, "MCP052: mcp-codegen.config.mjs never answers.");
  assert.equal(Object.keys(readTree(folder)), [FILE]);
});

promise.run();
