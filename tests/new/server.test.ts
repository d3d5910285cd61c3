/** Server projects, one of each kind; `make test-starters` has all of them. */
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { main } from "../../generator/commands/main.js";
import { datedRevisions } from "../../generator/source/revisions.js";
import { runCli } from "../support/cli.js";
import { readTree, temporaryFolder, textOf } from "../support/folders.js";
import {
  buildProject,
  builtServer,
  isStateless,
  newProject,
  overHttp,
  overStdio,
  testProject,
  whileServing,
  type SdkClient,
} from "./support.js";

const test = suite("new server");

const CASES = [
  { rev: "2024-11-05", transport: "both" },
  { rev: "2025-11-25", transport: "stdio" },
  { rev: "2026-07-28", transport: "http" },
] as const;

test("speaks every dated revision unless told otherwise", async () => {
  const { folder } = await newProject("server", []);
  await buildProject(folder);
  assert.is(await testProject(folder), 5);
  const { command, args } = builtServer(folder);
  for (const protocolVersion of datedRevisions()) {
    if (isStateless(protocolVersion)) continue;
    const clientInfo = { name: "old", version: "1" };
    const params = { protocolVersion, capabilities: {}, clientInfo };
    const message = { jsonrpc: "2.0", id: 1, method: "initialize", params };
    const input = `${JSON.stringify(message)}\n`;
    const { stdout } = spawnSync(command, args, { input, encoding: "utf8" });
    const { result } = JSON.parse(stdout) as { result: typeof params };
    assert.is(result.protocolVersion, protocolVersion);
  }
  await overStdio(builtServer(folder), "2026-07-28", (client) =>
    useExample(client, "2026-07-28"),
  );
  const script = textOf(readTree(folder), "package.json");
  assert.ok(script.includes(`--rev ${datedRevisions().join(",")} `), script);
});

for (const { rev, transport } of CASES)
  test(`${rev} over ${transport} is built, tested and used`, async () => {
    const { folder } = await newProject("server", [
      "--rev",
      rev,
      "--transport",
      transport,
    ]);
    await buildProject(folder);
    assert.is(await testProject(folder), 5);
    const use = (client: SdkClient) => useExample(client, rev);
    if (transport !== "http") await overStdio(builtServer(folder), rev, use);
    if (transport !== "stdio") {
      const args = transport === "both" ? ["--http"] : [];
      await whileServing(builtServer(folder, ...args), (url) =>
        overHttp(url, rev, use),
      );
    }
  });

async function useExample(client: SdkClient, rev: string): Promise<void> {
  const { tools } = await client.listTools();
  assert.equal(
    tools.map(({ name }) => name),
    ["add"],
  );
  const sum = await client.callTool({ name: "add", arguments: { a: 1, b: 2 } });
  if (rev >= "2025-06-18") assert.equal(sum["structuredContent"], { sum: 3 });
  else assert.equal(sum["content"], [{ type: "text", text: "3" }]);
  const { prompts } = await client.listPrompts();
  assert.equal(
    prompts.map(({ name }) => name),
    ["explain"],
  );
  const { contents } = await client.readResource({ uri: "greeting://Ada" });
  assert.is((contents[0] as { text: string }).text, "Hello, Ada!");
}

const REVISIONS =
  "Revisions of the protocol (one alone is less code, and refuses peers of the others) [2024-11-05,2025-03-26,2025-06-18,2025-11-25,2026-07-28]: ";

test("asks on a terminal, and takes what it is told", async () => {
  const folder = join(temporaryFolder(), "asked");
  const questions: string[] = [];
  const answers = ["Weather", "2025-06-18", "tcp", "http"];
  const io = {
    out: () => {},
    err: () => {},
    interactive: true,
    colour: false,
    outColour: false,
    signal: new AbortController().signal,
    ask: (question: string) => {
      questions.push(question);
      return Promise.resolve(answers.shift() ?? "");
    },
  };
  assert.is(await main(["new", "server", folder], io), 0);
  assert.equal(questions, [
    "Name [asked]: ",
    REVISIONS,
    "Transport (stdio, http, both) [stdio]: ",
    "Transport (stdio, http, both) [stdio]: ",
  ]);
  const tree = readTree(folder);
  assert.match(tree["package.json"] ?? "", /"name": "weather"/);
  assert.match(tree["package.json"] ?? "", /--rev 2025-06-18 /);
  assert.match(tree["src/main.ts"] ?? "", /listen\(server/);
  questions.length = 0;
  assert.is(await main(["new", "server", `${folder}2`, "--yes"], io), 0);
  assert.equal(questions, []);
  answers.push("Desk", "2025-06-18");
  assert.is(await main(["new", "client", `${folder}3`], io), 0);
  assert.equal(questions, ["Name [asked3]: ", REVISIONS]);
  const script = textOf(readTree(`${folder}3`), "package.json");
  assert.match(script, /"name": "desk"[^]*--rev 2025-06-18"/);
});

test("is small, and has no dependency at run time", async () => {
  const { folder, made } = await newProject("server", ["--name", "My Server!"]);
  assert.match(made.stdout, /npm install\n {2}npm test\n {2}npm start\n$/);
  const paths = Object.keys(readTree(folder)).filter(
    (path) => !path.startsWith("src/generated/"),
  );
  assert.equal(paths, [
    ".dockerignore",
    ".gitignore",
    ".npmrc",
    "Dockerfile",
    "README.md",
    "package.json",
    "src/main.ts",
    "src/prompts/explain.ts",
    "src/prompts/index.ts",
    "src/resources/greeting.ts",
    "src/resources/index.ts",
    "src/server.ts",
    "src/tools/add.ts",
    "test/server.test.ts",
    "tools.json",
    "tsconfig.json",
  ]);
  const manifest = JSON.parse(
    readFileSync(join(folder, "package.json"), "utf8"),
  ) as Record<string, object>;
  assert.is(manifest["name"], "my-server");
  assert.is(manifest["dependencies"], undefined);
  assert.equal(Object.keys(manifest["devDependencies"] ?? {}), [
    "@types/node",
    "typescript",
  ]);
});

const REFUSED: readonly (readonly [string, string[], RegExp])[] = [
  [
    "a folder with something in it",
    ["new", "server", "full", "--yes"],
    /MCP600: full has a\.txt and 1 more/,
  ],
  ["a file in the folder's place", ["new", "server", "full/a.txt"], /MCP300/],
  ["a name that is none", ["new", "server", "made", "--name", "???"], /MCP602/],
  [
    "an unknown revision",
    ["new", "server", "made", "--rev", "2025-11-26"],
    /MCP001.*2025-11-25/,
  ],
  [
    "an unknown transport",
    ["new", "server", "made", "--transport", "tcp"],
    /--transport is "tcp"; it can be "stdio", "http", "both"/,
  ],
  ["no folder", ["new", "server"], /MCP000/],
  ["nothing to make", ["new"], /MCP000: new: say which/],
  ["something else to make", ["new", "sever", "x"], /Did you mean server\?/],
];

for (const [what, args, message] of REFUSED)
  test(`${what} is refused, and nothing is written`, async () => {
    const cwd = temporaryFolder();
    mkdirSync(join(cwd, "full"));
    writeFileSync(join(cwd, "full/a.txt"), "");
    writeFileSync(join(cwd, "full/b.txt"), "");
    const run = await runCli(args, cwd);
    assert.is(run.code, 2, run.stdout);
    assert.match(run.stderr, message);
    assert.equal(Object.keys(readTree(cwd)), ["full/a.txt", "full/b.txt"]);
  });

test.run();
