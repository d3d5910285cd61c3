/**
 * Compares the error codes in the runtime and in generated servers with those
 * of the specification.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ROOT } from "../harness/program/cli.js";
import { readTree } from "../harness/program/folders.js";
import { getOutput } from "../harness/run/shared-output.js";
import { requirement } from "../harness/run/requirement.js";

const test = suite("requirements: error codes");

const JSON_RPC = [-32700, -32600, -32601, -32602, -32603];
/**
 * Error code for a cancelled task. The code is outside of the range that MCP
 * reserves.
 */
const CANCELLED = -32800;
const OLDER = [-32002, -32042];
const MODERN = [-32020, -32021, -32022];

const codesIn = (text: string): number[] =>
  [...text.replace(/\/\*.*?\*\/|\/\/.*/gs, "").matchAll(/-32_?\d{3}\b/g)].map(
    ([code]) => Number(code.replace("_", "")),
  );

requirement("ea511eab28bf a09c6fb1ef28 7b1cf0ff2839");
test("the runtime uses only the error codes of JSON-RPC and MCP, and -32800 for cancelled tasks", () => {
  const folder = join(ROOT, "runtime");
  const found = readdirSync(folder, { recursive: true })
    .map(String)
    .filter((path) => path.endsWith(".ts"))
    .flatMap((path) => codesIn(readFileSync(join(folder, path), "utf8")));
  const known = [...JSON_RPC, CANCELLED, ...OLDER, ...MODERN];
  assert.equal(
    [...new Set(found)].filter((code) => !known.includes(code)),
    [],
  );
  assert.ok(found.length > 8);
});

requirement("e3c5c49b35ba");
test("a generated server of 2026-07-28 uses no error codes of older revisions", async () => {
  const { "server.ts": server = "" } = readTree(await getOutput("2026-07-28"));
  assert.equal(
    codesIn(server).filter((code) => OLDER.includes(code)),
    [],
  );
  assert.match(server, "resourceNotFound: -32602");
  assert.not.match(server, "urlElicitationRequired");
});

test.run();
