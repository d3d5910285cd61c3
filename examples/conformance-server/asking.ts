/**
 * Tools and a prompt that request input from the client. The handlers are the
 * same for all revisions. The runtime requests input by a server request or, in
 * revisions without server requests, by an input-required result.
 */
import type {
  PromptDefinition,
  ServerContext,
  ToolDefinition,
} from "../../out/2025-11-25/server.js";
import { text, wait } from "./content.js";

type Tools = { [name: string]: ToolDefinition };

const form = (message: string, ...names: string[]) => ({
  message,
  requestedSchema: {
    type: "object" as const,
    properties: Object.fromEntries(
      names.map((name) => [name, { type: "string" as const }]),
    ),
    required: names,
  },
});

const nameForm = () => form("What is your name?", "name");

const prompt = (question: string) => ({
  messages: [{ role: "user" as const, content: text(question) }],
  maxTokens: 100,
});

const confirm = (ctx: ServerContext) =>
  ctx.elicit(
    {
      message: "Please confirm",
      requestedSchema: {
        type: "object",
        properties: { ok: { type: "boolean" } },
        required: ["ok"],
      },
    },
    { key: "confirm" },
  );

/**
 * Returns the tool result for clients that lack the required capability.
 * Without this function, the tool call would fail with an error.
 */
const unable = () => "unable";

export const inputTools: Tools = {
  test_input_required_result_elicitation: {
    description: "Asks for a name",
    handler: async (_args, ctx) => {
      const { content } = await ctx.elicit(nameForm(), { key: "user_name" });
      return `Hello, ${String(content?.name)}!`;
    },
  },
  test_input_required_result_sampling: {
    description: "Asks the client's language model for a capital",
    handler: async (_args, ctx) => {
      const question = prompt("What is the capital of France?");
      const answer = await ctx.sample(question, { key: "capital_question" });
      return JSON.stringify(answer.content);
    },
  },
  test_input_required_result_list_roots: {
    description: "Asks for the roots",
    handler: async (_args, ctx) =>
      JSON.stringify(await ctx.roots({ key: "client_roots" })),
  },
  test_input_required_result_request_state: {
    description: "Asks to confirm",
    handler: async (_args, ctx) => {
      await confirm(ctx);
      return "state-ok";
    },
  },
  test_input_required_result_multiple_inputs: {
    description: "Asks for three things at a time",
    handler: async (_args, ctx) => {
      const [, , { roots }] = await Promise.all([
        ctx.elicit(nameForm(), { key: "user_name" }),
        ctx.sample(prompt("Generate a greeting"), { key: "greeting" }),
        ctx.roots({ key: "client_roots" }),
      ]);
      return `Thank you for all three, and ${roots.length} roots.`;
    },
  },
  test_input_required_result_multi_round: {
    description: "Asks for one thing after another",
    handler: async (_args, ctx) => {
      const first = form("Step 1: What is your name?", "name");
      await ctx.elicit(first, { key: "step1" });
      const second = form("Step 2: What is your favorite color?", "color");
      await ctx.elicit(second, { key: "step2" });
      return "Both steps are done.";
    },
  },
  test_input_required_result_tampered_state: {
    description: "Asks to confirm",
    handler: async (_args, ctx) => {
      await confirm(ctx);
      return "The state was as this server made it.";
    },
  },
  test_input_required_result_capabilities: {
    description: "Asks for whatever the client can do",
    handler: async (_args, ctx) => {
      const answers = await Promise.all([
        ctx.elicit(nameForm()).catch(unable),
        ctx.sample(prompt("Generate a greeting")).catch(unable),
        ctx.roots().catch(unable),
      ]);
      return JSON.stringify(answers);
    },
  },
  test_missing_capability: {
    description: "Needs the client's language model",
    handler: async (_args, ctx) => {
      await ctx.sample(prompt("Are you there?"));
      return "The client can sample.";
    },
  },
  test_streaming_elicitation: {
    description: "Asks for a name after some progress",
    handler: async (_args, ctx) => {
      ctx.progress(1, 2);
      await wait(10);
      await ctx.elicit(nameForm());
      return "Thank you.";
    },
  },
};

export const inputPrompts: { [name: string]: PromptDefinition } = {
  test_input_required_result_prompt: {
    description: "Asks for the context to use",
    handler: async (_args, ctx) => {
      const { content } = await ctx.elicit(
        form("What context shall be used?", "context"),
        { key: "user_context" },
      );
      return `Use ${String(content?.context)}`;
    },
  },
};
