/**
 * Tests of generated client projects, with and without the types of a server.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { protectedServer } from "../../harness/oauth/protected-server.js";
import { sample } from "../../harness/run/sampling.js";
import { runCli } from "../../harness/program/cli.js";
import { readTree, getFile, writeTree } from "../../harness/program/folders.js";
import {
  buildProject,
  builtProject,
  newProject,
  run,
  runNode,
  TERMINAL,
  testProject,
  findChanges,
} from "../../harness/new/project.js";

const test = suite("new client");

function writeConfig(folder: string, mcpServers: object): void {
  writeTree(folder, { "mcp.json": JSON.stringify({ mcpServers }) });
}

const REVISIONS = sample(["2024-11-05", "2025-11-25", "2026-07-28"], 1);

for (const rev of REVISIONS)
  test(`a generated client project of ${rev} lists and calls the tools of its configured server`, async () => {
    const server = await builtProject("server", "--rev", rev);
    const folder = await builtProject("client", "--rev", rev);
    assert.is(await testProject(folder), 4);
    const command = "${NODE_OF_TEST}";
    const args = [join(server, "dist/src/main.js")];
    writeConfig(folder, { example: { command, args } });
    process.env["NODE_OF_TEST"] = process.execPath;
    const main = join(folder, "dist/src/main.js");
    const listed = await runNode([main], folder);
    assert.is(listed.code, 0, listed.stderr);
    assert.is(
      listed.stdout,
      "tool example__add: Adds two numbers\n" +
        "prompt example__explain: Explains a topic in plain words\n" +
        "template mcp:example/greeting://{name}: greeting\n",
    );
    const call = ["example__add", '{"a":1,"b":2}'];
    const refused = await runNode([main, ...call], folder);
    assert.is(refused.stdout, "", "a tool ran without consent");
    assert.match(
      refused.stderr,
      /^The host cannot ask .* Pass --yes to call .*\nUser rejected tool call\n$/,
    );
    assert.is(refused.code, 1);
    const misspelled = await runNode([main, "example__ad"], folder);
    assert.match(
      misspelled.stderr,
      /^Unknown tool: example__ad\. Run `npm start`/,
    );
    const called = await runNode([main, "--yes", ...call], folder);
    assert.match(called.stdout, /"text": "(3|\{\\"sum\\":3\})"/);
    const audit = readFileSync(join(folder, "audit.jsonl"), "utf8");
    const calls = audit
      .split("\n")
      .filter((line) => line.includes("tools/call"));
    const decisions = calls.map((line) => JSON.parse(line).decision as string);
    assert.equal(decisions, ["refused", "allowed"]);
  });

test("a generated client project reports invalid configurations and arguments without a stack trace", async () => {
  const folder = await builtProject("client", "--rev", REVISIONS[0] ?? "");
  const main = join(folder, "dist/src/main.js");
  const wrong = { comand: "x" };
  const url = "http://127.0.0.1:1/mcp?key=secret";
  const missing = { a: { command: "no-such-program" } };
  for (const [servers, args, said] of [
    [{ a: wrong }, [], /^mcp\.json:1:\d+: mcpServers\.a\.comand: unknown/],
    // The error of server `a` must not affect server `b`.
    [
      { a: wrong, b: { url } },
      [],
      /^(mcp\.json:1:.*\n){2}b: http:\/\/127\.0\.0\.1:1\/mcp could not be reached: connect ECONNREFUSED 127.0.0.1:1\n$/,
    ],
    [missing, [], /^a: no-such-program could not be started/],
    [missing, ["b__c"], /^No server in the configuration has the tool b__c/],
    [missing, ["b\x1b[2J\x9b\u202E"], /has the tool b�\[2J��\. Run/],
    [missing, ["a__c", "[]"], /must be a JSON object, but they are: \[\]/],
    [missing, ["--confg"], /^Unknown option '--confg'/],
  ] as const) {
    writeConfig(folder, servers);
    const { code, stdout, stderr } = await runNode([main, ...args], folder);
    assert.equal([code, stdout], [1, ""]);
    assert.match(stderr, said);
  }
});

test("`new client --update` generates only the modules that the option `only` in .mcp-codegen.json lists", async () => {
  const { folder } = await newProject("client", []);
  const generated = () => Object.keys(readTree(join(folder, "src/generated")));
  assert.ok(generated().includes("server.ts"));
  const file = join(folder, "src/generated/.mcp-codegen.json");
  const manifest = JSON.parse(readFileSync(file, "utf8"));
  manifest.options.only = ["client"];
  writeFileSync(file, JSON.stringify(manifest));
  const { code, stderr } = await run("new", "client", folder, "--update");
  assert.is(code, 0, stderr);
  assert.not(generated().includes("server.ts"));
});

test("the test file of a generated client project does not use the type `any`", async () => {
  const { folder } = await newProject("client", []);
  const text = readFileSync(join(folder, "test/client.test.ts"), "utf8");
  assert.not.match(text, /\bany\b|jsonrpc/);
});

/**
 * Server whose tool requests sampling, a form and the list of roots from the
 * client.
 */
