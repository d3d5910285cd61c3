/** Messages to validate, valid and invalid ones. */

import { FAULTS } from "./faults.js";
import {
  answer,
  CALL,
  CLIENT_REQUESTS,
  INITIALIZE,
  PROGRESS,
  PROMPT,
  SAMPLING,
  text,
  TOOL,
  tools,
} from "./messages.js";

/** Revision whose types the benchmark validates. */
export const REVISION = "2025-06-18";

/**
 * Test case: a value as JSON text. All candidates must agree on whether the
 * value is valid.
 */
export interface Case {
  readonly name: string;
  /** Name of the type against which the value is validated. */
  readonly type: string;
  readonly text: string;
  readonly valid: boolean;
}

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

/** Copies of valid messages. Each copy has one error near its end. */
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
  ...GOOD.map(toCase(true)),
  ...BAD.map(toCase(false)),
  ...FAULTS.map(toCase(false)),
];

function toCase(valid: boolean) {
  return ([name, type, value]: readonly [string, string, unknown]): Case => {
    return { name, type, text: JSON.stringify(value), valid };
  };
}

/** Names of all types that the test cases use. */
export const TYPES: readonly string[] = [
  ...new Set(CASES.map(({ type }) => type)),
];
