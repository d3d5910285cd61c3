/** `--from`: a server that runs is asked for all it has. */
import { spawn } from "node:child_process";
import { createServer } from "node:http";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { splitCommand } from "../../generator/starter/manifest/address.js";
import { listServer } from "../../generator/starter/manifest/from-server.js";
import { UserError } from "../../generator/support/errors.js";
import { datedRevisions } from "../../generator/source/revisions.js";
import { example, program } from "../interop/support.js";
import { readTree, temporaryFolder } from "../support/folders.js";
import { listen } from "../support/servers.js";
import {
  buildProject,
  builtServer,
  linkPackages,
  newProject,
  overStdio,
  run,
  runNode,
  testProject,
} from "./support.js";

const test = suite("from a server");

/** A server of the official SDK, with a page for each tool. */
const SDK_SERVER = `
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import * as types from "@modelcontextprotocol/sdk/types.js";
const server = new Server({ name: "sdk", version: "1" }, { capabilities: { tools: {}, prompts: {}, resources: {} } });
const pages = ["one", "two", "three"];
server.setRequestHandler(types.ListToolsRequestSchema, ({ params }) => {
  const at = Number(params?.cursor ?? 0);
  const inputSchema = { type: "object", properties: { n: { type: "number" } }, required: ["n"] };
  const outputSchema = { type: "object", properties: { m: { type: "integer", minimum: 3 } }, required: ["m"] };
  return { tools: [{ name: pages[at], inputSchema, outputSchema }], ...(at < 2 ? { nextCursor: String(at + 1) } : {}) };
});
server.setRequestHandler(types.ListPromptsRequestSchema, () => ({ prompts: [{ name: "p", arguments: [{ name: "a", required: true }] }] }));
server.setRequestHandler(types.ListResourcesRequestSchema, () => ({ resources: [{ uri: "x://r", name: "r" }, { uri: "relative", name: "bad" }] }));
server.setRequestHandler(types.ListResourceTemplatesRequestSchema, () => ({ resourceTemplates: [{ uriTemplate: "x://r", name: "again" }] }));
await server.connect(new StdioServerTransport());
`;

test("the SDK's server is mocked, tools, prompts and resources", async () => {
  const beside = temporaryFolder();
  linkPackages(beside);
  const file = join(beside, "server.mjs");
  writeFileSync(file, SDK_SERVER);
  const from = `"${process.execPath}" '${file}'`;
  const { folder, made } = await newProject("server", ["--from", from]);
  assert.match(made.stderr, /MCP618: The resource relative: /);
  assert.match(made.stderr, /MCP618: The resource x:\/\/r: it is listed twice/);
  await buildProject(folder);
  assert.is(await testProject(folder), 1);
  await overStdio(builtServer(folder), "2025-11-25", async (client) => {
    const { tools } = await client.listTools();
    assert.equal(
      tools.map(({ name }) => name),
      ["one", "two", "three"],
    );
    const result = await client.callTool({ name: "two", arguments: { n: 1 } });
    assert.equal(result["structuredContent"], { m: 3 });
    const prompt = { name: "p", arguments: { a: "b" } };
    assert.is((await client.getPrompt(prompt)).messages.length, 1);
    const { contents } = await client.readResource({ uri: "x://r" });
    assert.equal(contents, [{ uri: "x://r", text: "Contents of x://r" }]);
  });
});

for (const revision of ["2024-11-05", "2025-06-18", "2026-07-28"])
  test(`our own server of ${revision} is listed`, async () => {
    const file = await example(revision, "weather.ts");
    const from = `${process.execPath} ${file}`;
    const { listing, revision: spoken } = await listServer(
      { from, timeout: 20_000 },
      datedRevisions(),
    );
    assert.is(spoken, revision);
    assert.equal(
      listing.tools.map(({ name }) => name),
      ["get_weather"],
    );
  });

