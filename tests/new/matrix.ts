/**
 * Every starter: written by the packed program, installed by npm, tested and
 * used by the official SDK. Takes minutes; `make test-starters`.
 *
 *     node dist/tests/new/matrix.js [part of a name ...]
 */
import { execFile } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import * as assert from "uvu/assert";
import { knownRevisions } from "../../generator/source/revisions.js";
import { ROOT } from "../support/cli.js";
import { temporaryFolder } from "../support/folders.js";
import { overHttp, overStdio, type SdkClient } from "./support.js";

const run = promisify(execFile);
const npm = (cwd: string, ...args: string[]) => run("npm", args, { cwd });
const QUIET = ["--no-audit", "--no-fund", "--prefer-offline"];
const MANIFEST = {
  tools: [{ name: "given", inputSchema: { type: "object" } }],
};

const home = temporaryFolder();
await npm(ROOT, "pack", "--ignore-scripts", "--pack-destination", home);
const tarball = readdirSync(home).find((name) => name.endsWith(".tgz")) ?? "";
writeFileSync(join(home, "package.json"), "{}");
await npm(home, "install", ...QUIET, `./${tarball}`);
writeFileSync(join(home, "tools.json"), JSON.stringify(MANIFEST));

const patterns = process.argv.slice(2);
let passed = 0;
let failed = 0;
for (const rev of knownRevisions()) {
  for (const transport of ["stdio", "http", "both"])
    for (const tools of ["add", "given"])
      await check(`server ${rev} ${transport} ${tools}`, (folder) =>
        checkServer(folder, rev, transport, tools),
      );
  await check(`client ${rev}`, async (folder) => {
    await make(folder, "client", "--rev", rev);
  });
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;

async function check(
  name: string,
  work: (folder: string) => Promise<void>,
): Promise<void> {
  if (patterns.length > 0 && !patterns.some((part) => name.includes(part)))
    return;
  try {
    await work(join(temporaryFolder(), "project"));
    passed += 1;
    console.log(`ok   ${name}`);
  } catch (error) {
    failed += 1;
    console.log(`FAIL ${name}\n${String(error)}`);
  }
}

async function make(folder: string, ...args: string[]): Promise<void> {
  const [kind = "", ...rest] = args;
  const words = ["mcp-codegen", "new", kind, folder, ...rest, "--yes"];
  await run("npx", words, { cwd: home });
  await npm(folder, "install", ...QUIET);
  await npm(folder, "test");
}

async function checkServer(
  folder: string,
  rev: string,
  transport: string,
  tools: string,
): Promise<void> {
  const args = ["--rev", rev, "--transport", transport];
  if (tools === "given") args.push("--tools", "tools.json");
  await make(folder, "server", ...args);
  const use = async (client: SdkClient): Promise<void> => {
    const listed = await client.listTools();
    assert.equal(
      listed.tools.map(({ name }) => name),
      [tools],
    );
    const given = tools === "add" ? { a: 1, b: 2 } : {};
    const result = await client.callTool({ name: tools, arguments: given });
    assert.is(result["isError"] ?? false, false);
  };
  if (transport !== "http") await overStdio(folder, rev, use);
  const more = transport === "both" ? ["--http"] : [];
  if (transport !== "stdio") await overHttp(folder, rev, more, use);
}
