/** Tests of `--from`, which reads the lists of a running server. */
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { splitCommand } from "../../../generator/new/manifest/address.js";
import { listServer } from "../../../generator/new/manifest/from-server.js";
import { datedRevisions } from "../../../generator/source/revisions.js";
import { example, program } from "../../harness/generated/load.js";
import { parseCases } from "../../harness/run/cases.js";
import { getFailures } from "../../harness/run/failures.js";
import {
  folderWith,
  readTree,
  temporaryFolder,
} from "../../harness/program/folders.js";
import { serve } from "../../harness/peers/servers.js";
import { sample } from "../../harness/run/sampling.js";
import {
  buildProject,
  builtServer,
  newProject,
  overStdio,
  run,
  runNode,
  testProject,
} from "../../harness/new/project.js";

const test = suite("new --from");

test("`listServer` sends the given headers to an HTTP server", async () => {
  const keys: unknown[] = [];
  const server = await serve((request, response) => {
    keys.push(request.headers["x-key"]);
    response.writeHead(401).end();
  });
  const said = await getRefusal(`${server.url}/mcp`, {
    headers: { "X-Key": "1" },
  });
  await server.close();
  assert.match(said, /MCP621: .*requires authentication/);
  assert.ok(keys.length > 0 && keys.every((key) => key === "1"));
});

for (const status of [401, 403])
  test(`\`listServer\` reports that a server requires authentication if \`tools/list\` fails with status ${status}`, async () => {
    const result = {
      protocolVersion: "2025-06-18",
      capabilities: { tools: {} },
      serverInfo: { name: "s", version: "1" },
    };
    const server = await serve((request, response) => {
      let text = "";
      request.on("data", (chunk) => (text += String(chunk)));
      request.on("end", () => {
        const { id, method } = (text ? JSON.parse(text) : {}) as {
          readonly id?: number;
          readonly method?: string;
        };
        if (method === "tools/list") response.writeHead(status).end();
        else if (method !== "initialize") response.writeHead(202).end();
        else {
          response.writeHead(200, { "content-type": "application/json" });
          response.end(JSON.stringify({ jsonrpc: "2.0", id, result }));
        }
      });
    });
    const said = await getRefusal(`${server.url}/mcp`);
    await server.close();
    assert.match(said, /MCP621: .*requires authentication/);
  });

/**
 * Source code of a server that answers each method with a given result. In the
 * result, `#` is replaced by the request id.
 */
const RAW_SERVER = `
import { createInterface } from "node:readline";
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method } = JSON.parse(line);
  const result = JSON.parse(process.argv[2].replaceAll("#", id))[method];
  const answer = result ? { result } : { error: { code: -32603, message: "No" } };
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: "2.0", id, ...answer }));
}
`;

/** Returns the command line of a server that sends the given answers. */
function rawServer(answers: Readonly<Record<string, object>>): string {
  const file = join(folderWith({ "server.mjs": RAW_SERVER }), "server.mjs");
  return `"${process.execPath}" "${file}" '${JSON.stringify(answers)}'`;
}

for (const [chosen, spoken] of [
  ["2026-07-28", "2024-11-05"],
  ["2026-07-28", "2025-03-26, 2025-06-18"],
] as const)
  test(`\`new client --rev ${chosen}\` rejects a server that supports only ${spoken}`, async () => {
    const made = join(temporaryFolder(), "made");
    const from = `${process.execPath} ${await example(spoken.replace(" ", ""), "weather.ts")}`;
    const args = ["client", made, "--from", from, "--rev", chosen];
    const { code, stderr } = await run("new", ...args);
    assert.is(code, 2);
    const message = `MCP623: The server ${from} supports ${spoken}, but not ${chosen.replace(",", ", ")}`;
    assert.ok(stderr.includes(message), stderr);
    assert.not.ok(existsSync(made));
  });

/**
 * Server whose tool name consists of the values of two environment variables.
 */