test("over HTTP, with headers", async () => {
  const file = await program(
    "2025-11-25",
    `import { createServer, listen, tools } from "./server.js";
const { url } = await listen(createServer({ name: "x", version: "1" }, tools({ a: { handler: () => "b" } })));
console.log(url);`,
  );
  const child = spawn(process.execPath, [file]);
  try {
    const [url] = (await new Promise((resolve) =>
      child.stdout.once("data", (chunk) => resolve(String(chunk).split("\n"))),
    )) as string[];
    const { folder } = await newProject("server", [
      "--from",
      url ?? "",
      "--header",
      "X-Key: 1",
    ]);
    assert.ok(Object.keys(readTree(folder)).includes("src/tools/a.ts"));
  } finally {
    child.kill();
  }
});

/** Answers each request with what it is given for its method; `#` is the id. */
const RAW_SERVER = `
import { createInterface } from "node:readline";
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method } = JSON.parse(line);
  const result = JSON.parse(process.argv[2].replaceAll("#", id))[method];
  const answer = result ? { result } : { error: { code: -32603, message: "No" } };
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: "2.0", id, ...answer }));
}
`;

/** A command line for a server that says just this. */
function rawServer(answers: Readonly<Record<string, object>>): string {
  const file = join(temporaryFolder(), "server.mjs");
  writeFileSync(file, RAW_SERVER);
  return `"${process.execPath}" "${file}" '${JSON.stringify(answers)}'`;
}

for (const [chosen, spoken] of [
  ["2026-07-28", "2024-11-05"],
  ["2025-03-26,2025-11-25", "2024-11-05"],
  ["2026-07-28", "2025-03-26, 2025-06-18"],
] as const)
  test(`a server of ${spoken} is no server for ${chosen}`, async () => {
    const made = join(temporaryFolder(), "made");
    const from = `${process.execPath} ${await example(spoken.replace(" ", ""), "weather.ts")}`;
    const args = ["client", made, "--from", from, "--rev", chosen];
    const { code, stderr } = await run("new", ...args);
    assert.is(code, 2);
    const told = `MCP623: ${from} speaks ${spoken}; a client of ${chosen.replace(",", ", ")} can not`;
    assert.ok(stderr.includes(told), stderr);
    assert.not.ok(existsSync(made));
  });

/** A tool that is called as two variables of the environment say. */
const OF_ENVIRONMENT = `
import { createServer, stdio, tools } from "./server.js";
const { KEY, MINE } = process.env;
const all = { [KEY + "_" + MINE]: { handler: () => "" } };
await createServer({ name: "x", version: "1" }, tools(all)).connect(stdio());`;

test("variables reach the server, and no file", async () => {
  const file = await program("2025-06-18", OF_ENVIRONMENT);
  const from = `${process.execPath} ${file}`;
  const at = { from, timeout: 20_000, env: ["KEY=a"] };
  process.env["MINE"] = "mine";
  for (const [inheritEnv, name] of [
    [false, "a_undefined"],
    [true, "a_mine"],
  ] as const) {
    const address = { ...at, inheritEnv };
    const { listing } = await listServer(address, datedRevisions());
    assert.is(listing.tools[0]?.name, name);
  }
  const given = ["--from", from, "--env", "KEY=secret"];
  const { folder, made } = await newProject("client", given);
  assert.match(made.stderr, /MCP624: mcp\.json takes KEY from/);
  const tree = readTree(folder);
  const config = JSON.parse(tree["mcp.json"] ?? "") as {
    mcpServers: { x: { env: object } };
  };
  assert.equal(config.mcpServers.x.env, { KEY: "${KEY}" });
  assert.not.match(tree["package.json"] ?? "", "secret");
});

for (const [args, told] of [
  [["--env", "KEY=1"], /--env goes with --from/],
  [["--inherit-env"], /--inherit-env goes with --from/],
  [["--from", "node x", "--env", "KEY"], /"KEY" is no variable: NAME=VALUE/],
  [["--from", "http://x/", "--env", "A=1"], /go with a command/],
] as const)
  test(`${args.join(" ")} is refused`, async () => {
    const folder = join(temporaryFolder(), "made");
    const { code, stderr } = await run("new", "client", folder, ...args);
    assert.is(code, 2);
    assert.match(stderr, told);
  });

