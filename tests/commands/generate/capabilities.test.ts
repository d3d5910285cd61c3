/**
 * Tests of the configuration key `capabilities`. With this key, a user assigns
 * capabilities to methods that MCP does not define.
 */
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { runCli } from "../../harness/program/cli.js";
import {
  folderWith,
  getFile,
  readTree,
} from "../../harness/program/folders.js";
import { SMALL_SCHEMA } from "../../harness/models/small-schema.js";

const SCHEMA = `${SMALL_SCHEMA}
export interface ServerCapabilities { acme?: { more?: object } }
`;
const ARGV = ["--schema", "schema.ts", "--out", "gen"];

/**
 * Creates a folder with the schema and a configuration. Returns the path of the
 * folder.
 */
function configured(capabilities: unknown): string {
  return folderWith({
    "schema.ts": SCHEMA,
    "mcp-codegen.config.json": JSON.stringify({
      schema: "schema.ts",
      out: "gen",
      capabilities,
    }),
  });
}

const test = suite("command: generate, capabilities");

test("`mcp-codegen generate` warns about a method with an unknown capability, unless the configuration names the capability", async () => {
  const asked = await runCli(ARGV, folderWith({ "schema.ts": SCHEMA }));
  assert.match(
    asked.stderr,
    'warning MCP156: The capability that the method "echo"',
  );
  assert.match(
    asked.stderr,
    'fix: Name the capability in the configuration: `capabilities: { "echo": "NAME" }`, or `null` instead of "NAME"',
  );
  for (const [capability, word] of [
    ["acme.more", "acme.more"],
    [null, ""],
  ] as const) {
    const folder = configured({ echo: capability });
    const run = await runCli([], folder);
    assert.equal([run.code, run.stderr], [0, ""]);
    const text = getFile(readTree(folder), "gen/methods.ts");
    assert.is(text.includes('capability: "acme.more"'), word !== "");
    // Check that the command in the header of a generated file generates the
    // same files.
    const [, command = ""] = /^.*(--schema .*)$/m.exec(text) ?? [];
    assert.is(command, `--schema ../schema.ts --capability echo=${word}`);
    const words = [...command.split(" "), "--out", ".", "--check"];
    const check = await runCli(words, join(folder, "gen"));
    assert.equal([check.code, check.stderr], [0, ""]);
  }
});

/** Test cases: a value of `capabilities`, and texts of the error message. */
const MISTAKES = [
  [{ ecko: "acme" }, "MCP054", 'the method "ecko"', 'Did you mean "echo"?'],
  [{ echo: "acm" }, "MCP155", "`acm`, which is not a member of"],
  [{ echo: "" }, "MCP053", "or null for each method"],
  [["echo"], "MCP053", "or null for each method"],
] as const;
for (const [capabilities, ...says] of MISTAKES)
  test(`\`generate\` refuses the configuration \`"capabilities": ${JSON.stringify(capabilities)}\``, async () => {
    const { code, stderr } = await runCli([], configured(capabilities));
    assert.is(code, 2);
    for (const text of says) assert.match(stderr, text);
  });

test("`generate` refuses a value of `--capability` that contains no equals sign", async () => {
  const { code, stderr } = await runCli([...ARGV, "--capability", "echo"]);
  assert.is(code, 2);
  assert.match(stderr, "Write --capability acme/list=acme");
});

test.run();