const OF_ENVIRONMENT = `
import { createServer, stdio, tools } from "./server.js";
const { KEY, MINE } = process.env;
const all = { [KEY + "_" + MINE]: { handler: () => "" } };
await createServer({ name: "x", version: "1" }, tools(all)).connect(stdio());`;

test("the values of `--env` and secrets in the command are passed to the server, but not written to a file", async () => {
  const file = await program("2025-06-18", OF_ENVIRONMENT);
  const from = `${process.execPath} ${file}`;
  process.env["MINE"] = "mine";
  // The value of `--env` replaces the value in the whole environment.
  process.env["KEY"] = "shell";
  for (const [inheritEnv, name] of [
    [false, "a_undefined"],
    [true, "a_mine"],
  ] as const) {
    const { listing } = await listTools(from, {
      env: { KEY: "a" },
      inheritEnv,
    });
    assert.is(listing.tools[0]?.name, name);
  }
  const command = `${from} --token secret postgres://me:secret@db/`;
  const given = [
    "--rev",
    "2025-06-18",
    "--from",
    command,
    "--env",
    "KEY=secret",
  ];
  const { folder, made } = await newProject("client", given);
  assert.match(
    made.stderr,
    /MCP624: mcp\.json reads KEY, TOKEN, CREDENTIALS from/,
  );
  const tree = readTree(folder);
  const config = JSON.parse(tree["mcp.json"] ?? "") as {
    mcpServers: { x: { env: object; args: string[] } };
  };
  const { env, args } = config.mcpServers.x;
  assert.equal(env, { KEY: "${KEY}" });
  const hidden = ["--token", "${TOKEN}", "postgres://${CREDENTIALS}@db/"];
  assert.equal(args.slice(1), hidden);
  assert.is(tree["mcp.json"], `${JSON.stringify(config, null, 2)}\n`);
  assert.not.match(tree["package.json"] ?? "", "secret");
});

const opened = (protocolVersion: string, capabilities: object = {}) => ({
  protocolVersion,
  capabilities,
  serverInfo: { name: "x", version: "1" },
});

test("a warning of `listServer` contains at most 2,000 characters of a server's error message", async () => {
  const from = rawServer({
    initialize: opened("2025-06-18", { tools: {}, prompts: {} }),
    "tools/list": { tools: [] },
  });
  const long = from.replace("server.mjs", "long.mjs");
  const [, file = ""] = /"([^"]+long\.mjs)"/.exec(long) ?? [];
  writeFileSync(file, RAW_SERVER.replace('"No"', '"No".repeat(100_000)'));
  const { warnings } = await listTools(long);
  const [{ message = "" } = {}] = warnings;
  assert.is(message.split("No").length - 1, 1_000);
});

test("`listServer` skips invalid tools and prompts of a server, and warns about each of them", async () => {
  const from = rawServer({
    initialize: opened("2025-06-18", { tools: {}, prompts: {}, resources: {} }),
    "tools/list": {
      tools: ["a", 5, "a", "not a name", "b"].map((name) =>
        typeof name === "string" ? { name, inputSchema: OBJECT } : name,
      ),
    },
    "prompts/list": { prompts: [{ name: "p", description: 5 }, { name: "q" }] },
    "resources/templates/list": { resourceTemplates: [] },
  });
  const { listing, warnings } = await listTools(from);
  const kept = [...listing.tools, ...listing.prompts];
  assert.is(kept.map(({ name }) => name).join(), "a,b,q");
  assert.is(warnings.length, 5);
  const all = warnings.map(({ message }) => message).join("\n");
  assert.match(all, "resources/list with the error: No");
});

const execution = (taskSupport: string) => ({ execution: { taskSupport } });
const OBJECT = { type: "object", properties: { a: true } };

const HINTS = { title: "Plain", mine: 1, readOnlyHint: "yes" };
const ICONS = [{ src: 5 }, { src: "https://x.example/y.png" }];
const PLAIN = { inputSchema: { ...OBJECT, "x-y": 1 }, annotations: HINTS };
const LISTING = { inputSchema: OBJECT, outputSchema: { type: "array" } };
const ARGUMENTS = [{ name: "a", more: 1 }];
const TEMPLATE = { uriTemplate: "x://{a}", name: "t", title: "T" };

