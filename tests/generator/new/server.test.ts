/**
 * Tests of generated server projects. `make test-all` tests all combinations of
 * options, and other runs test a sample.
 */
import { spawn, spawnSync } from "node:child_process";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { main } from "../../../generator/cli/main.js";
import { toolVersion } from "../../../generator/support/package.js";
import {
  datedRevisions,
  knownRevisions,
} from "../../../generator/source/revisions.js";
import { WHOLE } from "../../harness/run/sampling.js";
import { BIN, outcome, runCli } from "../../harness/program/cli.js";
import {
  readTree,
  temporaryFolder,
  getFile,
  writeTree,
} from "../../harness/program/folders.js";
import {
  buildProject,
  builtProject,
  builtServer,
  isStateless,
  newProject,
  overHttp,
  overStdio,
  run as runTool,
  runNode,
  testProject,
  whileServing,
  TERMINAL,
  type SdkClient,
} from "../../harness/new/project.js";

const test = suite("new server");

const CASES = WHOLE
  ? knownRevisions().flatMap((rev) =>
      ["stdio", "http,sse", "stdio,http,sse"].map((transports) => ({
        rev,
        transports,
      })),
    )
  : [{ rev: "2024-11-05", transports: "stdio,http,sse" }];

test("a new server supports every dated revision by default", async () => {
  const folder = await builtProject("server");
  assert.is(await testProject(folder), 6);
  const { command, args } = builtServer(folder);
  for (const protocolVersion of datedRevisions()) {
    if (isStateless(protocolVersion)) continue;
    const clientInfo = { name: "old", version: "1" };
    const params = { protocolVersion, capabilities: {}, clientInfo };
    const message = { jsonrpc: "2.0", id: 1, method: "initialize", params };
    const input = `${JSON.stringify(message)}\n`;
    const { stdout } = spawnSync(command, args, { input, encoding: "utf8" });
    assert.is(JSON.parse(stdout).result.protocolVersion, protocolVersion);
  }
  await overStdio(builtServer(folder), "2026-07-28", (client) =>
    useExample(client, "2026-07-28"),
  );
  await assertTerminalHint(args, folder);
  const manifest = getFile(readTree(folder), "src/generated/.mcp-codegen.json");
  for (const name of datedRevisions()) assert.match(manifest, `"${name}"`);
});

for (const { rev, transports } of CASES)
  test(`a new server of ${rev} over ${transports} builds, passes its tests and serves clients`, async () => {
    const given = ["--rev", rev, "--transports", transports];
    const { folder } = await newProject("server", given);
    await buildProject(folder);
    assert.is(await testProject(folder), 6);
    const use = (client: SdkClient) => useExample(client, rev);
    if (transports.startsWith("stdio"))
      await overStdio(builtServer(folder), rev, use);
    if (transports !== "stdio") {
      const args = transports.startsWith("stdio") ? ["--http"] : [];
      const server = builtServer(folder, ...args);
      await whileServing(server, async (url) => {
        await overHttp(url, rev, use);
        for (const [port, message] of [
          [
            url.port,
            /^listen EADDRINUSE: [^\n]*:\d+\. Set the environment variable PORT to a free port\n$/,
          ],
          ["abc", /^PORT must be a number from 0 to 65535\n$/],
        ] as const) {
          process.env["PORT"] = port;
          const run = await runNode(server.args, folder);
          delete process.env["PORT"];
          assert.match(run.stderr, message);
          assert.is(run.code, 1);
        }
      });
      if (args.length === 0) return;
      await assertTerminalHint(builtServer(folder).args, folder);
      const run = await runNode([...builtServer(folder).args, "--htp"], folder);
      assert.match(
        run.stderr,
        /^Unknown argument: --htp\. Pass --http [^\n]*\n$/,
      );
      assert.is(run.code, 1);
    }
  });

