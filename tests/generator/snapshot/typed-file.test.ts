/**
 * Tests of the file that `types` writes: its types, and calls through the
 * clients of mcp-codegen and of both versions of the official SDK.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { toListing } from "../../../generator/new/manifest/listing.js";
import {
  createSnapshot,
  readSnapshotFile,
} from "../../../generator/snapshot/snapshot.js";
import { writeTypedFile } from "../../../generator/snapshot/typed-file.js";
import { generated, program } from "../../harness/generated/load.js";
import { runNode } from "../../harness/new/project.js";
import {
  copyModules,
  NODE,
  typeCheck,
} from "../../harness/program/compiler.js";
import { temporaryFolder, writeTree } from "../../harness/program/folders.js";
import { getOutput } from "../../harness/run/shared-output.js";

const test = suite("snapshot: typed file");

const object = (properties: object, required: string[] = []) => ({
  type: "object",
  properties,
  required,
});

const LISTING = toListing({
  tools: [
    {
      name: "get_weather",
      description: "Ends a comment: */ and `${x}`",
      inputSchema: object({ city: { type: "string" } }, ["city"]),
      outputSchema: object({ degrees: { type: "number" } }, ["degrees"]),
    },
    { name: "get-weather", inputSchema: object({}) },
    {
      name: "text",
      inputSchema: object({
        Promise: { enum: ["\n/* snapshot begin */\n", "\u2028"] },
      }),
    },
  ],
  prompts: [
    {
      name: "it's",
      arguments: [{ name: "a b", required: true }, { name: "c" }],
    },
  ],
  resources: [{ uri: 'file:///a"b', name: "a" }],
  resourceTemplates: [{ uriTemplate: "file:///{path}", name: "b" }],
});

const snapshot = createSnapshot({ listing: LISTING }, { from: "tools.json" });
const typedFile = join(temporaryFolder(), "typed.ts");
await writeTypedFile(typedFile, snapshot);
const typed = readFileSync(typedFile, "utf8");

/** Program that calls the server with each kind of client. */
const PROGRAM = `
import { Client as Sdk1 } from "@modelcontextprotocol/sdk/client/index.js";
import { Client as Sdk2 } from "@modelcontextprotocol/client";
import type { Client } from "./client.js";
import { fromSdk, typed, type ResourceUri } from "./typed.js";

export async function call(client: Client, sdk1: Sdk1, sdk2: Sdk2): Promise<number[]> {
  const servers = [typed(client), typed(sdk2), typed(fromSdk(sdk1))] as const;
  const found: number[] = [];
  for (const server of servers) {
    const { degrees } = await server.tools.get_weather({ city: "Oslo" }, { timeout: 1_000 });
    found.push(degrees);
    const [block] = await server.tools["get-weather"]({});
    const type: string | undefined = block?.type;
    const { messages } = await server.prompts["it's"]({ "a b": String(type) });
    const uri: ResourceUri = "file:///a\\"b";
    const { contents } = await server.readResource(uri);
    found.push(messages.length, contents.length);
  }
  const [server] = servers;
  // @ts-expect-error The argument is required.
  await server.tools.get_weather({});
  // @ts-expect-error The server has no such tool.
  server.tools.other;
  // @ts-expect-error The argument of the prompt is required.
  await server.prompts["it's"]({});
  return found;
}
`;

const OPTIONS = {
  ...NODE,
  lib: ["ES2022", "DOM"],
  declaration: true,
  skipLibCheck: true,
};

test("the generated types of a server compile with the clients of mcp-codegen and of both SDKs", async () => {
  const { folder } = copyModules(await getOutput("2025-11-25"));
  writeTree(folder, { "typed.ts": typed, "program.ts": PROGRAM });
  const options = {
    ...OPTIONS,
    isolatedDeclarations: true,
    erasableSyntaxOnly: true,
  };
  const files = ["typed.ts", "program.ts"];
  assert.is(await typeCheck(folder, { options, files }), "");
});

test("the generated types of a server compile with TypeScript 5.4", async () => {
  const folder = temporaryFolder();
  writeTree(folder, { "typed.ts": typed });
  const compiler = "typescript-5.4";
  assert.is(await typeCheck(folder, { options: OPTIONS, compiler }), "");
});

test("a snapshot of a server's tools is the same after it was written to a file and read again", () => {
  assert.equal(readSnapshotFile(typedFile).snapshot, snapshot);
});

test("the generated function `typed` returns the structured content of a tool call", async () => {
  await generated("2025-11-25");
  const file = await program(
    "2025-11-25",
    `${typed}
const results = [
  { content: [], structuredContent: { degrees: 3 } },
  { content: [{ type: "text", text: "No city" }], isError: true },
  { content: [] },
];
const client = {
  callTool: async () => results.shift() ?? {},
  getPrompt: async () => ({}),
  readResource: async (params: object) => params,
};
const server = typed(client);
for (const _ of [1, 2, 3])
  console.log(await server.tools.get_weather({ city: "x" }).catch((error: unknown) => String(error)));
console.log(await server.readResource("file:///a\\"b"));
`,
  );
  const { stdout } = await runNode([file], temporaryFolder());
  assert.equal(stdout.split("\n").slice(0, 4), [
    "{ degrees: 3 }",
    "Error: The tool get_weather failed: No city",
    "Error: The result of the tool get_weather has no structured content",
    `{ uri: 'file:///a"b' }`,
  ]);
});

test("clients of both versions of the official SDK call a server through the generated function `typed`", async () => {
  const server = await program(
    "2025-11-25",
    `
import { createServer, stdio, tools } from "./server.js";
const handlers = tools({
  get_weather: {
    inputSchema: ${JSON.stringify(LISTING.tools[0]?.["inputSchema"])},
    outputSchema: ${JSON.stringify(LISTING.tools[0]?.["outputSchema"])},
    handler: ({ city }) => ({ structuredContent: { degrees: city.length } }),
  },
});
await createServer({ name: "a", version: "1" }, handlers).connect(stdio({ exit: true }));
`,
  );
  const client = await program(
    "2025-11-25",
    `${typed}
import { Client as Sdk1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as Stdio1 } from "@modelcontextprotocol/sdk/client/stdio.js";
import { Client as Sdk2 } from "@modelcontextprotocol/client";
import { StdioClientTransport as Stdio2 } from "@modelcontextprotocol/client/stdio";
const info = { name: "sdk", version: "1" };
const command = { command: process.execPath, args: [process.argv[2]] };
const sdk1 = new Sdk1(info);
await sdk1.connect(new Stdio1(command));
const sdk2 = new Sdk2(info);
await sdk2.connect(new Stdio2(command));
for (const server of [typed(fromSdk(sdk1)), typed(sdk2)])
  console.log(await server.tools.get_weather({ city: "Oslo" }, { timeout: 10_000 }));
await sdk1.close();
await sdk2.close();
`,
  );
  const { stdout, stderr } = await runNode([client, server], temporaryFolder());
  assert.is(stdout, "{ degrees: 4 }\n{ degrees: 4 }\n", stderr);
});

test.run();
