/**
 * Tools that run as tasks, for the conformance suite's scenarios of the tasks
 * extension.
 */
import type { ToolDefinition } from "../../out/2025-11-25/server.js";
import { wait } from "./content.js";

/**
 * Tool definitions that may have a `before` handler, which runs before the task
 * is created. Generated code declares `before` only for revisions with the
 * tasks extension.
 */
type TaskTools = {
  [name: string]: ToolDefinition & { before?: ToolDefinition["handler"] };
};

const number = { type: "number" as const };
const string = { type: "string" as const };

const confirmed = (message: string) => ({
  message,
  requestedSchema: {
    type: "object" as const,
    properties: { confirm: { type: "boolean" as const } },
  },
});

const named = {
  message: "Please enter your name.",
  requestedSchema: {
    type: "object" as const,
    properties: { name: string },
  },
};

/**
 * Error with a numeric `code`: the server sends a JSON-RPC error instead of a
 * tool result with `isError`.
 */
class ProtocolError extends Error {
  override readonly name = "McpError";
  readonly code = -32603;
}

export const taskTools: TaskTools = {
  greet: {
    description: "Greets, and never runs as a task",
    inputSchema: { type: "object", properties: { name: string } },
    handler: ({ name }: { name?: string }) => `Hello, ${name ?? "you"}!`,
  },
  slow_compute: {
    description: "Takes some seconds",
    inputSchema: {
      type: "object",
      properties: { seconds: number, label: string },
    },
    taskSupport: "optional",
    handler: async ({ seconds = 0 }: { seconds?: number }, ctx) => {
      const until = Date.now() + seconds * 1_000;
      while (Date.now() < until && !ctx.signal.aborted) await wait(50);
      return `Computed for ${seconds} s.`;
    },
  },
  failing_job: {
    description: "Fails as a tool does, and runs as a task only",
    taskSupport: "required",
    handler: async () => {
      await wait(100);
      return { content: [{ type: "text", text: "No luck" }], isError: true };
    },
  },
  protocol_error_job: {
    description: "Fails with an error of the protocol",
    taskSupport: "required",
    handler: async () => {
      await wait(100);
      throw new ProtocolError("The server broke down");
    },
  },
  confirm_delete: {
    description: "Asks before it deletes",
    inputSchema: { type: "object", properties: { filename: string } },
    taskSupport: "required",
    handler: async ({ filename }: { filename?: string }, ctx) => {
      const { action } = await ctx.elicit(confirmed(`Delete ${filename}?`));
      return action === "accept" ? `Deleted ${filename}.` : "Kept.";
    },
  },
  multi_input: {
    description: "Asks two things at a time",
    taskSupport: "required",
    handler: async (_args, ctx) => {
      const answers = await Promise.all([
        ctx.elicit(named, { key: "first" }),
        ctx.elicit(confirmed("Sure?"), { key: "second" }),
      ]);
      return JSON.stringify(answers.map(({ content }) => content));
    },
  },
  test_tool_with_task: {
    description: "Asks for a name before it is a task",
    taskSupport: "required",
    before: async (_args, ctx) => {
      const { content } = await ctx.elicit(named, { key: "user_name" });
      return String(content?.name);
    },
    handler: (_args, ctx) => {
      const { before } = ctx as unknown as { before: string };
      return `Hello, ${before}!`;
    },
  },
};
