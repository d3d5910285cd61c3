import { BAD_PARAMS, McpError } from "../../json-rpc/messages/errors.js";
import { isObject } from "../../validation/guards.js";
import { offering } from "../../protocol/handlers/implied-capabilities.js";
import {
  checkBalance,
  has,
  toolRounds,
} from "../requests/sampling-messages.js";
import type { Call } from "../../protocol/connection/call.js";
import type { ConversationMessage } from "../requests/sampling-messages.js";

/** MCP's error code for a sampling that the user rejected. */
const REJECTED = -1;
/** Rounds of tools in one conversation, unless set otherwise. */
const TOOL_ROUNDS = 100;

/** Yes, no, or yes to what it was changed to. */
export type Approval<T> = boolean | T;

/** What `sampling` needs; `P` is what a server asks, `R` what is answered. */
export interface SamplingSpec<P = AskedSampling, R = SamplingAnswer, C = Call> {
  /**
   * Shows the user what the server wants of the model: true to go on, false to
   * refuse, or other params to go on with.
   */
  readonly approveRequest: (
    params: P,
    ctx: C,
  ) => Approval<P> | Promise<Approval<P>>;
  /** Asks the model, which says which one it was. */
  readonly sample: (params: P, ctx: C) => R | Promise<R>;
  /**
   * Shows the user what the server will be told: true to go on, false to
   * refuse, or another answer.
   */
  readonly approveResponse: (
    answer: R,
    params: P,
    ctx: C,
  ) => Approval<R> | Promise<Approval<R>>;
  /** Whether the model may be given tools; servers are told so. Default: no. */
  readonly tools?: boolean | undefined;
  /** Whether `includeContext` is honoured; servers are told so. Default: no. */
  readonly context?: boolean | undefined;
  /** Rounds of tools in one conversation, at most. Default: 100. */
  readonly maxToolRounds?: number | undefined;
}

interface AskedSampling {
  readonly messages: readonly ConversationMessage[];
  readonly tools?: readonly unknown[];
  readonly toolChoice?: { readonly mode?: string };
}

interface SamplingAnswer {
  readonly content: ConversationMessage["content"];
  readonly [name: string]: unknown;
}

/** Handler of `sampling/createMessage`: request, approval, model, approval. */
export function samplingHandlers(spec: SamplingSpec): {
  "sampling/createMessage": (
    asked: AskedSampling,
    ctx: Call,
  ) => Promise<SamplingAnswer>;
} {
  const { maxToolRounds = TOOL_ROUNDS, tools = false, context = false } = spec;
  const createMessage = async (asked: AskedSampling, ctx: Call) => {
    if (!tools && (asked.tools ?? asked.toolChoice) !== undefined) {
      const text = "This client has not declared sampling.tools";
      throw new McpError(BAD_PARAMS, text);
    }
    checkBalance(asked.messages);
    if (toolRounds(asked.messages) > maxToolRounds) {
      const text = `More than ${maxToolRounds} rounds of tools`;
      throw new McpError(BAD_PARAMS, text);
    }
    const params = approved(await spec.approveRequest(asked, ctx), asked);
    ctx.signal.throwIfAborted();
    const made = await spec.sample(params, ctx);
    ctx.signal.throwIfAborted();
    const told = await spec.approveResponse(made, params, ctx);
    const answer = approved(told, made);
    checkAnswer(answer, params);
    return answer;
  };
  const offered = [
    ...(tools ? ["sampling.tools"] : []),
    ...(context ? ["sampling.context"] : []),
  ];
  return { "sampling/createMessage": offering(createMessage, ...offered) };
}

function approved<T>(approval: Approval<T>, value: T): T {
  if (approval === true) return value;
  if (isObject(approval)) return approval as T;
  throw new McpError(REJECTED, "User rejected sampling request");
}

/** Checks that the model kept to `tools` and `toolChoice`. */
function checkAnswer(
  answer: SamplingAnswer,
  { tools, toolChoice }: AskedSampling,
): void {
  const uses = has(answer, "tool_use");
  const mode = toolChoice?.mode;
  if (uses && (mode === "none" || tools === undefined)) {
    throw new Error("The model asked for tools that it must not use");
  }
  if (!uses && mode === "required") {
    throw new Error("The model used no tool, which it had to");
  }
}
