/**
 * Servers to measure. Each server offers the same tool and is bundled into one
 * file.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { generate } from "../../generator/pipeline/generate.js";
import { datedRevisions } from "../../generator/source/revisions.js";
import { PACKAGE_ROOT } from "../../generator/support/package.js";

/** Transport of a server; `fetch` is a fetch handler behind `@hono/node-server`. */
export type Kind = "stdio" | "http" | "fetch";
export const KINDS: readonly Kind[] = ["stdio", "http", "fetch"];
export type Lifecycle = "initialize" | "stateless";

export interface Program {
  readonly name: string;
  readonly kind: Kind;
  readonly lifecycle: Lifecycle;
  /** Path of a bundle that Node.js runs. */
  readonly file: string;
}

export const BARE = "bare loop";
/**
 * Name of a second run of the baseline server. The difference between the two
 * runs shows the measurement noise.
 */
export const BARE_REPEATED = "bare loop, once more";
export const OURS = "mcp-codegen";
/** Name of the server that supports all dated revisions, over HTTP with sessions. */
export const OURS_ALL = "mcp-codegen, all revisions";

/**
 * Revision for which code is generated, for each lifecycle: with an
 * `initialize` handshake, or stateless.
 */
export const GENERATED: Readonly<Record<Lifecycle, string>> = {
  initialize: "2025-06-18",
  stateless: "2026-07-28",
};

export const SCHEMA = `{
  type: "object",
  properties: { a: { type: "number" }, b: { type: "number" } },
  required: ["a", "b"],
}`;

/**
 * Source code of the baseline server, called the bare loop. It parses,
 * dispatches and prints messages without any validation or limits.
 */
const bareAnswers = (lifecycle: Lifecycle): string => `
const inputSchema = ${SCHEMA};
const more = ${
  lifecycle === "initialize"
    ? "{}"
    : '{ resultType: "complete", _meta: { "io.modelcontextprotocol/serverInfo": { name: "bare", version: "1" } } }'
};
const handlers = {
  initialize: () => ({
    protocolVersion: "${GENERATED.initialize}",
    capabilities: { tools: {} },
    serverInfo: { name: "bare", version: "1" },
  }),
  "server/discover": () => ({
    supportedVersions: ["${GENERATED.stateless}"],
    capabilities: { tools: {} }, ttlMs: 0, cacheScope: "private", ...more,
  }),
  "tools/list": () => ({ tools: [{ name: "add", inputSchema }], ...more }),
  "tools/call": ({ arguments: { a, b } }) => ({
    content: [{ type: "text", text: String(a + b) }], ...more,
  }),
};
const answer = ({ id, method, params }) =>
  id === undefined
    ? ""
    : JSON.stringify({ jsonrpc: "2.0", id, result: handlers[method](params) });
`;

/** Source code that serves the function `fetch` over HTTP. */
const adapter = `
import { serve } from "@hono/node-server";
serve({ fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) =>
  process.send({ url: \`http://127.0.0.1:\${port}/mcp\` }));`;

export const bareServer: Readonly<
  Record<Kind, (lifecycle: Lifecycle) => string>
> = {
  stdio: (lifecycle) => `${bareAnswers(lifecycle)}
let rest = "";
process.stdin.setEncoding("utf8");
process.stdin.on("data", (chunk) => {
  const lines = (rest + chunk).split("\\n");
  rest = lines.pop();
  for (const line of lines) {
    const text = answer(JSON.parse(line));
    if (text) process.stdout.write(text + "\\n");
  }
});`,
  http: (lifecycle) => `${bareAnswers(lifecycle)}
import { createServer } from "node:http";
const server = createServer((request, response) => {
  if (request.method === "GET") {
    response.writeHead(200, { "content-type": "text/event-stream" });
    return void response.flushHeaders();
  }
  let body = "";
  request.setEncoding("utf8");
  request.on("data", (chunk) => (body += chunk));
  request.on("end", () => {
    const text = answer(JSON.parse(body));
    response.writeHead(text ? 200 : 202, {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(text),
    });
    response.end(text);
  });
});
server.listen(0, "127.0.0.1", () =>
  process.send({ url: \`http://127.0.0.1:\${server.address().port}/mcp\` }));`,
  fetch: (lifecycle) => `${bareAnswers(lifecycle)}
const fetch = async (request) => {
  if (request.method === "GET") {
    const headers = { "content-type": "text/event-stream" };
    return new Response(new ReadableStream(), { headers });
  }
  const text = answer(await request.json());
  const headers = { "content-type": "application/json" };
  return new Response(text || null, { status: text ? 200 : 202, headers });
};${adapter}`,
};

const ours: Readonly<Record<Kind, (lifecycle: Lifecycle) => string>> = {
  stdio: (lifecycle) => `
import { createServer, stdio, tools } from "./${GENERATED[lifecycle]}/server.js";
${oursBody}
await server.connect(stdio());`,
  http: (lifecycle) =>
    oursOverHttp(`./${GENERATED[lifecycle]}/server.js`, lifecycle),
  fetch: (lifecycle) => `
import { createServer, fetchHandler, tools } from "./${GENERATED[lifecycle]}/server.js";
${oursBody}
const fetch = fetchHandler(server, {${lifecycle === "initialize" ? " maxSessions: 20_000 " : ""}});${adapter}`,
};