const opened = (protocolVersion: string, capabilities: object = {}) => ({
  protocolVersion,
  capabilities,
  serverInfo: { name: "x", version: "1" },
});

test("entries that are wrong are left out, each by itself", async () => {
  const inputSchema = { type: "object" };
  const from = rawServer({
    initialize: opened("2025-06-18", { tools: {}, prompts: {} }),
    "tools/list": {
      tools: [
        { name: "a", inputSchema },
        5,
        { name: "a", inputSchema },
        { name: "not a name", inputSchema },
        { name: "b", inputSchema },
      ],
    },
    "prompts/list": { prompts: [{ name: "p", description: 5 }, { name: "q" }] },
  });
  const { listing, warnings } = await listServer(
    { from, timeout: 20_000 },
    datedRevisions(),
  );
  assert.equal(
    [...listing.tools, ...listing.prompts].map(({ name }) => name),
    ["a", "b", "q"],
  );
  assert.is(warnings.length, 4);
});

const OBJECT = { type: "object", properties: { a: true } };

/** Much that no revision has, or not so; and tasks, which SDKs tell of. */
const ODD = {
  "tools/list": {
    tools: [
      {
        name: "plain",
        inputSchema: { ...OBJECT, "x-y": 1 },
        execution: { taskSupport: "forbidden" },
        annotations: { title: "Plain", mine: 1, readOnlyHint: "yes" },
        icons: [{ src: 5 }, { src: "https://x.example/y.png" }],
        extra: 1,
      },
      {
        name: "listing",
        inputSchema: OBJECT,
        execution: { taskSupport: "optional" },
        outputSchema: { type: "array" },
      },
    ],
  },
  "prompts/list": {
    prompts: [{ name: "p", title: 5, arguments: [{ name: "a", more: 1 }] }],
  },
  "resources/list": {
    resources: [{ uri: "x://r", name: "r", annotations: { priority: 2 } }],
  },
  "resources/templates/list": {
    resourceTemplates: [{ uriTemplate: "x://{a}", name: "t", title: "T" }],
  },
};

for (const [rev, left] of [
  [
    "2024-11-05",
    'plain: 2024-11-05 has no "annotations" for tools|listing: 2024-11-05 has no "outputSchema" for tools|t: 2024-11-05 has no "title" for resources',
  ],
  [
    "2025-11-25",
    'plain: 2025-11-25 has no "annotations.mine" for tools|listing: The project runs tools at once|listing: "outputSchema" of tools needs "type" at|p: "title" of prompts must be string at',
  ],
] as const)
  test(`what ${rev} has not is left out of a mock, and said`, async () => {
    const capabilities = { tools: {}, prompts: {}, resources: {} };
    const from = rawServer({ ...ODD, initialize: opened(rev, capabilities) });
    const { folder, made } = await newProject("server", [
      "--from",
      from,
      "--rev",
      rev,
    ]);
    for (const text of left.split("|"))
      assert.ok(made.stderr.includes(`MCP618: ${text}`), made.stderr);
    assert.not.match(made.stderr, /plain: .*(execution|tasks)/);
    await buildProject(folder);
    assert.is(await testProject(folder), 1);
    await overStdio(builtServer(folder), rev, async (client) => {
      const { tools } = await client.listTools();
      assert.equal(
        tools.map(({ name }) => name),
        ["plain", "listing"],
      );
    });
  });

for (const args of [[], ["--rev", "2025-11-25"], ["--rev", "2025-06-18"]])
  test(`a client connects to the server it came from: ${args.join(" ")}`, async () => {
    const version = args[1] ?? "2024-11-05";
    const execution = { taskSupport: "optional" };
    const from = rawServer({
      initialize: opened(version, { tools: {} }),
      "tools/list": {
        tools: [{ name: "a", inputSchema: { type: "object" }, execution }],
      },
    });
    const { folder } = await newProject("client", ["--from", from, ...args]);
    await buildProject(folder);
    assert.is(await testProject(folder), 3);
    const main = join(folder, "dist/src/main.js");
    const { stdout, stderr } = await runNode([main], folder);
    assert.is(stdout, "tool x__a\n", stderr);
  });

