/**
 * What the suite asks of a server without sessions: requests that need input
 * of the client are answered with what is needed, and sent again with it.
 */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import {
  McpError,
  type PromptHandlers,
  type ServerContext,
  type ServerHandlers,
  type ToolHandlers,
} from "../../out/2025-11-25/server.js";
import { text, wait } from "./content.js";

interface Params {
  readonly name: string;
  readonly inputResponses?: { readonly [key: string]: Answer };
  readonly requestState?: string;
}

interface Answer {
  readonly content?: { readonly [name: string]: unknown };
  readonly [name: string]: unknown;
}

type Round = (params: Params, ctx: ServerContext) => unknown;

const done = (value: string) => ({ content: [text(value)] });

const needed = (inputRequests: object, requestState?: string) => ({
  resultType: "input_required",
  inputRequests,
  ...(requestState === undefined ? {} : { requestState }),
});

const elicitation = (message: string, ...names: string[]) => ({
  method: "elicitation/create",
  params: {
    message,
    requestedSchema: {
      type: "object",
      properties: Object.fromEntries(
        names.map((name) => [name, { type: "string" }]),
      ),
      required: names,
    },
  },
});

const confirmation = () => ({
  method: "elicitation/create",
  params: {
    message: "Please confirm",
    requestedSchema: {
      type: "object",
      properties: { ok: { type: "boolean" } },
      required: ["ok"],
    },
  },
});

const sampling = (question: string) => ({
  method: "sampling/createMessage",
  params: {
    messages: [{ role: "user", content: text(question) }],
    maxTokens: 100,
  },
});

const roots = () => ({ method: "roots/list", params: {} });

const KEY = randomBytes(32);

/** State that only this process can have made. */
function seal(state: string): string {
  const mac = createHmac("sha256", KEY).update(state).digest("base64url");
  return `${state}.${mac}`;
}

function unseal(sealed: string | undefined): string {
  const state = sealed?.slice(0, sealed.lastIndexOf(".")) ?? "";
  const want = Buffer.from(seal(state));
  const got = Buffer.from(sealed ?? "");
  if (got.length === want.length && timingSafeEqual(got, want)) return state;
  throw new McpError(-32602, "The request state is not one of this server");
}

/** What the client can do, as it said in this request. */
const can = (ctx: ServerContext, capability: string): boolean =>
  Object.hasOwn(ctx.peer.capabilities, capability);