/** Asserts that a server on a terminal prints one line about its input. */
async function assertTerminalHint(
  args: readonly string[],
  folder: string,
): Promise<void> {
  const { stderr } = await runNode(["--import", TERMINAL, ...args], folder);
  assert.match(
    stderr,
    /^Waiting for JSON-RPC messages on standard input\. README\.md [^\n]*\n$/,
  );
}

/** Handler of the example tool `add`. It uses all features of its context. */
const CONTEXT_HANDLER = `
import type { ToolHandler } from "../generated/tools.js";
export const handler: ToolHandler<"add"> = async ({ a, b }, ctx) => {
  ctx.log("info", { a, b });
  const { roots } = await ctx.roots();
  const { model } = await ctx.sample({ messages: [], maxTokens: 1 });
  const answer = await ctx.elicit({
    message: "?",
    requestedSchema: { type: "object", properties: { n: { type: "integer" } }, required: ["n"] },
  });
  const n = answer.action === "accept" ? answer.content.n : 0;
  return { structuredContent: { sum: a + b + roots.length + n + model.length } };
};
`;

/** Program that calls the tool `add` with clients of two revisions. */
const CONTEXT_PROBE = `
import * as newest from "./generated/client.js";
import * as older from "./older/client.js";
import { memory } from "./generated/server.js";
import { server } from "./server.js";
for (const { createClient, elicitation, roots, sampling } of [older, newest as unknown as typeof older]) {
  const logs: unknown[] = [];
  const client = createClient({ name: "probe", version: "1" }, {
    ...elicitation({ form: () => ({ action: "accept", content: { n: 100 } }) }),
    ...roots(["file:///a"]),
    ...sampling({
      approveRequest: () => true,
      sample: () => ({ role: "assistant", content: { type: "text", text: "" }, model: "abc" }),
      approveResponse: () => true,
    }),
    "notifications/message": ({ data }) => void logs.push(data),
  });
  const [near, far] = memory();
  await Promise.all([server.connect(far), client.connect(near)]);
  const _meta = { "io.modelcontextprotocol/logLevel": "debug" } as never;
  const result = await client.callTool({ name: "add", arguments: { a: 1, b: 2 }, _meta });
  console.log(JSON.stringify([client.server.capabilities["logging"], result.structuredContent, logs[0]]));
  await client.close();
}
`;

test("a tool of a new server project can send requests and log messages to the client", async () => {
  const { folder } = await newProject("server", []);
  writeTree(folder, {
    "src/tools/add.ts": CONTEXT_HANDLER,
    "src/probe.ts": CONTEXT_PROBE,
  });
  const older = join(folder, "src/older");
  const args = ["--rev", "2025-11-25", "--only", "client", "--out", older];
  assert.is((await runCli(args)).code, 0);
  await buildProject(folder);
  const run = await runNode([join(folder, "dist/src/probe.js")], folder);
  const line = '[{},{"sum":107},{"a":1,"b":2}]\n';
  assert.equal([run.stdout, run.stderr], [line + line, ""]);
  const update = ["new", "server", folder, "--update", "--features", "tools"];
  assert.is((await runTool(...update)).code, 0);
  const server = getFile(readTree(folder), "src/generated/server.ts");
  assert.not.match(server, /\belicit\b|LoggingLevel/);
});

test("`new server --auth oauth` prints the step that creates the file .env", async () => {
  const { made } = await newProject("server", ["--auth", "oauth", "--yes"]);
  assert.match(
    made.stdout,
    /\n {2}npm install\n {2}npm test\n {2}cp \.env\.example \.env # then set the values in \.env\n {2}npm start\n$/,
  );
});

test("`new server` quotes the name of the project folder in the printed command `cd`", async () => {
  const args = ["new", "server", "Foo Bar", "--yes", "--rev", "2025-11-25"];
  const { stdout } = await runCli(args, temporaryFolder());
  assert.match(stdout, "\n  cd 'Foo Bar'\n  npm install\n");
});

