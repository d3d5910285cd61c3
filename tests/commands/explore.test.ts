/**
 * Tests of the command `explore`: the file that it writes, the path of the
 * file, and rejected arguments.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inflateSync } from "node:zlib";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { generated } from "../harness/generated/load.js";
import { SKILLS_REVISION, skillText } from "../harness/generated/skills.js";
import { runCli } from "../harness/program/cli.js";
import { serve } from "../harness/peers/servers.js";
import { folderWith, temporaryFolder } from "../harness/program/folders.js";
import { SMALL_SCHEMA } from "../harness/models/small-schema.js";

const test = suite("command: explore");

const TOOLS = JSON.stringify([{ name: "a", inputSchema: { type: "object" } }]);
const OLD = JSON.stringify([{ name: "b", inputSchema: { type: "object" } }]);
const folder = folderWith({
  "schema.ts": SMALL_SCHEMA,
  "tools.json": TOOLS,
  "old.json": OLD,
  "mine.html": "<p>mine</p>",
});

/** Test cases: arguments of `explore`, and the text that it prints. */
const WRITES: readonly (readonly [string, RegExp])[] = [
  ["--rev latest", /^Wrote explorer\.html: \d+ KB\. Open it in a browser\.\n$/],

  ["--schema schema.ts --out made/of/it.html", /^Wrote made\/of\/it\.html/],
  ["--from tools.json --out tools.html", /^Wrote tools\.html/],
  ["--from tools.json --against old.json --out both.html", /^Wrote both\.html/],
];

for (const [args, said] of WRITES)
  test(`\`mcp-codegen explore ${args}\` writes an explorer page`, async () => {
    const run = await runCli(["explore", ...args.split(" ")], folder);
    assert.is(run.code, 0, run.stderr);
    assert.match(run.stdout, said);
    const [, name = ""] = /^Wrote (\S+):/.exec(run.stdout) ?? [];
    assert.match(readFileSync(join(folder, name), "utf8"), /^<!doctype html>/);
  });

/** Test cases: arguments of `explore`, and the error that it prints. */
const REFUSED: readonly (readonly [string, RegExp])[] = [
  ["--rev 2025-06-19", /MCP001: "2025-06-19" is not a known revision/],
  ["--rev latest --schema schema.ts", /MCP002/],
  ["--against old.json", /--against needs --from\./],
  ["--header a:b", /--header needs --from\./],
  ["--from none.json", /MCP610: Cannot read none\.json/],
  ["--from tools.json --against schema.ts", /schema\.ts does not answer/],
  [
    "--rev latest --out mine.html",
    /MCP311: The file mine\.html exists, and mcp-codegen did not write it[^]*fix: Move the existing file away, or write to another file\./,
  ],
  ["--rev latest --out .", /MCP303: Cannot write \.: EISDIR/],
];

for (const [args, said] of REFUSED)
  test(`\`mcp-codegen explore ${args}\` prints an error and exits with 2`, async () => {
    const run = await runCli(["explore", ...args.split(" ")], folder);
    assert.equal([run.code, run.stdout], [2, ""]);
    assert.match(run.stderr, said);
  });

test("`mcp-codegen explore --from` reads a file whose path contains spaces, and otherwise treats a text with spaces as a command", async () => {
  const own = folderWith({ "my tools.json": TOOLS, "tools.json": TOOLS });
  const explore = (from: string) =>
    runCli(["explore", "--from", from, "--out", "-"], own);
  const { stdout } = await explore("my tools.json");
  assert.match(stdout, "<title>my tools.json</title>");
  const { stderr } = await explore("node tools.json");
  assert.match(stderr, "node tools.json");
  assert.not.match(stderr, "MCP610");
});

test("`mcp-codegen explore` does not overwrite a user's file explorer.html, and exits with 2", async () => {
  const own = temporaryFolder();
  writeFileSync(join(own, "explorer.html"), "mine");
  const run = await runCli(["explore", "--rev", "latest"], own);
  assert.is(run.code, 2);
  assert.is(readFileSync(join(own, "explorer.html"), "utf8"), "mine");
});

test("`mcp-codegen explore --out -` prints the explorer page and writes no file", async () => {
  const own = temporaryFolder();
  const run = await runCli(["explore", "--rev", "latest", "--out", "-"], own);
  assert.is(run.code, 0);
  assert.match(run.stdout, /^<!doctype html>[^]*<\/html>\n$/);
  assert.not(existsSync(join(own, "explorer.html")));
});