const ASKING = `
import { createServer, stdio, tools } from "./peer/server.js";
const ask = tools({
  folders: { handler: async (_args, ctx) => JSON.stringify(await ctx.roots()) },
  ask: { handler: async (_args, ctx) => {
  const { content } = await ctx.sample({
    maxTokens: 9,
    messages: [{ role: "user", content: { type: "text", text: "Hi\\u001b[2J" } }],
  });
  const form = await ctx.elicit({
    message: "Which?",
    requestedSchema: {
      type: "object",
      properties: {
        n: { type: "integer", title: "Number", minimum: 1, maximum: 5 },
        c: { type: "string", enum: ["red", "blue"] },
        s: { type: "string", default: "x" },
        b: { type: "boolean" },
      },
      required: ["n", "b"],
    },
  });
  const { roots } = await ctx.roots();
  return JSON.stringify([content, form.content, roots.length]);
} } });
await createServer({ name: "asking", version: "1.0.0" }, ask).connect(stdio());
`;

/**
 * Expected questions of the client program in order, each with the answer that
 * the test types.
 */
const DIALOG = [
  [/^Call the tool ask of asking with \{\}\? \[y\/N\] $/, "y"],
  [
    /^asking asks for a message from .*"Hi\\u001b\[2J".* Allow the request\?/,
    "y",
  ],
  [/^Your answer: $/, "Hello"],
  [
    /^Send the generated message \{"type":"text","text":"Hello"\} to asking\?/,
    "yes",
  ],
  [/^asking asks: Which\?\nAnswer the question\? \[y\/N\] $/, "y"],
  [/^Number \(integer, 1 to 5\): $/, "many"],
  [
    /^Invalid answer: expected integer within its limits, got string\nNumber \(integer, 1 to 5\): $/,
    "7",
  ],
  [/^Invalid answer: .*\nNumber .*: $/, ""],
  [/^Invalid answer: a value is required\nNumber .*: $/, "3"],
  [/^c \(red, blue\): $/, "green"],
  [/^Invalid answer: expected "red" or "blue", .*\nc .*: $/, "blue"],
  [/^s \(string, default "x"\): $/, ""],
  [/^b \(y\/n\): $/, "n"],
  [/^Allow asking to use the folder file:.*\? \[y\/N\] $/, "n"],
] as const;

test("a generated client project asks the user for consent to each request of the server", async () => {
  const { folder } = await newProject("client", ["--rev", "2025-11-25"]);
  const peer = join(folder, "src/peer");
  await runCli(["--rev", "2025-11-25", "--out", peer]);
  writeTree(folder, { "src/asking.ts": ASKING });
  await buildProject(folder);
  const args = [join(folder, "dist/src/asking.js")];
  writeConfig(folder, { asking: { command: process.execPath, args } });
  const main = join(folder, "dist/src/main.js");
  const child = spawn(
    process.execPath,
    ["--import", TERMINAL, main, "--root", ".", "asking__ask"],
    { cwd: folder, env: { ...process.env, TERM: "dumb" } },
  );
  let stdout = "";
  child.stdout.on("data", (chunk) => (stdout += chunk));
  const left = [...DIALOG];
  let shown = "";
  for await (const chunk of child.stderr) {
    // Remove the typed text, which a terminal echoes.
    shown = `${shown}${chunk}`.replace(/^.*\r\n/, "");
    if (!/(: |\[y\/N\] )$/.test(shown)) continue;
    const [question, answer] = left.shift() ?? [/^none$/, ""];
    if (!question.test(shown)) child.kill();
    assert.match(shown, question);
    shown = "";
    child.stdin.write(`${answer}\n`);
    // End the standard input, because it is a pipe that would keep the program
    // alive.
    if (left.length === 0) child.stdin.end();
  }
  assert.is(shown, "");
  assert.equal(left, []);
  const { content } = JSON.parse(stdout) as { content: { text: string }[] };
  assert.equal(JSON.parse(content[0]?.text ?? ""), [
    { type: "text", text: "Hello" },
    { n: 3, c: "blue", b: false, s: "x" },
    0,
  ]);
  // The client declares roots only if the user has given a folder.
  const folders = ["--yes", "asking__folders"];
  const none = await runNode([main, ...folders], folder);
  assert.match(
    none.stdout,
    "needs the capability roots, which the peer did not declare",
  );
  const some = await runNode([main, "--root", ".", ...folders], folder);
  assert.is(some.code, 0, some.stdout);
});