const rounds: { readonly [tool: string]: Round } = {
  test_input_required_result_elicitation: ({ inputResponses }) => {
    const name = inputResponses?.user_name?.content?.name;
    return typeof name === "string"
      ? done(`Hello, ${name}!`)
      : needed({ user_name: elicitation("What is your name?", "name") });
  },
  test_input_required_result_sampling: ({ inputResponses }) =>
    inputResponses?.capital_question
      ? done(JSON.stringify(inputResponses.capital_question))
      : needed({
          capital_question: sampling("What is the capital of France?"),
        }),
  test_input_required_result_list_roots: ({ inputResponses }) =>
    inputResponses?.client_roots
      ? done(JSON.stringify(inputResponses.client_roots))
      : needed({ client_roots: roots() }),
  test_input_required_result_request_state: (params) => {
    if (!params.inputResponses?.confirm) {
      return needed({ confirm: confirmation() }, seal("confirm"));
    }
    unseal(params.requestState);
    return done("state-ok");
  },
  test_input_required_result_multiple_inputs: ({
    inputResponses: all,
    requestState,
  }) => {
    if (all?.user_name && all.greeting && all.client_roots) {
      unseal(requestState);
      return done("Thank you for all three.");
    }
    return needed(
      {
        user_name: elicitation("What is your name?", "name"),
        greeting: sampling("Generate a greeting"),
        client_roots: roots(),
      },
      seal("three"),
    );
  },
  test_input_required_result_multi_round: (params) => {
    const { inputResponses, requestState } = params;
    if (inputResponses?.step2 && unseal(requestState) === "step2") {
      return done("Both steps are done.");
    }
    return inputResponses?.step1 && unseal(requestState) === "step1"
      ? needed(
          {
            step2: elicitation("Step 2: What is your favorite color?", "color"),
          },
          seal("step2"),
        )
      : needed(
          { step1: elicitation("Step 1: What is your name?", "name") },
          seal("step1"),
        );
  },
  test_input_required_result_tampered_state: (params) => {
    if (!params.inputResponses) {
      return needed({ confirm: confirmation() }, seal("untouched"));
    }
    unseal(params.requestState);
    return done("The state was as this server made it.");
  },
  test_input_required_result_capabilities: ({ inputResponses }, ctx) => {
    if (inputResponses) return done("Thank you.");
    const requests = {
      ...(can(ctx, "elicitation")
        ? { user_name: elicitation("What is your name?", "name") }
        : {}),
      ...(can(ctx, "sampling") ? { greeting: sampling("Greet me") } : {}),
      ...(can(ctx, "roots") ? { client_roots: roots() } : {}),
    };
    return Object.keys(requests).length > 0
      ? needed(requests)
      : done("The client can do nothing of it.");
  },
  test_missing_capability: (_params, ctx) => {
    if (can(ctx, "sampling")) return done("The client can sample.");
    throw new McpError(-32021, "This tool needs the capability sampling", {
      requiredCapabilities: { sampling: {} },
    });
  },
  test_streaming_elicitation: async ({ inputResponses }, ctx) => {
    if (inputResponses) return done("Thank you.");
    ctx.progress(1, 2);
    await wait(10);
    return needed({ user_name: elicitation("What is your name?", "name") });
  },
  test_logging_tool: async (_params, ctx) => {
    ctx.log("info", "This was logged");
    await wait(10);
    return done("Logged.");
  },
};

const promptRounds: { readonly [prompt: string]: Round } = {
  test_input_required_result_prompt: ({ inputResponses }) => {
    const context = inputResponses?.user_context?.content?.context;
    return typeof context === "string"
      ? { messages: [{ role: "user", content: text(`Use ${context}`) }] }
      : needed({
          user_context: elicitation("What context shall be used?", "context"),
        });
  },
};

/** `handlers` with the tools and prompts that need several rounds. */
export function statelessHandlers(
  handlers: ServerHandlers,
  tools: ToolHandlers,
  prompts: PromptHandlers,
): ServerHandlers {
  let changes = 0;
  const extra = () => ({
    description: `Was added at run time (${(changes += 1)})`,
    handler: () => ({
      content: [],
      messages: [{ role: "user" as const, content: text("Added.") }],
    }),
  });
  for (const name of Object.keys(rounds)) {
    tools.set(name, {
      description: "Needs input of the client",
      inputSchema: { type: "object" },
      handler: (_args, ctx) =>
        rounds[name]?.(paramsOf(ctx), ctx) as { content: [] },
    });
  }
  tools.set("test_trigger_tool_change", {
    description: "Changes the list of tools",
    handler: () => {
      tools.set("test_added_tool", extra());
      return "Changed.";
    },
  });
  tools.set("test_trigger_prompt_change", {
    description: "Changes the list of prompts",
    handler: () => {
      prompts.set("test_added_prompt", extra());
      return "Changed.";
    },
  });
  tools.set("test_custom_header", {
    description: "Has an argument that a header repeats",
    inputSchema: {
      type: "object",
      properties: { region: { type: "string", "x-mcp-header": "Region" } },
    },
    handler: ({ region }: { region?: string }) =>
      `In ${region ?? "no region"}.`,
  });
  for (const name of Object.keys(promptRounds)) {
    prompts.set(name, {
      description: "Needs input of the client",
      handler: (_args, ctx) =>
        promptRounds[name]?.(paramsOf(ctx), ctx) as { messages: [] },
    });
  }
  return handlers;
}

/** The params of the request that a handler answers, with all their members. */
function paramsOf(ctx: ServerContext): Params {
  return (ctx as unknown as { message: { params: Params } }).message.params;
}
