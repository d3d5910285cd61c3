/**
 * Tools that the conformance suite calls. Each tool is served in every revision
 * that supports its features.
 */
import type {
  ServerContext,
  ToolDefinition,
} from "../../out/2025-11-25/server.js";
import { audio, embedded, image, text, wait } from "./content.js";

type Tools = { [name: string]: ToolDefinition };

export const plainTools: Tools = {
  test_simple_text: {
    description: "Answers with text",
    handler: () => "This is a simple text response for testing.",
  },
  test_image_content: {
    description: "Answers with an image",
    handler: () => [image()],
  },
  test_embedded_resource: {
    description: "Answers with a resource",
    handler: () => [embedded("test://embedded-resource", "Embedded content.")],
  },
  test_multiple_content_types: {
    description: "Answers with content of several kinds",
    handler: () => [
      text("Several kinds of content:"),
      image(),
      embedded("test://mixed-content-resource", '{"test":"data"}'),
    ],
  },
  test_tool_with_logging: {
    description: "Logs while it runs",
    handler: async (_args, ctx) => {
      ctx.log("info", "Tool execution started");
      await wait(50);
      ctx.log("info", "Tool processing data");
      await wait(50);
      ctx.log("info", "Tool execution completed");
      return "Done.";
    },
  },
  test_error_handling: {
    description: "Always fails",
    handler: () => ({
      content: [text("This tool intentionally returns an error for testing")],
      isError: true,
    }),
  },
  test_tool_with_progress: {
    description: "Reports progress",
    handler: async (_args, ctx) => {
      for (const progress of [0, 50, 100]) {
        ctx.progress(progress, 100, `Completed step ${progress} of 100`);
        await wait(50);
      }
      return "Done.";
    },
  },
  test_logging_tool: {
    description: "Logs once",
    handler: async (_args, ctx) => {
      ctx.log("info", "This was logged");
      await wait(10);
      return "Logged.";
    },
  },
  test_custom_header: {
    description: "Has an argument that a header repeats",
    inputSchema: {
      type: "object",
      properties: { region: { type: "string", "x-mcp-header": "Region" } },
    },
    handler: ({ region }: { region?: string }) =>
      `In ${region ?? "no region"}.`,
  },
  json_schema_2020_12_tool: {
    description: "Has an input schema with keywords of JSON Schema 2020-12",
    inputSchema: {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "object",
      $defs: {
        address: {
          $anchor: "addressDef",
          type: "object",
          properties: { street: { type: "string" }, city: { type: "string" } },
        },
      },
      properties: {
        name: { type: "string" },
        address: { $ref: "#/$defs/address" },
        contactMethod: { type: "string", enum: ["phone", "email"] },
        phone: { type: "string" },
        email: { type: "string" },
      },
      allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
      if: {
        properties: { contactMethod: { const: "phone" } },
        required: ["contactMethod"],
      },
      then: { required: ["phone"] },
      else: { required: ["email"] },
      additionalProperties: false,
    },
    handler: () => "Valid.",
  },
};

export const audioTools: Tools = {
  test_audio_content: {
    description: "Answers with audio",
    handler: () => [audio()],
  },
};

/** Tools that send requests to the client while they run. */
export const askingTools: Tools = {
  test_sampling: {
    description: "Asks the client's language model",
    inputSchema: {
      type: "object",
      properties: { prompt: { type: "string" } },
      required: ["prompt"],
    },
    handler: async ({ prompt }: { prompt: string }, ctx: ServerContext) => {
      const content = text(prompt);
      const messages = [{ role: "user" as const, content }];
      const answer = await ctx.sample({ messages, maxTokens: 100 });
      return `LLM response: ${JSON.stringify(answer.content)}`;
    },
  },
};

export const pollingTools: Tools = {
  test_reconnection: {
    description: "Lets its connection go while it runs",
    handler: async (_args, ctx) => {
      ctx.release();
      await wait(100);
      return "The client came back.";
    },
  },
};

export const elicitingTools: Tools = {
  test_elicitation: {
    description: "Asks the user for name and address",
    inputSchema: {
      type: "object",
      properties: { message: { type: "string" } },
      required: ["message"],
    },
    handler: ({ message }: { message: string }, ctx: ServerContext) =>
      elicit(ctx, message, {
        username: { type: "string", description: "User's response" },
        email: { type: "string", description: "User's email address" },
      }),
  },
};

export const enumTools: Tools = {
  test_elicitation_sep1034_defaults: {
    description: "Asks the user with default values",
    handler: (_args, ctx) =>
      elicit(ctx, "Please review these values", {
        name: { type: "string", default: "John Doe" },
        age: { type: "integer", default: 30 },
        score: { type: "number", default: 95.5 },
        status: {
          type: "string",
          enum: ["active", "inactive", "pending"],
          default: "active",
        },
        verified: { type: "boolean", default: true },
      }),
  },
  test_elicitation_sep1330_enums: {
    description: "Asks the user with every form of enum",
    handler: (_args, ctx) =>
      elicit(ctx, "Please choose", {
        untitledSingle: { type: "string", enum: OPTIONS },
        titledSingle: { type: "string", oneOf: TITLED },
        legacyEnum: {
          type: "string",
          enum: ["opt1", "opt2", "opt3"],
          enumNames: ["Option One", "Option Two", "Option Three"],
        },
        untitledMulti: {
          type: "array",
          items: { type: "string", enum: OPTIONS },
        },
        titledMulti: { type: "array", items: { anyOf: TITLED } },
      }),
  },
};

const OPTIONS = ["option1", "option2", "option3"];
const TITLED = [
  { const: "value1", title: "First Option" },
  { const: "value2", title: "Second Option" },
  { const: "value3", title: "Third Option" },
];

async function elicit(
  ctx: ServerContext,
  message: string,
  properties: Parameters<ServerContext["elicit"]>[0] extends infer P
    ? P extends { requestedSchema: { properties: infer Q } }
      ? Q
      : never
    : never,
): Promise<string> {
  const answer = await ctx.elicit({
    message,
    requestedSchema: { type: "object", properties },
  });
  return `${answer.action}: ${JSON.stringify(answer.content ?? {})}`;
}