test("a server created with `--auth oauth` rejects requests without a token", async () => {
  const folder = await builtProject("server", "--auth", "oauth", "--yes");
  assert.is(await testProject(folder), 10);
  const server = builtServer(folder);
  const run = await runNode(server.args, folder);
  assert.is(run.code, 1);
  assert.match(run.stderr, /^OAUTH_ISSUER must be [^\n]*\n$/);
  const set = { OAUTH_ISSUER: "https://auth.example", OAUTH_AUDIENCE: "mcp" };
  Object.assign(process.env, set, {
    OAUTH_RESOURCE: "https://mcp.example/mcp",
  });
  try {
    await whileServing(server, async (url) => {
      const refused = await fetch(url, { method: "POST" });
      assert.is(refused.status, 401);
      const at = "/.well-known/oauth-protected-resource/mcp";
      const metadata = await fetch(new URL(at, url));
      assert.match(
        await metadata.text(),
        '"resource":"https://mcp.example/mcp"',
      );
    });
  } finally {
    for (const name of [...Object.keys(set), "OAUTH_RESOURCE"])
      delete process.env[name];
  }
  // An update must keep the generated client, because the tests of the project
  // use the client.
  const { "src/generated/client.ts": before } = readTree(folder);
  const updated = await runTool(
    "new",
    "server",
    folder,
    "--update",
    "--features",
    "logging,elicitation,sampling,roots",
  );
  assert.is(updated.code, 0, updated.stderr);
  assert.is(readTree(folder)["src/generated/client.ts"], before);
  assert.match(before ?? "", "oauth");
});