const oursOverHttp = (module: string, lifecycle: Lifecycle): string => `
import { createServer, listen, tools } from "${module}";
${oursBody}
const { url } = await listen(server, { port: 0${lifecycle === "initialize" ? ", maxSessions: 20_000" : ""} });
process.send({ url });`;

const oursBody = `
const server = createServer({ name: "ours", version: "1" }, tools({
  add: {
    inputSchema: ${SCHEMA},
    handler: ({ a, b }) => String(a + b),
  },
}));`;

const sdk1Server = `
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
const make = () => {
  const server = new McpServer({ name: "sdk1", version: "1" });
  server.registerTool("add", { inputSchema: { a: z.number(), b: z.number() } },
    ({ a, b }) => ({ content: [{ type: "text", text: String(a + b) }] }));
  return server;
};`;

const sdk2Server = `
import { fromJsonSchema, McpServer } from "@modelcontextprotocol/server";
const make = () => {
  const server = new McpServer({ name: "sdk2", version: "1" });
  server.registerTool("add", { inputSchema: fromJsonSchema(${SCHEMA}) },
    ({ a, b }) => ({ content: [{ type: "text", text: String(a + b) }] }));
  return server;
};`;

const listening = `
http.listen(0, "127.0.0.1", () =>
  process.send({ url: \`http://127.0.0.1:\${http.address().port}/mcp\` }));`;

/**
 * Source code of each server, by name. The code follows the examples in the
 * documentation of the SDKs.
 */
const SOURCES: Readonly<Record<string, Partial<Record<Kind, string>>>> = {
  "SDK v1": {
    stdio: `${sdk1Server}
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
await make().connect(new StdioServerTransport());`,
    http: `${sdk1Server}
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
const sessions = new Map();
const http = createServer((request, response) => {
  const known = sessions.get(request.headers["mcp-session-id"]);
  if (known) return void known.handleRequest(request, response);
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    enableJsonResponse: true,
    onsessioninitialized: (id) => void sessions.set(id, transport),
  });
  void make().connect(transport).then(() => transport.handleRequest(request, response));
});${listening}`,
  },
  "SDK v2": {
    stdio: `${sdk2Server}
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
await make().connect(new StdioServerTransport());`,
  },
  "SDK v2, stateless": {
    stdio: `${sdk2Server}
import { serveStdio } from "@modelcontextprotocol/server/stdio";
await serveStdio(make);`,
    http: `${sdk2Server}
import { createServer } from "node:http";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { toNodeHandler } from "@modelcontextprotocol/node";
const node = toNodeHandler(createMcpHandler(make));
const http = createServer((request, response) => void node(request, response));${listening}`,
    fetch: `${sdk2Server}
import { createMcpHandler } from "@modelcontextprotocol/server";
const handler = createMcpHandler(make);
const fetch = (request) => handler.fetch(request);${adapter}`,
  },
};

/** Bundles a program into one file and returns its path. */
export async function bundleProgramText(
  folder: string,
  name: string,
  text: string,
): Promise<string> {
  const entry = join(folder, `${name}.mjs`);
  const file = join(folder, `${name}.bundle.mjs`);
  writeFileSync(entry, text);
  await build({
    entryPoints: [entry],
    outfile: file,
    bundle: true,
    minify: true,
    format: "esm",
    platform: "node",
    target: "node20",
    logLevel: "error",
    // Define `require`: bundled CommonJS packages use it to load Node's
    // built-in modules.
    banner: {
      js: 'import { createRequire as requireOf } from "node:module"; const require = requireOf(import.meta.url);',
    },
  });
  return file;
}

/**
 * Writes all programs to a temporary folder and bundles each of them. The
 * returned function `remove` deletes the folder.
 */
export async function makePrograms(): Promise<{
  readonly programs: readonly Program[];
  readonly remove: () => void;
}> {
  const folder = mkdtempSync(join(PACKAGE_ROOT, "bench/node_modules/.server-"));
  await generate({ revisions: datedRevisions(), out: folder });
  const programs: Program[] = [];
  const add = async (
    name: string,
    kind: Kind,
    lifecycle: Lifecycle,
    text: string,
  ): Promise<void> => {
    const file = await bundleProgramText(folder, String(programs.length), text);
    programs.push({ name, kind, lifecycle, file });
  };
  for (const kind of KINDS)
    for (const lifecycle of ["initialize", "stateless"] as const) {
      await add(BARE, kind, lifecycle, bareServer[kind](lifecycle));
      await add(BARE_REPEATED, kind, lifecycle, bareServer[kind](lifecycle));
      await add(OURS, kind, lifecycle, ours[kind](lifecycle));
      if (kind === "http" && lifecycle === "initialize")
        await add(
          OURS_ALL,
          kind,
          lifecycle,
          oursOverHttp("./server.js", lifecycle),
        );
      for (const [name, texts] of Object.entries(SOURCES)) {
        const text = texts[kind];
        const same =
          name.endsWith(", stateless") === (lifecycle === "stateless");
        if (text && same)
          await add(name.split(",")[0] ?? name, kind, lifecycle, text);
      }
    }
  return {
    programs,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
