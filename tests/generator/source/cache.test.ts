import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { cacheFolder } from "../../../generator/source/pull/cache-folder.js";
import {
  keep,
  pulledPath,
  pulledState,
  readPulled,
} from "../../../generator/source/pull/cache.js";
import { parseCells } from "../../harness/run/cases.js";
import { getFailure } from "../../harness/run/failures.js";
import {
  folderWith,
  readTree,
  temporaryFolder,
} from "../../harness/program/folders.js";
import { PIN, REVISION, TEXT } from "../../harness/source/upstream.js";

const test = suite("source: cache");

/**
 * Test cases: a platform with environment variables, and the expected cache
 * folder.
 */
const FOLDERS = parseCells(`
  linux | /home/me/.cache/mcp-codegen
  freebsd | /home/me/.cache/mcp-codegen
  darwin | /home/me/Library/Caches/mcp-codegen
  win32 LOCALAPPDATA=C:\\Local | C:\\Local\\mcp-codegen\\Cache
  linux XDG_CACHE_HOME=/c | /c/mcp-codegen
  darwin XDG_CACHE_HOME=/c | /c/mcp-codegen
  linux XDG_CACHE_HOME= | /home/me/.cache/mcp-codegen
  linux XDG_CACHE_HOME=rel/ative | /home/me/.cache/mcp-codegen
  linux MCP_CODEGEN_CACHE=mine XDG_CACHE_HOME=/c | ${resolve("mine")}
`);
for (const [given = "", want] of FOLDERS)
  test(`\`cacheFolder\` returns ${want} for ${given}`, () => {
    const [platform, ...variables] = given.split(" ");
    const env = Object.fromEntries(
      variables.map((variable) => variable.split("=")),
    );
    const home = () => "/home/me";
    assert.is(cacheFolder(env, platform as NodeJS.Platform, home), want);
  });

for (const [what, text] of [
  ["a letter differs", TEXT.replace("Cursor", "cursor")],
  ["its end is missing", TEXT.slice(0, -1)],
  ["it is empty", ""],
] as const)
  test(`\`readPulled\` reports a damaged schema in the cache when ${what}`, async () => {
    const at = temporaryFolder();
    keep(pulledPath(REVISION, PIN, at), Buffer.from(text));
    assert.is(pulledState(REVISION, PIN, at), "damaged");
    const failure = await getFailure(() => readPulled(REVISION, PIN, at));
    assert.is(failure.code, "MCP021");
    assert.match(failure.cause, PIN.sha256);
    assert.match(failure.fix, "mcp-codegen schema pull 2025-01-01");
  });

test("`readPulled` reports a missing schema if the cache folder is a file", async () => {
  const at = join(folderWith({ cache: "" }), "cache");
  const failure = await getFailure(() => readPulled(REVISION, PIN, at));
  assert.is(failure.code, "MCP020");
});

test("`readPulled` reports a schema in the cache that cannot be read", async () => {
  const at = temporaryFolder();
  mkdirSync(pulledPath(REVISION, PIN, at), { recursive: true });
  const failure = await getFailure(() => readPulled(REVISION, PIN, at));
  assert.is(failure.code, "MCP022");
  assert.match(failure.message, "EISDIR");
});

test("`keep` reports an error if it cannot create the cache folder for a schema", async () => {
  const file = join(folderWith({ "a-file": "" }), "a-file/a.ts");
  const failure = await getFailure(() => keep(file, Buffer.from("new")));
  assert.is(failure.code, "MCP023");
  assert.match(failure.cause, /A file exists where a folder is needed/);
});

test("the cache leaves existing files unchanged when a new schema cannot be written", async () => {
  const at = folderWith({ "a.ts/in-the-way": "old" });
  await getFailure(() => keep(join(at, "a.ts"), Buffer.from("new")));
  assert.equal(readTree(at), { "a.ts/in-the-way": "old" });
});

test.run();
