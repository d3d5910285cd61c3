/**
 * Every starter: written by the packed program, installed by npm, tested and
 * used by the official SDK and the Inspector. Takes minutes; `make test-starters`.
 *
 *     node dist/tests/new/matrix.js [part of a name ...]
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import * as assert from "uvu/assert";
import { knownRevisions } from "../../generator/source/revisions.js";
import { temporaryFolder, writeTree } from "../support/folders.js";
import { installPacked, npm } from "../support/packed.js";
import {
  callOnce,
  makeStarter,
  started,
  useOverHttp,
  useOverStdio,
  type Sample,
} from "./starters.js";
import { builtServer } from "./support.js";

const MANIFEST = {
  tools: [
    {
      name: "given",
      inputSchema: {
        type: "object",
        properties: { n: { type: "integer" } },
        required: ["n"],
      },
    },
  ],
};
const EXAMPLE: Sample = { tool: "add", args: { a: 1, b: 2 } };
const GIVEN: Sample = { tool: "given", args: { n: 1 } };

const VISIT = `import { connectClient } from "./client.js";
const client = await connectClient({ consent: { callTool: () => true } });
try {
  console.log(JSON.stringify(await client.tools.add({ a: 1, b: 2 })));
} finally {
  await client.close();
}
`;

const home = await installPacked();
writeFileSync(join(home, "tools.json"), JSON.stringify(MANIFEST));

const patterns = process.argv.slice(2);
/** Seconds from `new server` to the first answered call, without `npm install`. */
const seconds: number[] = [];
let passed = 0;
let failed = 0;
for (const rev of knownRevisions()) {
  for (const transport of ["stdio", "http", "both"])
    for (const sample of [EXAMPLE, GIVEN])
      await check(`server ${rev} ${transport} ${sample.tool}`, (folder) =>
        checkServer(folder, rev, transport, sample),
      );
  await check(`client ${rev}`, (folder) => checkClient(folder, rev));
  await check(`client ${rev} --from`, (folder) => checkTyped(folder, rev));
}
if (seconds.length > 0) {
  const sorted = seconds.sort((a, b) => a - b).map((n) => n.toFixed(1));
  const middle = sorted[Math.floor(sorted.length / 2)];
  console.log(
    `From \`new server\` to the first answered call, installation aside: ${middle} s (median), ${sorted.at(-1)} s (longest).`,
  );
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
    const { stdout = "", stderr = "" } = error as { [of: string]: string };
    console.log(`FAIL ${name}\n${String(error)}\n${stdout}${stderr}`);
  }
}

async function checkServer(
  folder: string,
  rev: string,
  transport: string,
  sample: Sample,
): Promise<void> {
  const args = ["--rev", rev, "--transport", transport];
  if (sample === GIVEN) args.push("--tools", "tools.json");
  const began = performance.now();
  await makeStarter(home, "server", folder, ...args);
  const made = performance.now();
  await npm(folder, "install");
  if (transport !== "http") {
    const installed = performance.now();
    await npm(folder, "run", "build");
    await callOnce(builtServer(folder), rev, sample);
    seconds.push((made - began + performance.now() - installed) / 1000);
    await useOverStdio(builtServer(folder), rev, sample);
  }
  await npm(folder, "test");
  const more = transport === "both" ? ["--http"] : [];
  if (transport !== "stdio")
    await useOverHttp(started(folder, ...more), rev, sample);
}

/** A server of the revision, built with the packages of a project beside it. */
async function serverFor(folder: string, rev: string) {
  const server = join(folder, "server");
  await makeStarter(home, "server", server, "--rev", rev);
  await npm(server, "install");
  await npm(server, "run", "build");
  return builtServer(server);
}

async function checkClient(folder: string, rev: string): Promise<void> {
  await makeStarter(home, "client", folder, "--rev", rev);
  await npm(folder, "install");
  await npm(folder, "test");
  const config = { mcpServers: { it: await serverFor(folder, rev) } };
  writeFileSync(join(folder, "mcp.json"), JSON.stringify(config));
  const call = ["--", "--yes", "it__add", JSON.stringify(EXAMPLE.args)];
  const { stdout } = await npm(folder, "start", ...call);
  assert.match(stdout, /"text": "(3|\{\\"sum\\":3\})"/);
}

async function checkTyped(folder: string, rev: string): Promise<void> {
  const beside = temporaryFolder();
  const { command, args } = await serverFor(beside, rev);
  const from = `"${command}" "${args.join('" "')}"`;
  await makeStarter(home, "client", folder, "--rev", rev, "--from", from);
  writeTree(folder, { "src/visit.ts": VISIT });
  await npm(folder, "install");
  await npm(folder, "test");
  const { stdout } = await npm(
    folder,
    "exec",
    "--",
    "node",
    "dist/src/visit.js",
  );
  assert.match(stdout, /3/);
}
