/** What is validated: messages as they cross the wire, whole and broken. */

/** Whose types they are held against. */
export const REVISION = "2025-06-18";

/** One value, as text; every candidate has to say the same of it. */
export interface Case {
  readonly name: string;
  /** The type that it is held against. */
  readonly type: string;
  readonly text: string;
  readonly valid: boolean;
}

const TOOL = (n: number) => ({
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

const tools = (count: number) => ({
  tools: Array.from({ length: count }, (_, n) => TOOL(n)),
  nextCursor: "page-2",
});

const MESSAGE = (n: number) => ({
  role: n % 2 === 0 ? "user" : "assistant",
  content: { type: "text", text: `What about the weather, time ${n}?` },
});

const INITIALIZE = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: "2025-06-18",
    capabilities: { roots: { listChanged: true }, sampling: {} },
    clientInfo: { name: "client", title: "A client", version: "1.0.0" },
  },
};

const CALL = {
  jsonrpc: "2.0",
  id: 7,
  method: "tools/call",
  params: {
    name: "get_weather",
    arguments: { place: "Ghent", days: 3, units: "metric" },
    _meta: { progressToken: "p7" },
  },
};

const SAMPLING = {
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

const PROMPT = {
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

const PROGRESS = {
  jsonrpc: "2.0",
  method: "notifications/progress",
  params: { progressToken: "p7", progress: 0.4, total: 1, message: "Halfway" },
};

const text = (length: number) => "The quick brown fox. ".repeat(length / 21);

const answer = (content: unknown) => ({ content: [content], isError: false });

const CLIENT_REQUESTS: readonly (readonly [string, unknown])[] = [
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

const GOOD: readonly (readonly [name: string, type: string, value: unknown])[] =
  [
    ["initialize", "InitializeRequest", INITIALIZE],
    ["tools/call", "CallToolRequest", CALL],
    ["1 tool", "ListToolsResult", tools(1)],
    ["20 tools", "ListToolsResult", tools(20)],
    ["200 tools", "ListToolsResult", tools(200)],
    ["short text", "CallToolResult", answer({ type: "text", text: "20 °C" })],
    [
      "100 KB text",
      "CallToolResult",
      answer({ type: "text", text: text(102_400) }),
    ],
    [
      "64 KB image",
      "CallToolResult",
      answer({
        type: "image",
        data: "QUJD".repeat(16_384),
        mimeType: "image/png",
      }),
    ],
    ["prompt", "GetPromptResult", PROMPT],
    ["sampling", "CreateMessageRequest", SAMPLING],
    ["progress", "ProgressNotification", PROGRESS],
    [
      "error",
      "JSONRPCError",
      {
        jsonrpc: "2.0",
        id: 9,
        error: { code: -32602, message: "Unknown tool", data: { name: "x" } },
      },
    ],
    ...CLIENT_REQUESTS.map(
      ([method, value]) => [`any: ${method}`, "ClientRequest", value] as const,
    ),
  ];

/** The same with one thing wrong, as late as can be. */
const BAD: readonly (readonly [name: string, type: string, value: unknown])[] =
  [
    [
      "initialize",
      "InitializeRequest",
      {
        ...INITIALIZE,
        params: { ...INITIALIZE.params, clientInfo: { name: "client" } },
      },
    ],
    [
      "tools/call",
      "CallToolRequest",
      { ...CALL, params: { ...CALL.params, name: 7 } },
    ],
    ["1 tool", "ListToolsResult", { tools: [{ ...TOOL(0), name: null }] }],
    [
      "20 tools",
      "ListToolsResult",
      { tools: [...tools(19).tools, { ...TOOL(19), annotations: [] }] },
    ],
    [
      "200 tools",
      "ListToolsResult",
      { tools: [...tools(199).tools, { ...TOOL(199), inputSchema: {} }] },
    ],
    ["short text", "CallToolResult", answer({ type: "txt", text: "20 °C" })],
    [
      "100 KB text",
      "CallToolResult",
      { ...answer({ type: "text", text: text(102_400) }), isError: "no" },
    ],
    [
      "64 KB image",
      "CallToolResult",
      answer({ type: "image", data: "QUJD".repeat(16_384) }),
    ],
    [
      "error",
      "JSONRPCError",
      { jsonrpc: "2.0", id: 9, error: { code: "-32602", message: "No" } },
    ],
    [
      "prompt",
      "GetPromptResult",
      {
        messages: [
          ...PROMPT.messages,
          { role: "user", content: { type: "text", text: 1 } },
        ],
      },
    ],
    [
      "sampling",
      "CreateMessageRequest",
      {
        ...SAMPLING,
        params: {
          ...SAMPLING.params,
          messages: [
            ...SAMPLING.params.messages,
            { role: "system", content: { type: "text", text: "" } },
          ],
        },
      },
    ],
    [
      "progress",
      "ProgressNotification",
      { ...PROGRESS, params: { ...PROGRESS.params, progress: "0.4" } },
    ],
    ["any: no method", "ClientRequest", { jsonrpc: "2.0", id: 1, method: "x" }],
    [
      "any: prompts/get",
      "ClientRequest",
      {
        jsonrpc: "2.0",
        id: 5,
        method: "prompts/get",
        params: { name: "review", arguments: { code: 1 } },
      },
    ],
  ];

export const CASES: readonly Case[] = [
  ...GOOD.map(([name, type, value]) => ({
    name,
    type,
    text: JSON.stringify(value),
    valid: true,
  })),
  ...BAD.map(([name, type, value]) => ({
    name,
    type,
    text: JSON.stringify(value),
    valid: false,
  })),
];

/** Types that the cases need. */
export const TYPES: readonly string[] = [
  ...new Set(CASES.map(({ type }) => type)),
];