/**
 * Listing (tools, resources and prompts of a server) with members that some
 * revisions do not have, or have with other types. The tools have
 * `execution.taskSupport`, as in the listings of SDKs.
 */
const ODD = {
  "tools/list": {
    tools: [
      {
        name: "plain",
        ...PLAIN,
        ...execution("forbidden"),
        icons: ICONS,
        extra: 1,
      },
      { name: "listing", ...LISTING, ...execution("optional") },
    ],
  },
  "prompts/list": { prompts: [{ name: "p", title: 5, arguments: ARGUMENTS }] },
  "resources/list": {
    resources: [{ uri: "x://r", name: "r", annotations: { priority: 2 } }],
  },
  "resources/templates/list": { resourceTemplates: [TEMPLATE] },
};

/** Expected warnings about the listing ODD, by revision. */
const LEFT_OUT = parseCases(`
# 2024-11-05
=> plain: "annotations" of tools does not exist in 2024-11-05
=> listing: "outputSchema" of tools does not exist in 2024-11-05
=> t: "title" of resources does not exist in 2024-11-05
# 2025-11-25
=> plain: "annotations.mine" of tools does not exist in 2025-11-25
=> listing: The tool can run as a task
=> listing: In 2025-11-25, "outputSchema" of tools needs "type"
=> p: In 2025-11-25, "title" of prompts must be string
`);
const BUILT = sample(LEFT_OUT, 1).map(([rev]) => rev);

for (const [rev, , left] of LEFT_OUT)
  test(`\`new server --from\` omits members that ${rev} does not define, and warns about each of them`, async () => {
    const capabilities = { tools: {}, prompts: {}, resources: {} };
    const from = rawServer({ ...ODD, initialize: opened(rev, capabilities) });
    const args = ["--from", from, "--rev", rev];
    const { folder, made } = await newProject("server", args);
    for (const text of left) assert.match(made.stderr, `MCP618: ${text}`);
    assert.not.match(made.stderr, /plain: .*(execution|tasks)/);
    if (!BUILT.includes(rev)) return;
    await buildProject(folder);
    assert.is(await testProject(folder), 2);
    await overStdio(builtServer(folder), rev, async (client) => {
      const [plain, listing, ...more] = (await client.listTools()).tools;
      assert.equal([plain?.name, listing?.name], ["plain", "listing"]);
      assert.equal(more, []);
    });
  });

for (const args of sample([[], ["--rev", "2025-11-25"]], 1))
  test(`a project that \`${["new client --from", ...args].join(" ")}\` created connects to its server`, async () => {
    const version = args[1] ?? "2024-11-05";
    const inputSchema = { type: "object" };
    const tool = { name: "a", inputSchema, ...execution("optional") };
    const from = rawServer({
      initialize: opened(version, { tools: {} }),
      "tools/list": { tools: [tool] },
    });
    const { folder } = await newProject("client", ["--from", from, ...args]);
    await buildProject(folder);
    assert.is(await testProject(folder), 4);
    const main = join(folder, "dist/src/main.js");
    const { stdout, stderr } = await runNode([main], folder);
    assert.is(stdout, "tool x__a\n", stderr);
  });

type Address = Partial<Parameters<typeof listServer>[0]>;

function listTools(from: string, more: Address = {}) {
  return listServer({ timeout: 20_000, ...more, from }, datedRevisions());
}

async function getRefusal(from: string, more: Address = {}): Promise<string> {
  const [first] = await getFailures(() => listTools(from, more));
  return `${first?.code}: ${first?.message} ${first?.cause} ${first?.fix}`;
}