test("a new server without `--auth` contains no code for authorization", async () => {
  const given = ["--transports", "http", "--rev", "2025-11-25"];
  const { folder } = await newProject("server", given);
  const tree = readTree(folder);
  for (const [path, text] of Object.entries(tree))
    if (!path.endsWith(".tgz") && path !== "package-lock.json")
      assert.not.match(
        `${path}\n${text}`,
        /oidc|OAUTH_|runtime\/oauth|\bjwt\(|REDIS_|runtime\/shared|\.env\.example/,
      );
});

async function useExample(client: SdkClient, rev: string): Promise<void> {
  const names = (list: readonly { name: string }[]) =>
    list.map(({ name }) => name).join();
  assert.is(names((await client.listTools()).tools), "add");
  const sum = await client.callTool({ name: "add", arguments: { a: 1, b: 2 } });
  if (rev >= "2025-06-18") assert.equal(sum["structuredContent"], { sum: 3 });
  else assert.equal(sum["content"], [{ type: "text", text: "3" }]);
  assert.is(names((await client.listPrompts()).prompts), "explain");
  const { contents } = await client.readResource({ uri: "greeting://Ada" });
  assert.is((contents[0] as { text: string }).text, "Hello, Ada!");
}

const REVISIONS =
  "Protocol revisions (a single revision needs less code, but rejects peers of the others) [2024-11-05,2025-03-26,2025-06-18,2025-11-25,2026-07-28]: ";

const TRANSPORTS =
  "Transports (stdio, http, sse; separated by commas) [stdio]: ";

test("`new server` asks the user again after an invalid answer on the terminal", async () => {
  const folder = join(temporaryFolder(), "asked");
  const questions: string[] = [];
  const answers = ["Weather", "2025-06-19", "2025-06-18", "tcp", "http"];
  let printed = "";
  const io = {
    out: () => {},
    err: (text: string) => void (printed += text),
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
    REVISIONS,
    TRANSPORTS,
    TRANSPORTS,
  ]);
  assert.is(
    printed,
    '"2025-06-19" is not a known revision. Did you mean "2025-06-18"? Known ' +
      `revisions: ${knownRevisions().join(", ")}.\n` +
      '"tcp" is not a known transport. Known transports: stdio, http, sse.\n',
  );
  const tree = readTree(folder);
  assert.match(tree["package.json"] ?? "", /"name": "weather"/);
  const { sources } = JSON.parse(
    getFile(tree, "src/generated/.mcp-codegen.json"),
  ) as { sources: readonly { revision: string }[] };
  assert.equal(
    sources.map(({ revision }) => revision),
    ["2025-06-18"],
  );
  assert.match(tree["src/main.ts"] ?? "", /listen\(server/);
  questions.length = 0;
  assert.is(
    await main(
      ["new", "server", `${folder}2`, "--yes", "--rev", "2025-11-25"],
      io,
    ),
    0,
  );
  assert.equal(questions, []);
});

for (const [what, typed] of [
  ["the user presses Ctrl-C", "\x03"],
  ["the user presses Ctrl-D", "\x04"],
  ["the terminal closes", ""],
] as const)
  test(`\`new server\` exits with code 130 and writes nothing if ${what} at a question`, async () => {
    const cwd = temporaryFolder();
    const args = ["--import", TERMINAL, BIN, "new", "server", "asked"];
    const child = spawn(process.execPath, args, { cwd });
    child.stdin.end(typed);
    const { code, stderr } = await outcome(child);
    assert.is(code, 130, stderr);
    assert.match(stderr, /Interrupted; nothing was changed\.\n$/);
    assert.equal(readTree(cwd), {});
  });

test("a new server project contains only the expected files and has no runtime dependency", async () => {
  const given = ["--name", "My Server!", "--rev", "2025-11-25"];
  const { folder, made } = await newProject("server", given);
  assert.match(made.stdout, /npm install\n {2}npm test\n {2}npm start\n$/);
  const tree = readTree(folder);
  const generated = (path: string) => path.startsWith("src/generated/");
  const paths = Object.keys(tree).filter((path) => !generated(path));
  assert.is(
    paths.join("\n"),
    `\
.dockerignore
.gitattributes
.gitignore
Dockerfile
README.md
dev.js
package.json
src/main.ts
src/prompts/explain.ts
src/prompts/index.ts
src/resources/greeting.ts
src/resources/index.ts
src/server.ts
src/tools/add.ts
test/generated.test.ts
test/server.test.ts
tools.json
tsconfig.json
vendor/.gitignore
vendor/mcp-codegen-${toolVersion()}.tgz`,
  );
  assert.match(
    getFile(tree, "README.md"),
    /configure the host to start `node dist\/src\/main\.js`\. Do not use `npm start`/,
  );
  const manifest = JSON.parse(getFile(tree, "package.json"));
  assert.is(manifest.name, "my-server");
  assert.is(manifest.dependencies, undefined);
  const needed = Object.keys(manifest.devDependencies);
  assert.equal(needed, ["@types/node", "mcp-codegen", "typescript"]);
});

for (const kind of ["server", "client"])
  test(`\`new ${kind}\` in a repository that contains no code keeps the existing files`, async () => {
    const cwd = join(temporaryFolder(), "weather");
    const theirs = {
      ".git/HEAD": "ref: refs/heads/main\n",
      ".gitignore": "mine\n",
      LICENSE: "mine\n",
      "readme.md": "mine\n",
    };
    writeTree(cwd, theirs);
    const { code, stdout, stderr } = await runCli(
      ["new", kind, ".", "--rev", "2025-11-25"],
      cwd,
    );
    assert.is(code, 0, stderr);
    const after = readTree(cwd);
    assert.equal({ ...after, ...theirs }, after);
    assert.not(Object.hasOwn(after, "README.md"));
    const mark = "src/generated/** linguist-generated\n";
    assert.is(getFile(after, ".gitattributes"), mark);
    // Many .gitignore files exclude archives such as the vendored generator, so
    // vendor/.gitignore includes them again.
    assert.match(getFile(after, "vendor/.gitignore"), /^!\*\.tgz$/m);
    assert.match(getFile(after, "package.json"), /"name": "weather"/);
    assert.match(
      stdout,
      /^Wrote \.: \d+ files\.\nKept existing files: \.gitignore, README\.md\.\n\n {2}npm install\n/,
    );
  });

test.run();