const PROBE = `
import { connectClient } from "./client.js";
const careful = await connectClient();
const refused = await careful.tools.add({ a: 1, b: 2 }).catch(String);
await careful.close();
const client = await connectClient({ consent: { callTool: () => true } });
const { sum } = await client.tools.add({ a: 1, b: 2 });
const exact: number = sum;
// @ts-expect-error
export const wrong = () => client.tools.add({ a: "1" });
// @ts-expect-error
export const none = () => client.tools.subtract({});
const { messages } = await client.prompts.explain({ topic: "sums" });
// @ts-expect-error
export const incomplete = () => client.prompts.explain({});
const { contents } = await client.resources["greeting://{name}"]({ name: "Ada" });
console.log(JSON.stringify([refused, exact, messages.length, contents]));
await client.close();
`;

test("a client project with `--auth oauth` signs in and stores the token", async () => {
  const folder = await builtProject(
    "client",
    "--rev",
    "2025-11-25",
    "--auth",
    "oauth",
  );
  assert.is(await testProject(folder), 4);
  const site = await protectedServer();
  writeConfig(folder, { notes: { url: site.url } });
  const home = join(folder, "home");
  const [main, env] = [
    join(folder, "dist/src/main.js"),
    { ...process.env, HOME: home },
  ];
  const start = () => spawn(process.execPath, [main], { cwd: folder, env });
  const first = start();
  let said = "";
  let listed = "";
  first.stdout
    .setEncoding("utf8")
    .on("data", (text: string) => (listed += text));
  first.stderr.setEncoding("utf8").on("data", (text: string) => {
    said += text;
    const page = /^ *(http\S+)$/m.exec(said)?.[1];
    if (page === undefined) return;
    said = "";
    assert.ok(page.startsWith(site.issuer), page);
    void fetch(page);
  });
  const [code] = (await once(first, "close")) as [number];
  assert.is(code, 0, said);
  assert.match(listed, "tool notes__who");
  // The second start reuses the stored token, so the number of sign-ins stays
  // 1.
  const second = start();
  assert.equal(await once(second, "close"), [0, null]);
  assert.is(site.signedIn(), 1);
  site.close();
});

test("`new client --from` stores the working directory if the server command contains relative paths", async () => {
  const server = await builtProject("server", "--rev", "2025-11-25");
  const from = `${process.execPath} dist/src/main.js`;
  const words = ["new", "client", "host", "--rev", "2025-11-25"];
  const made = await runCli([...words, "--from", from], server);
  assert.is(made.code, 0, made.stderr);
  const config = readFileSync(join(server, "host/mcp.json"), "utf8");
  const args = ["dist/src/main.js"];
  const project = { command: process.execPath, args, cwd: ".." };
  assert.equal(JSON.parse(config).mcpServers, { project });
});

test("a client project created with `--from` reports that the server's tools or resource templates changed", async () => {
  const server = await builtProject("server", "--rev", "2025-11-25");
  const main = join(server, "dist/src/main.js");
  const from = `"${process.execPath}" "${main}"`;
  const given = ["--rev", "2025-11-25", "--from", from];
  const { folder } = await newProject("client", given);
  writeTree(folder, { "src/probe.ts": PROBE });
  await buildProject(folder);
  const probe = join(folder, "dist/src/probe.js");
  const same = await runNode([probe], folder);
  assert.is(same.stderr, "");
  const text = "Hello, Ada!";
  const contents = [{ uri: "greeting://Ada", mimeType: "text/plain", text }];
  const refused = "McpError: User rejected tool call";
  assert.equal(JSON.parse(same.stdout), [refused, 3, 1, contents]);

  for (const [path, was, is] of [
    ["generated/tools/add.js", "The first", "Another"],
    ["resources/index.js", "greeting:", "hello:"],
  ] as const) {
    const file = join(server, "dist/src", path);
    const before = readFileSync(file, "utf8");
    writeFileSync(file, before.replaceAll(was, is));
  }
  const drifted = await runNode([probe], folder);
  assert.is(
    drifted.stderr.split("\n")[0],
    "The server has changed since its types were generated: tool add has changed; " +
      "resource template greeting://{name} was removed; " +
      "resource template hello://{name} was added",
  );

  const before = readTree(folder);
  assert.is((await run("new", "client", folder, "--check")).code, 0);
  const again = await run("new", "client", folder, "--update", "--from", from);
  assert.is(again.code, 0, again.stderr);
  const after = readTree(folder);
  assert.equal(findChanges(before, after), [
    "server.json",
    "src/generated/.mcp-codegen.json",
    "src/generated/api.ts",
    "src/generated/tools/add.ts",
  ]);
  assert.match(getFile(after, "server.json"), "Another number");
});

test.run();
