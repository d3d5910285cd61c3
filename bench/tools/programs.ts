/** Programs with many tools to measure, and minimal programs for comparison. */
import { PEERS } from "../generate/inputs.js";
import { join } from "node:path";

/** Program with many tools, to start in Node.js or to open in an editor. */
export interface ToolProgram {
  readonly name: string;
  readonly source: string;
}

const BARE = "bare loop";
const OURS = "mcp-codegen";
/**
 * Name of the program that defines its tools in the style that the
 * documentation recommends.
 */
export const CONSTANTS = "mcp-codegen, one constant per tool";

/** Path of the TypeScript server that editors run, in version 5.9. */
export const TSSERVER = join(PEERS, "typescript", "lib", "tsserver.js");

/** Revision of the generated server. */
export const TOOLS_REVISION = "2025-11-25";

/**
 * Calls `text` with the numbers from 0 to `count - 1`. Returns the joined
 * source text.
 */
function repeat(count: number, text: (n: number) => string): string {
  return Array.from({ length: count }, (_, n) => text(n)).join("\n");
}

/** Returns the JSON Schema of the arguments of a tool. */
function jsonSchema(n: number): string {
  return `{
  type: "object",
  properties: {
    query${n}: { type: "string", minLength: 1, description: "Text of tool ${n}" },
    limit: { type: "integer", minimum: 1, maximum: 100, default: 20 },
    state: { enum: ["open", "closed", "all"], default: "open" },
    labels: { type: "array", items: { type: "string", pattern: "^[a-z-]*$" } },
    range: {
      type: "object",
      properties: { from: { type: "string" }, to: { type: "string" } },
      required: ["from"],
      additionalProperties: false,
    },
    sort: { anyOf: [{ enum: ["up", "down"] }, { type: "object" }] },
  },
  required: ["query${n}"],
}`;
}

/** Returns the servers with `count` tools whose start is measured. */
export function startPrograms(count: number): ToolProgram[] {
  const tool = (n: number): string =>
    `tool_${n}: { inputSchema: ${jsonSchema(n)}, handler: () => "done" },`;
  const listed = `const definitions = { ${repeat(count, tool)} };`;
  return [
    {
      name: BARE,
      source: `${listed}
process.stdin.on("data", () => {});
process.stdin.on("end", () => process.exit(Object.keys(definitions).length - ${count}));`,
    },
    {
      name: OURS,
      source: `import { createServer, stdio, tools } from "./server.js";
${listed}
const server = createServer({ name: "ours", version: "1" }, tools(definitions));
await server.connect(stdio());`,
    },
    {
      name: "SDK v2",
      source: `import { fromJsonSchema, McpServer } from "@modelcontextprotocol/server";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
${listed}
const server = new McpServer({ name: "sdk2", version: "1" });
for (const [name, { inputSchema }] of Object.entries(definitions))
  server.registerTool(name, { inputSchema: fromJsonSchema(inputSchema) },
    () => ({ content: [{ type: "text", text: "done" }] }));
await server.connect(new StdioServerTransport());
process.stdin.on("end", () => process.exit(0));`,
    },
  ];
}

const zodSchema = (n: number): string =>
  `z.object({ query${n}: z.string(), items: z.array(z.object({ size: z.number() })), state: z.enum(["open", "s${n}"]).optional() })`;

const handler = (n: number, result: string): string =>
  `({ query${n}, items, state }) => {
    const sizes = items.map(({ size }) => size.toFixed()).join();
    const text = query${n}.trim() + sizes + state;
    return ${result};
  }`;

/**
 * Returns TypeScript files to open in an editor. Each file has `count` tools.
 */
export function editedPrograms(count: number): ToolProgram[] {
  const ours = `import { createServer, tool, tools } from "./server.js";
import { z } from "zod";
const info = { name: "a", version: "1" };`;
  return [
    {
      name: "a file without tools and imports",
      source: `export const text = "a".trim();`,
    },
    {
      name: CONSTANTS,
      source: `${ours}
${repeat(count, (n) => `const tool_${n} = tool({ inputSchema: ${zodSchema(n)}, handler: ${handler(n, "text")} });`)}
export const server = createServer(info, tools({ ${repeat(count, (n) => `tool_${n},`)} }));`,
    },
    {
      name: "mcp-codegen, all tools in one call",
      source: `${ours}
export const server = createServer(info, tools({
${repeat(count, (n) => `tool_${n}: { inputSchema: ${zodSchema(n)}, handler: ${handler(n, "text")} },`)}
}));
void tool;`,
    },
    {
      name: "SDK v1",
      source: `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
export const server = new McpServer({ name: "a", version: "1" });
${repeat(count, (n) => `server.registerTool("tool_${n}", { inputSchema: ${zodSchema(n)}.shape }, ${handler(n, '{ content: [{ type: "text", text }] }')});`)}`,
    },
  ];
}
