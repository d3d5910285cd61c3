/** Our clients use the official SDK's servers, first and second generation. */
import { randomUUID } from "node:crypto";
import { createServer as createHttp, type Server as Http } from "node:http";
import { once } from "node:events";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { SSEServerTransport } from "@modelcontextprotocol/sdk/server/sse.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import {
  CallToolRequestSchema,
  CreateMessageResultSchema,
  ListToolsRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import {
  createMcpHandler,
  fromJsonSchema,
  McpServer,
} from "@modelcontextprotocol/server";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { generated } from "./programs.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";

const test = suite("SDK servers");

interface ClientModule {
  createClient(
    info: object,
    handlers: object,
    options: object,
  ): {
    connect(transport: unknown): Promise<void>;
    readonly server: { readonly version: string };
    listTools(): Promise<{ tools: { name: string }[] }>;
    callTool(params: object, options?: object): Promise<Result>;
    close(): Promise<void>;
  };
  http(url: string): unknown;
}

interface Result {
  readonly content: readonly { readonly text?: string }[];
}

const NAMES = ["ask", "echo", "steps"];
const inputSchema = { type: "object" as const };

/** A server of the first generation, for one session. */
function oldServer(): Server {
  const server = new Server(
    { name: "sdk", version: "1" },
    { capabilities: { tools: {}, logging: {} } },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: NAMES.map((name) => ({ name, inputSchema })),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    const progressToken = params._meta?.progressToken;
    if (params.name === "steps" && progressToken !== undefined) {
      for (const progress of [1, 2, 3]) {
        await extra.sendNotification({
          method: "notifications/progress",
          params: { progressToken, progress, total: 3 },
        });
      }
    }
    let text = JSON.stringify(params.arguments ?? null);
    if (params.name === "ask") {
      const question = { role: "user", content: { type: "text", text: "?" } };
      const answer = await extra.sendRequest(
        {
          method: "sampling/createMessage",
          params: { messages: [question as never], maxTokens: 5 },
        },
        CreateMessageResultSchema,
      );
      text = answer.model;
    }
    return { content: [{ type: "text", text }] };
  });
  return server;
}

async function listening(http: Http): Promise<string> {
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  return `http://127.0.0.1:${(http.address() as { port: number }).port}`;
}

async function stop(http: Http): Promise<void> {
  http.closeAllConnections();
  http.close();
  await once(http, "close");
}

/** The first generation's server, over its newer transport. */
function newer(json: boolean): { http: Http; deleted: () => number } {
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  let deleted = 0;
  const http = createHttp((request, response) => {
    const id = String(request.headers["mcp-session-id"] ?? "");
    if (request.method === "DELETE") deleted += 1;
    const known = sessions.get(id);
    if (known) return void known.handleRequest(request, response);
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      enableJsonResponse: json,
      onsessioninitialized: (one) => void sessions.set(one, transport),
    });
    void oldServer()
      .connect(transport as Transport)
      .then(() => transport.handleRequest(request, response));
  });
  return { http, deleted: () => deleted };
}

/** The first generation's server, over its older transport. */
function older(): Http {
  const sessions = new Map<string, SSEServerTransport>();
  return createHttp((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://x");
    if (request.method === "GET" && pathname === "/sse") {
      const transport = new SSEServerTransport("/messages", response);
      sessions.set(transport.sessionId, transport);
      return void oldServer().connect(transport);
    }
    const transport = sessions.get(searchParams.get("sessionId") ?? "");
    if (request.method === "POST" && transport) {
      return void transport.handlePostMessage(request, response);
    }
    response.writeHead(404).end();
  });
}

/** What every server is used for. */
async function use(revision: string, url: string, asks = true): Promise<void> {
  const { createClient, http } = await generated<ClientModule>(
    revision,
    "client",
  );
  const errors: string[] = [];
  const client = createClient(
    { name: "ours", version: "1" },
    {
      "sampling/createMessage": () => ({
        role: "assistant",
        model: "ours",
        content: { type: "text", text: "hi" },
      }),
    },
    { onError: (error: Error) => errors.push(error.message) },
  );
  await client.connect(http(url));
  assert.is(client.server.version, revision);
  const { tools } = await client.listTools();
  assert.equal(tools.map(({ name }) => name).sort(), NAMES);
  const args = { text: "é\u2028\n" };
  const echo = { name: "echo", arguments: args };
  const { content } = await client.callTool(echo);
  assert.equal(JSON.parse(content[0]?.text ?? ""), args);
  const seen: number[] = [];
  const onProgress = ({ progress }: { progress: number }) =>
    void seen.push(progress);
  await client.callTool({ name: "steps", arguments: {} }, { onProgress });
  if (asks) {
    assert.equal(seen, [1, 2, 3]);
    const answer = await client.callTool({ name: "ask", arguments: {} });
    assert.is(answer.content[0]?.text, "ours");
  }
  const many = Array.from({ length: 20 }, () => client.callTool(echo));
  assert.is((await Promise.all(many)).length, 20);
  await client.close();
  assert.equal(errors, []);
}

for (const revision of [
  "2024-11-05",
  "2025-03-26",
  "2025-06-18",
  "2025-11-25",
]) {
  test(`v1, ${revision}, streams`, async () => {
    const { http, deleted } = newer(false);
    await use(revision, `${await listening(http)}/mcp`);
    assert.is(deleted(), 1);
    await stop(http);
  });

  test(`v1, ${revision}, JSON answers`, async () => {
    const { http } = newer(true);
    await use(revision, `${await listening(http)}/mcp`, false);
    await stop(http);
  });
}

test("v1, 2024-11-05, the older transport", async () => {
  const http = older();
  await use("2024-11-05", `${await listening(http)}/sse`);
  await stop(http);
});

for (const [revision, legacy] of [
  ["2026-07-28", "reject"],
  ["2026-07-28", "stateless"],
  ["2025-11-25", "stateless"],
] as const) {
  test(`v2, ${revision}, others: ${legacy}`, async () => {
    const handler = createMcpHandler(
      () => {
        const server = new McpServer({ name: "sdk", version: "2" });
        for (const name of NAMES) {
          const schema = fromJsonSchema<{ text?: string }>(inputSchema);
          const config = { description: name, inputSchema: schema };
          server.registerTool(name, config, (args) => ({
            content: [{ type: "text", text: JSON.stringify(args) }],
          }));
        }
        return server;
      },
      { legacy },
    );
    const node = toNodeHandler(handler);
    const http = createHttp(
      (request, response) => void node(request as never, response),
    );
    await use(revision, `${await listening(http)}/mcp`, false);
    await stop(http);
  });
}

test.run();
