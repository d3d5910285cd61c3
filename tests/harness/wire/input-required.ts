/**
 * Server that requests input with input-required results, and a test client
 * that retries requests with the input.
 */
import type { EndpointOptions } from "../../../runtime/protocol/endpoint-options.js";
import { toolHandlers } from "../../../runtime/features/tools.js";
import type { Protocol } from "../../../runtime/protocol/protocol.js";
import type { Call } from "../../../runtime/protocol/connection/call.js";
import type { Handlers } from "../../../runtime/protocol/lifecycle.js";
import { connect, rule, STATELESS_SERVER } from "./wire.js";
import type { Opened } from "./wire.js";
import { createMeta } from "../peers/meta.js";

export const ABLE = { elicitation: {}, sampling: {}, roots: {} };

const PROTOCOL: Protocol = {
  ...STATELESS_SERVER,
  methods: {
    ...STATELESS_SERVER.methods,
    "elicitation/create": {
      ...STATELESS_SERVER.methods["elicitation/create"],
      result: rule(
        ({ action }: { action?: unknown }) => typeof action === "string",
        "no action",
      ),
    },
  },
};

interface Answer {
  readonly error?: { readonly code: number; readonly data?: unknown };
  readonly result?: {
    readonly resultType: string;
    readonly content?: readonly { readonly text: string }[];
    readonly inputRequests?: { readonly [key: string]: object };
    readonly requestState?: string;
    readonly [name: string]: unknown;
  };
}

export function serve(
  handlers: Handlers,
  options: EndpointOptions = {},
): Opened {
  return connect(PROTOCOL, handlers, options);
}

/** Creates a server with the single tool `t`. */
export function serveTool(
  handler: (args: never, ctx: Call) => unknown,
  options: EndpointOptions = {},
): Opened {
  const inputSchema = { type: "object" };
  return serve(toolHandlers({ t: { inputSchema, handler } }), options);
}

/** Id of the request that was sent last. */
let id = 0;

/** Sends a request and returns its response. */
export async function send(
  { wire }: Pick<Opened, "wire">,
  method: string,
  params: object,
  capabilities: object = ABLE,
  auth?: unknown,
): Promise<Answer> {
  const _meta = createMeta("2000-01-01", capabilities);
  id += 1;
  const message = { id, method, params: { _meta, ...params } };
  wire.give(message, auth === undefined ? undefined : { auth });
  for (;;) {
    for (const message of await wire.take()) {
      if ((message as { id?: number }).id === id)
        return message as object as Answer;
    }
  }
}

export const call = (
  opened: Opened,
  more: object = {},
  capabilities?: object,
) => send(opened, "tools/call", { name: "t", ...more }, capabilities);

export const getContentText = ({ result }: Answer) =>
  result?.content?.[0]?.text;

export const getInputRequests = ({ result }: Answer) => result?.inputRequests;

export const getState = ({ result }: Answer) => result?.requestState ?? "none";

/**
 * Returns the params of a retry. They contain the request state of `answer`.
 * They also contain the result of `by` for each input request of `answer`.
 */
export function answerRequests(
  answer: Answer,
  by: (question: object) => object,
) {
  const inputResponses = Object.fromEntries(
    Object.entries(getInputRequests(answer) ?? {}).map(([key, request]) => [
      key,
      by(request),
    ]),
  );
  return { inputResponses, requestState: getState(answer) };
}

export const accept =
  (content: object = {}) =>
  () => ({ action: "accept", content });