test("a list that fails costs that list", async () => {
  const from = rawServer({
    initialize: opened("2025-06-18", { tools: {}, resources: {} }),
    "tools/list": {
      tools: [{ name: "a", inputSchema: { type: "object" } }],
    },
    "resources/templates/list": { resourceTemplates: [] },
  });
  const { listing, warnings } = await listServer(
    { from, timeout: 20_000 },
    datedRevisions(),
  );
  assert.is(listing.tools.length, 1);
  assert.match(warnings[0]?.message ?? "", /resources\/list with an error: No/);
  assert.is(warnings.length, 1);
});

async function refusal(from: string, timeout = 20_000): Promise<string> {
  return listServer({ from, timeout }, datedRevisions()).then(
    () => "nothing was refused",
    (error: unknown) => {
      assert.ok(error instanceof UserError, String(error));
      const [first] = error.diagnostics;
      return `${first?.code}: ${first?.message} ${first?.cause}`;
    },
  );
}

test("servers that can not be used are told apart", async () => {
  const node = process.execPath;
  assert.match(
    await refusal("no-such-program x"),
    /MCP620.*could not be started/,
  );
  assert.match(
    await refusal(
      `${node} -e "console.error('out of order'); process.exit(1)"`,
    ),
    /MCP620[^]*It printed:\nout of order/,
  );
  assert.match(
    await refusal(`${node} -e "setInterval(() => {}, 1000)"`, 300),
    /MCP620.*No answer to initialize/,
  );
  assert.match(
    await refusal(
      `${node} -e "console.log('Hello'); setInterval(() => {}, 1000)"`,
      500,
    ),
    /MCP620.*No answer to initialize.* A line was not JSON: "Hello"\./,
  );
  assert.match(
    await refusal("http://nobody.invalid/mcp"),
    /MCP620.*http:\/\/nobody\.invalid\/mcp could not be reached: getaddrinfo/,
  );
  assert.match(
    await refusal(rawServer({ initialize: opened("1999-01-01") })),
    /MCP620.*The server speaks 1999-01-01/,
  );
  const endless = rawServer({
    initialize: opened("2025-06-18", { tools: {} }),
    "tools/list": { tools: [], nextCursor: "#" },
  });
  assert.match(await refusal(endless), /MCP622: The pages of tools\/list/);
  const many = await program(
    "2025-11-25",
    `import { createServer, stdio, tools } from "./server.js";
const all = Object.fromEntries(Array.from({ length: 10000 }, (_, n) => ["t" + n, { handler: () => "" }]));
await createServer({ name: "x", version: "1" }, tools(all)).connect(stdio());`,
  );
  assert.match(
    await refusal(`${node} ${many}`),
    /MCP616: .*lists more than 1000 tools/,
  );
  const locked = await listen(
    createServer((_request, response) => response.writeHead(401).end()),
    "http",
  );
  assert.match(
    await refusal(`${locked.url}/mcp`),
    /MCP621: .*asks for authentication/,
  );
  await locked.close();
});

test("a server that can not be used leaves nothing behind", async () => {
  const cwd = temporaryFolder();
  const made = join(cwd, "made");
  const { code, stderr } = await run(
    "new",
    "server",
    made,
    "--from",
    "no-such-program",
  );
  assert.is(code, 2);
  assert.match(stderr, /MCP620/);
  assert.equal(readTree(cwd), {});
  const both = await run("new", "server", made, "--from", "x", "--tools", "y");
  assert.match(both.stderr, /--tools and --from do not go together/);
});

test("a command line is cut as a shell does", () => {
  assert.equal(
    splitCommand(`node "a b.js" 'c d' e\\ f --x="y z" ""`),
    "node|a b.js|c d|e f|--x=y z|".split("|"),
  );
});

test.run();
