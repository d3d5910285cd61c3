/**
 * Small messages with one error each, similar to those that servers receive in
 * practice.
 */
import { CLIENT_REQUESTS, PROGRESS, TOOL } from "./messages.js";

/** Invalid value and the type against which it is validated. */
export type Fault = readonly [name: string, type: string, value: unknown];

interface Members {
  readonly [name: string]: unknown;
}

/** Invalid JSON-RPC envelopes. */
const ENVELOPES: readonly Fault[] = (
  [
    ["no jsonrpc", { id: 1, method: "ping" }],
    ["version 1.0", { jsonrpc: "1.0", id: 1, method: "ping" }],
    ["version as a number", { jsonrpc: 2, id: 1, method: "ping" }],
    ["id as an object", { jsonrpc: "2.0", id: {}, result: {} }],
    ["id null", { jsonrpc: "2.0", id: null, result: {} }],
    ["no method, result or error", { jsonrpc: "2.0", id: 1 }],
    ["method as a number", { jsonrpc: "2.0", id: 1, method: 7 }],
    ["result and error", { jsonrpc: "2.0", id: {}, result: {}, error: {} }],
    ["error without a code", { jsonrpc: "2.0", id: 1, error: { message: "" } }],
    ["params as an array", { jsonrpc: "2.0", id: 1, method: "a", params: [1] }],
    ["empty", {}],
    ["null", null],
    ["a batch", [{ jsonrpc: "2.0", id: 1, method: "ping" }]],
  ] as const
).map(([name, value]) => [`envelope: ${name}`, "JSONRPCMessage", value]);

/** Values of unions with a missing or wrong discriminant. */
const UNIONS: readonly Fault[] = [
  ["no type", "ContentBlock", { text: "Hello" }],
  ["another type", "ContentBlock", { type: "video", data: "", mimeType: "" }],
  ["type null", "ContentBlock", { type: null, text: "Hello" }],
  ["neither text nor blob", "ReadResourceResult", resource({})],
  ["text as a number", "ReadResourceResult", resource({ text: 1 })],
  ["blob null", "ReadResourceResult", resource({ blob: null })],
  ["no method", "ClientRequest", { params: {} }],
  ["another method", "ClientNotification", { method: "notifications/x" }],
  ["no type of a field", "PrimitiveSchemaDefinition", { title: "A field" }],
  ["a field's minimum", "PrimitiveSchemaDefinition", minimum("0")],
  ["a reference", "CompleteRequest", completion({ type: "ref", name: "a" })],
  ["no reference", "CompleteRequest", completion(undefined)],
];

function resource(members: Members): unknown {
  return { contents: [{ uri: "file:///a", ...members }] };
}

function minimum(value: unknown): unknown {
  return { type: "number", title: "A field", minimum: value };
}

function completion(ref: unknown): unknown {
  const argument = { name: "lang", value: "t" };
  return { method: "completion/complete", params: { ref, argument } };
}

/**
 * Short arrays with one invalid element, at the start, in the middle and at the
 * end.
 */
const ARRAYS: readonly Fault[] = [0, 4, 8].flatMap((bad): Fault[] => {
  const with9 = (good: (n: number) => unknown, wrong: unknown) =>
    Array.from({ length: 9 }, (_, n) => (n === bad ? wrong : good(n)));
  const text = { type: "text", text: "Sunny" };
  return [
    [
      `content ${bad} of 9`,
      "CallToolResult",
      { content: with9(() => text, { type: "text" }) },
    ],
    [
      `root ${bad} of 9`,
      "ListRootsResult",
      { roots: with9((n) => ({ uri: `file:///${n}` }), { uri: null }) },
    ],
    [
      `tool ${bad} of 9`,
      "ListToolsResult",
      { tools: with9(TOOL, { ...TOOL(bad), name: 7 }) },
    ],
  ];
});

/** Values with an error at a deep nesting level. */
const DEEP: readonly Fault[] = [
  [
    "resource in a prompt",
    "GetPromptResult",
    {
      messages: [
        {
          role: "user",
          content: {
            type: "resource",
            resource: { uri: "file:///a", text: 1 },
          },
        },
      ],
    },
  ],
  [
    "title in a form",
    "ElicitRequest",
    {
      method: "elicitation/create",
      params: {
        message: "Which?",
        requestedSchema: {
          type: "object",
          properties: { unit: { type: "string", title: 1 } },
        },
      },
    },
  ],
  [
    "hint of a model",
    "CreateMessageRequest",
    {
      method: "sampling/createMessage",
      params: {
        messages: [],
        maxTokens: 1,
        modelPreferences: { hints: [{ name: "large" }, { name: 1 }] },
      },
    },
  ],
  [
    "progress missing",
    "ProgressNotification",
    progress({ progress: undefined }),
  ],
  [
    "token as an object",
    "ProgressNotification",
    progress({ progressToken: {} }),
  ],
];

function progress(members: Members): unknown {
  return { ...PROGRESS, params: { ...PROGRESS.params, ...members } };
}

/**
 * Invalid variants of requests. In each variant, exactly one parameter is
 * missing, `null`, or of a wrong type.
 */
const REQUESTS: readonly Fault[] = CLIENT_REQUESTS.flatMap(
  ([method, request]) => {
    const { params } = request as { params?: Members };
    return Object.entries(params ?? {})
      .filter(([name]) => name !== "_meta" && name !== "cursor")
      .flatMap(([name, value]) => {
        const ways = [
          ["null", null],
          ["wrong", typeof value === "string" ? 7 : "text"],
          ...(name === "arguments" ? [] : [["missing", undefined] as const]),
        ] as const;
        return ways.map(([way, other]): Fault => {
          const broken = { ...params, [name]: other };
          const message = { ...(request as object), params: broken };
          return [`${method}: ${name} ${way}`, "ClientRequest", message];
        });
      });
  },
);

export const FAULTS: readonly Fault[] = [
  ...ENVELOPES,
  ...UNIONS,
  ...ARRAYS,
  ...DEEP,
  ...REQUESTS,
];