const node = process.execPath;
const WAITS = "setInterval(() => {}, 1000)";
const MANY = `import { createServer, stdio, tools } from "./server.js";
const all = Object.fromEntries(Array.from({ length: 1001 }, (_, n) => ["t" + n, { handler: () => "" }]));
await createServer({ name: "x", version: "1" }, tools(all)).connect(stdio());`;

/** Servers that listServer rejects, with the expected errors. */
const UNUSABLE: Record<string, readonly [string, RegExp, timeout?: number]> = {
  "is not a program": [
    "no-such-program x",
    /MCP620.*could not be started.*Check the spelling of the command/,
  ],
  "is a file without the permission to run": [
    "./package.json",
    /MCP620[^]*EACCES[^]*write `node server\.js` instead of `server\.js`/,
  ],
  "is a missing script": [
    `${node} no-such-server.js`,
    /MCP620[^]*MODULE_NOT_FOUND[^]*Run mcp-codegen in the folder from which/,
  ],
  "writes its input to its output": [
    `${node} -e "process.stdin.pipe(process.stdout)"`,
    /MCP620.* The program writes its input to its output\. /,
    500,
  ],
  "exits at once": [
    `${node} -e "console.error('out of order'); process.exit(1)"`,
    /MCP620[^]* does not answer\. \S+ ended with code 1\. The client started the server twice\. The server printed:\nout of order Start /,
  ],
  "prints text and does not answer": [
    `${node} -e "console.error('out of order'); ${WAITS}"`,
    /MCP620[^]* The server printed:\nout of order Start /,
    500,
  ],
  "prints text that is not a message": [
    `${node} -e "console.log('Hello'); ${WAITS}"`,
    /MCP620.*No answer to initialize.* A line was not JSON: "Hello"\./,
    500,
  ],
  "has an unknown host name": [
    "http://nobody.invalid/mcp",
    /MCP620.*http:\/\/nobody\.invalid\/mcp could not be reached: getaddrinfo/,
  ],
  "speaks an unknown revision": [
    rawServer({ initialize: opened("1999-01-01") }),
    /MCP620.*The server supports 1999-01-01/,
  ],
  "sends an endless number of list pages": [
    rawServer({
      initialize: opened("2025-06-18", { tools: {} }),
      "tools/list": { tools: [], nextCursor: "#" },
    }),
    /MCP622: .* sends more than 1000 pages for tools\/list/,
  ],
  "lists more than 1,000 tools": [
    `${node} ${await program("2025-11-25", MANY)}`,
    /MCP616: .*lists more than 1000 tools/,
  ],
};

for (const [what, [from, said, timeout]] of Object.entries(UNUSABLE))
  test(`\`listServer\` rejects a server that ${what}`, async () =>
    assert.match(await getRefusal(from, timeout ? { timeout } : {}), said));

for (const [most, said] of [
  [0, /MCP622: .* sends more than 0 pages for tools\/list/],
  [1, /^listed$/],
] as const)
  test(`\`listServer\` with a limit of ${most} pages ${most ? "accepts" : "rejects"} a list of one page`, async () => {
    const from = rawServer({
      initialize: opened("2025-06-18", { tools: {} }),
      "tools/list": { tools: [] },
    });
    const address = { from, timeout: 20_000 };
    const listed = listServer(address, ["2025-06-18"], most);
    assert.match(await listed.then(() => "listed", String), said);
  });

test("`listServer` rejects a server that sends the pages of a list too slowly", async () => {
  const from = rawServer({
    initialize: opened("2025-06-18", { tools: {} }),
    "tools/list": { tools: [], nextCursor: "#" },
  });
  const address = { from, timeout: 10_000 };
  const listed = listServer(address, ["2025-06-18"], 1_000, 1e-6);
  const said = await listed.then(() => "listed", String);
  assert.match(said, /MCP622: .* did not send all pages of tools\/list within/);
});

test("`splitCommand` splits a command line as a shell does", () => {
  const words = splitCommand(`node "a b.js" 'c d' e\\ f --x="y z" ""`);
  assert.is(words.join("|"), "node|a b.js|c d|e f|--x=y z|");
});

test.run();
