/** Servers made with the official SDK, first and second generation. */
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

/** Tools of every server. */
export const NAMES = ["ask", "echo", "steps"];
const inputSchema = { type: "object" as const };

/** What a model is asked. */
const ASKED = [{ role: "user", content: { type: "text", text: "?" } }] as const;

/** A server of the first generation, for one session. */
function createV1Tools(): Server {
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

/** Starts to listen; the address. */
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

/** The first generation's server, over its newer transport. */
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
    void createV1Tools()
      .connect(transport as Transport)
      .then(() => transport.handleRequest(request, response));
  });
}

/** The first generation's server, over its older transport. */
export function createV1SseServer(): Http {
  const sessions = new Map<string, SSEServerTransport>();
  return createHttp((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://x");
    if (request.method === "GET" && pathname === "/sse") {
      const transport = new SSEServerTransport("/messages", response);
      sessions.set(transport.sessionId, transport);
      return void createV1Tools().connect(transport);
    }
    const transport = sessions.get(searchParams.get("sessionId") ?? "");
    if (request.method === "POST" && transport) {
      return void transport.handlePostMessage(request, response);
    }
    response.writeHead(404).end();
  });
}

/** State that has to come back as it is. */
export const STATE = " é state\u2028";

/** What the second generation needs before it answers `ask`. */
const QUESTION = inputRequired({
  inputRequests: {
    model: inputRequired.createMessage({ messages: [...ASKED], maxTokens: 9 }),
  },
  requestState: STATE,
});

/** The second generation's server; what it does with others than the newest. */
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
