/** Servers that use the official TypeScript SDK, v1 or v2. */
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
  inputRequired,
  McpServer,
} from "@modelcontextprotocol/server";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";

/** Names of the tools that each SDK server offers. */
export const NAMES = ["ask", "echo", "steps"];
const inputSchema = { type: "object" as const };

/** Messages of the sampling request that the tool `ask` sends. */
const ASKED = [{ role: "user", content: { type: "text", text: "?" } }] as const;

/** Creates a server with SDK v1 for a single session. */
function createV1Core(): Server {
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
      for (const progress of [1, 2, 3])
        await extra.sendNotification({
          method: "notifications/progress",
          params: { progressToken, progress, total: 3 },
        });
    }
    let text = JSON.stringify(params.arguments ?? null);
    if (params.name === "ask") {
      const params = { messages: [...ASKED], maxTokens: 5 };
      const question = { method: "sampling/createMessage", params } as const;
      const answer = extra.sendRequest(question, CreateMessageResultSchema);
      text = (await answer).model;
    }
    return { content: [{ type: "text", text }] };
  });
  return server;
}

/** Starts an HTTP server on a free port. Returns the URL. */
export async function startListening(http: Http): Promise<string> {
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  return `http://127.0.0.1:${(http.address() as { port: number }).port}`;
}

export async function stop(http: Http): Promise<void> {
  http.closeAllConnections();
  http.close();
  await once(http, "close");
}

/** Creates an SDK v1 server for Streamable HTTP. */
export function createV1Server(json: boolean): Http {
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  return createHttp((request, response) => {
    const id = String(request.headers["mcp-session-id"] ?? "");
    const known = sessions.get(id);
    if (known) return void known.handleRequest(request, response);
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      enableJsonResponse: json,
      onsessioninitialized: (session) => void sessions.set(session, transport),
    });
    void createV1Core()
      .connect(transport as Transport)
      .then(() => transport.handleRequest(request, response));
  });
}

/** Creates an SDK v1 server for the legacy SSE transport. */
export function createV1SseServer(): Http {
  const sessions = new Map<string, SSEServerTransport>();
  return createHttp((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://x");
    if (request.method === "GET" && pathname === "/sse") {
      const transport = new SSEServerTransport("/messages", response);
      sessions.set(transport.sessionId, transport);
      return void createV1Core().connect(transport);
    }
    const transport = sessions.get(searchParams.get("sessionId") ?? "");
    if (request.method === "POST" && transport) {
      return void transport.handlePostMessage(request, response);
    }
    response.writeHead(404).end();
  });
}

/**
 * Request state of an input-required result. The client must return it
 * unchanged, including non-ASCII characters.
 */
export const STATE = " é state\u2028";

/** Input-required result of the tool `ask` in SDK v2. */
const QUESTION = inputRequired({
  inputRequests: {
    model: inputRequired.createMessage({ messages: [...ASKED], maxTokens: 9 }),
  },
  requestState: STATE,
});

/**
 * Creates a server with SDK v2. It rejects clients of older revisions if
 * `legacy` is "reject", or serves them without sessions if it is "stateless".
 */
export function createV2Server(legacy: "reject" | "stateless"): Http {
  const handler = createMcpHandler(
    () => {
      const server = new McpServer({ name: "sdk", version: "2" });
      for (const name of NAMES) {
        const schema = fromJsonSchema<{ text?: string }>(inputSchema);
        const config = { description: name, inputSchema: schema };
        server.registerTool(name, config, (args, { mcpReq }) => {
          const answers = mcpReq.inputResponses as
            { model?: { model: string } } | undefined;
          if (name === "ask" && !answers?.model) return QUESTION;
          const text = answers?.model?.model ?? JSON.stringify(args);
          return { content: [{ type: "text", text }] };
        });
      }
      return server;
    },
    { legacy },
  );
  const node = toNodeHandler(handler);
  return createHttp(
    (request, response) => void node(request as never, response),
  );
}