test("`mcp-codegen explore --from` writes a page with the tools of a running server", async () => {
  const server = `process.stdin.on("data", (data) => {
    for (const line of String(data).trim().split("\\n")) {
      const { id, method } = JSON.parse(line);
      const result = {
        initialize: { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo: { name: "demo", version: "1" }, instructions: "Use it" },
        "tools/list": { tools: ${TOOLS} },
      }[method];
      if (id === undefined) continue;
      const answer = result ? { result } : { error: { code: -32601, message: "no" } };
      console.log(JSON.stringify({ jsonrpc: "2.0", id, ...answer }));
    }
  });`;
  const own = folderWith({ "server.mjs": server });
  const args = [
    "explore",
    "--from",
    `${process.execPath} server.mjs`,
    "--out",
    "-",
  ];
  const run = await runCli(args, own);
  assert.equal([run.code, run.stderr], [0, ""]);
  assert.match(run.stdout, /<title>demo<\/title>/);
  // The page contains the schema of the protocol revision that the server
  // speaks.
  const [, data = ""] = /id="data">([^<]*)</.exec(run.stdout) ?? [];
  const json = inflateSync(Buffer.from(data, "base64")).toString();
  assert.match(json, /"revisions":\[\{"name":"2025-06-18"/);
  assert.equal(JSON.parse(json).server.peer, {
    info: { name: "demo", version: "1" },
    capabilities: { tools: {} },
    version: "2025-06-18",
    instructions: "Use it",
  });
});

/** Server that has no tools, for standard input and output. */
const EMPTY = `
import { createInterface } from "node:readline";
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method } = JSON.parse(line);
  const result = { protocolVersion: "2025-06-18", capabilities: {}, serverInfo: { name: "old", version: "1" } };
  const answer = method === "initialize" ? { result } : { error: { code: -32601, message: "no" } };
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: "2.0", id, ...answer }));
}`;

test("`mcp-codegen explore --against` uses only the options that fit the earlier listing", async () => {
  const own = folderWith({ "old.mjs": EMPTY, "old.json": OLD });
  const command = `${process.execPath} old.mjs`;
  const server = await serve((request, response) => {
    if (request.method !== "POST") return response.writeHead(405).end();
    let body = "";
    request.on("data", (data) => (body += String(data)));
    return request.on("end", () => {
      const { id, method, params } = JSON.parse(body) as {
        id?: number;
        method: string;
        params: { protocolVersion: string };
      };
      const { protocolVersion } = params ?? {};
      const serverInfo = { name: "now", version: "1" };
      const answer =
        method === "initialize"
          ? { result: { protocolVersion, capabilities: {}, serverInfo } }
          : { error: { code: -32601, message: "no" } };
      response.writeHead(id === undefined ? 202 : 200, {
        "content-type": "application/json",
      });
      response.end(JSON.stringify({ jsonrpc: "2.0", id, ...answer }));
    });
  });
  const header = ["--from", server.url, "--header", "X-Key: v"];
  const env = ["--from", command, "--env", "A=v"];
  for (const words of [
    [...header, "--against", command],
    [...header, "--against", "old.json"],
    [...env, "--against", server.url],
    [...env, "--against", "old.json"],
  ]) {
    const run = await runCli(["explore", ...words, "--out", "-"], own);
    assert.equal([run.code, run.stderr], [0, ""]);
  }
  await server.close();
});

test("the explorer page of a server contains the skills of the server", async () => {
  const bindings = join(await generated(SKILLS_REVISION), "server.js");
  writeFileSync(
    join(folder, "server.mjs"),
    `import { createServer, skills, stdio } from ${JSON.stringify(bindings)};
const files = { "a/SKILL.md": ${JSON.stringify(skillText("a"))} };
const server = createServer({ name: "s", version: "1" }, await skills({ files }));
await server.connect(stdio());
`,
  );
  const args = ["explore", "--from", "node server.mjs", "--out", "-"];
  const { stdout } = await runCli(args, folder);
  const [, data = ""] = /id="data">([^<]*)<\/script>/.exec(stdout) ?? [];
  const { server } = JSON.parse(
    inflateSync(Buffer.from(data, "base64")).toString(),
  ) as { server: { listing: { skills: { uri: string }[] } } };
  assert.equal(
    server.listing.skills.map(({ uri }) => uri),
    ["skill://a/SKILL.md"],
  );
});

test.run();
