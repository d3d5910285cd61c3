/** Servers whose tools take or return large JSON values. */
import type { ToolProgram } from "../tools/programs.js";

/** Revision of the generated server. */
export const LARGE_REVISION = "2025-06-18";

const ITEM = `{
  type: "object",
  properties: {
    id: { type: "integer" },
    name: { type: "string" },
    price: { type: "number", minimum: 0 },
    tags: { type: "array", items: { type: "string" } },
  },
  required: ["id", "name"],
}`;

/**
 * JSON Schema that describes both the arguments of the tool `count` and the
 * result of the tool `list`.
 */
const LIST = `{
  type: "object",
  properties: { items: { type: "array", items: ${ITEM} } },
  required: ["items"],
}`;

const ITEMS = `const items = Array.from({ length: 10_000 }, (_, id) =>
  ({ id, name: \`item \${id}\`, price: id / 4, tags: ["a", "b"] }));`;

const BARE_TEXT = `${ITEMS}
const handlers = {
  initialize: () => ({
    protocolVersion: "${LARGE_REVISION}",
    capabilities: { tools: {} },
    serverInfo: { name: "bare", version: "1" },
  }),
  "tools/call": ({ name, arguments: given }) => name === "count"
    ? { content: [{ type: "text", text: String(given.items.length) }] }
    : { structuredContent: { items }, content: [{ type: "text", text: JSON.stringify({ items }) }] },
};
let parts = [];
process.stdin.setEncoding("utf8");
process.stdin.on("data", (chunk) => {
  const end = chunk.lastIndexOf("\\n");
  if (end < 0) return void parts.push(chunk);
  const lines = (parts.join("") + chunk.slice(0, end)).split("\\n");
  parts = [chunk.slice(end + 1)];
  for (const line of lines) {
    const { id, method, params } = JSON.parse(line);
    if (id === undefined) continue;
    const answer = { jsonrpc: "2.0", id, result: handlers[method](params) };
    process.stdout.write(JSON.stringify(answer) + "\\n");
  }
});`;

export const LARGE_PROGRAMS: readonly ToolProgram[] = [
  { name: "bare loop", source: BARE_TEXT },
  { name: "bare loop, once more", source: BARE_TEXT },
  {
    name: "mcp-codegen",
    source: `import { createServer, stdio, tools } from "./server.js";
${ITEMS}
const server = createServer({ name: "ours", version: "1" }, tools({
  list: {
    inputSchema: { type: "object" },
    outputSchema: ${LIST},
    handler: () => ({ structuredContent: { items } }),
  },
  count: { inputSchema: ${LIST}, handler: ({ items }) => String(items.length) },
}));
await server.connect(stdio());`,
  },
  {
    name: "SDK v2",
    source: `import { fromJsonSchema, McpServer } from "@modelcontextprotocol/server";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
${ITEMS}
const server = new McpServer({ name: "sdk2", version: "1" });
const list = fromJsonSchema(${LIST});
server.registerTool("list", { inputSchema: fromJsonSchema({ type: "object" }), outputSchema: list },
  () => ({ structuredContent: { items }, content: [{ type: "text", text: JSON.stringify({ items }) }] }));
server.registerTool("count", { inputSchema: list },
  ({ items }) => ({ content: [{ type: "text", text: String(items.length) }] }));
await server.connect(new StdioServerTransport());`,
  },
];
