/** Valid messages that clients and servers send to each other. */

export const TOOL = (n: number) => ({
  name: `tool_${n}`,
  title: `Tool number ${n}`,
  description: "Looks up the weather for a place, and says how sure it is.",
  inputSchema: {
    type: "object",
    properties: {
      place: { type: "string", description: "City or coordinates" },
      days: { type: "integer", minimum: 1, maximum: 14 },
    },
    required: ["place"],
  },
  outputSchema: {
    type: "object",
    properties: { temperature: { type: "number" } },
    required: ["temperature"],
  },
  annotations: { readOnlyHint: true, openWorldHint: true },
});

export const tools = (count: number) => ({
  tools: Array.from({ length: count }, (_, n) => TOOL(n)),
  nextCursor: "page-2",
});

const MESSAGE = (n: number) => ({
  role: n % 2 === 0 ? "user" : "assistant",
  content: { type: "text", text: `What about the weather, time ${n}?` },
});

export const INITIALIZE = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: "2025-06-18",
    capabilities: { roots: { listChanged: true }, sampling: {} },
    clientInfo: { name: "client", title: "A client", version: "1.0.0" },
  },
};

export const CALL = {
  jsonrpc: "2.0",
  id: 7,
  method: "tools/call",
  params: {
    name: "get_weather",
    arguments: { place: "Ghent", days: 3, units: "metric" },
    _meta: { progressToken: "p7" },
  },
};

export const SAMPLING = {
  jsonrpc: "2.0",
  id: 11,
  method: "sampling/createMessage",
  params: {
    messages: Array.from({ length: 12 }, (_, n) => MESSAGE(n)),
    modelPreferences: {
      hints: [{ name: "large" }, { name: "small" }],
      costPriority: 0.2,
      speedPriority: 0.5,
      intelligencePriority: 0.9,
    },
    systemPrompt: "You are brief.",
    includeContext: "thisServer",
    temperature: 0.7,
    maxTokens: 400,
    stopSequences: ["END"],
  },
};

export const PROMPT = {
  description: "Reviews code",
  messages: [
    MESSAGE(0),
    MESSAGE(1),
    {
      role: "user",
      content: {
        type: "resource",
        resource: { uri: "file:///a.ts", mimeType: "text/plain", text: "a" },
      },
    },
    {
      role: "assistant",
      content: { type: "image", data: "aGVsbG8=", mimeType: "image/png" },
    },
  ],
};

export const PROGRESS = {
  jsonrpc: "2.0",
  method: "notifications/progress",
  params: { progressToken: "p7", progress: 0.4, total: 1, message: "Halfway" },
};

export const text = (length: number) =>
  "The quick brown fox. ".repeat(length / 21);

export const answer = (content: unknown) => ({
  content: [content],
  isError: false,
});

export const CLIENT_REQUESTS: readonly (readonly [string, unknown])[] = [
  ["initialize", INITIALIZE],
  ["ping", { jsonrpc: "2.0", id: 2, method: "ping" }],
  [
    "tools/list",
    { jsonrpc: "2.0", id: 3, method: "tools/list", params: { cursor: "c" } },
  ],
  ["tools/call", CALL],
  [
    "resources/read",
    {
      jsonrpc: "2.0",
      id: 4,
      method: "resources/read",
      params: { uri: "file:///a/b.txt" },
    },
  ],
  [
    "prompts/get",
    {
      jsonrpc: "2.0",
      id: 5,
      method: "prompts/get",
      params: { name: "review", arguments: { code: "let a", lang: "ts" } },
    },
  ],
  [
    "completion/complete",
    {
      jsonrpc: "2.0",
      id: 6,
      method: "completion/complete",
      params: {
        ref: { type: "ref/prompt", name: "review" },
        argument: { name: "lang", value: "t" },
      },
    },
  ],
];
