import { BAD_PARAMS } from "../../json-rpc/constants.js";
import { McpError } from "../../json-rpc/messages/errors.js";
import { isObject } from "../../validation/guards.js";
import { markImpliedCapabilities } from "../../protocol/handlers/implied-capabilities.js";
import {
  assertToolUsesAnswered,
  hasContent,
  countToolRounds,
} from "../requests/sampling-messages.js";
import type { Call } from "../../protocol/connection/call.js";
import type { ConversationMessage } from "../requests/sampling-messages.js";

/**
 * Error code that MCP defines for a sampling request that the user rejected.
 */
const REJECTED = -1;
/** Default value of `maxToolRounds` in the options of `sampling`. */
const TOOL_ROUNDS = 100;

/**
 * User's decision about a request or an answer. `true` approves the value,
 * `false` rejects it, and an object is an edited value that is approved
 * instead.
 */
export type Approval<T> = boolean | T;

/**
 * Options of `sampling`. `P` is the type of the request's params, and `R` is
 * the type of the model's answer.
 */
export interface SamplingSpec<P = AskedSampling, R = SamplingAnswer, C = Call> {
  /**
   * Shows the sampling request to the user before the model runs. Return `true`
   * to approve the request, `false` to reject it, or edited params to use
   * instead.
   */
  readonly approveRequest: (
    params: P,
    ctx: C,
  ) => Approval<P> | Promise<Approval<P>>;
  /**
   * Runs the model and returns its answer, which must include the model's name.
   */
  readonly sample: (params: P, ctx: C) => R | Promise<R>;
  /**
   * Shows the model's answer to the user before the answer is sent to the
   * server. Return `true` to send the answer, `false` to reject it, or an
   * edited answer to send instead.
   */
  readonly approveResponse: (
    answer: R,
    params: P,
    ctx: C,
  ) => Approval<R> | Promise<Approval<R>>;
  /**
   * Whether servers may pass tools to the model. Declares the capability
   * `sampling.tools`.
   *
   * @default false
   */
  readonly tools?: boolean | undefined;
  /**
   * Whether the handler honours `includeContext`. Declares the capability
   * `sampling.context`.
   *
   * @default false
   */
  readonly context?: boolean | undefined;
  /**
   * Maximum number of tool rounds in one conversation. A tool round is a
   * message in which the model requests tools. A sampling request with more
   * tool rounds is answered with error -32602.
   *
   * @default 100
   */
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

/**
 * Returns the handler of `sampling/createMessage`. The handler validates the
 * request, asks the user to approve it, runs the model, and asks the user to
 * approve the answer.
 */
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
    assertToolUsesAnswered(asked.messages);
    if (countToolRounds(asked.messages) > maxToolRounds) {
      const text = `The conversation has more than ${maxToolRounds} tool rounds`;
      throw new McpError(BAD_PARAMS, text);
    }
    const params = applyApproval(await spec.approveRequest(asked, ctx), asked);
    ctx.signal.throwIfAborted();
    const modelAnswer = await spec.sample(params, ctx);
    ctx.signal.throwIfAborted();
    const response = await spec.approveResponse(modelAnswer, params, ctx);
    const answer = applyApproval(response, modelAnswer);
    assertAllowedTools(answer, params);
    return answer;
  };
  const offered = [
    ...(tools ? ["sampling.tools"] : []),
    ...(context ? ["sampling.context"] : []),
  ];
  return {
    "sampling/createMessage": markImpliedCapabilities(
      createMessage,
      ...offered,
    ),
  };
}

function applyApproval<T>(approval: Approval<T>, value: T): T {
  if (approval === true) return value;
  if (isObject(approval)) return approval as T;
  throw new McpError(REJECTED, "User rejected sampling request");
}

/**
 * Checks that the model's answer respects `tools` and `toolChoice` of the
 * request.
 *
 * @throws Error if the answer violates one of the two.
 */
function assertAllowedTools(
  answer: SamplingAnswer,
  { tools, toolChoice }: AskedSampling,
): void {
  const uses = hasContent(answer, "tool_use");
  const mode = toolChoice?.mode;
  if (uses && (mode === "none" || tools === undefined)) {
    throw new Error("The model used tools that the request does not allow");
  }
  if (!uses && mode === "required") {
    throw new Error("The model used no tool, but toolChoice requires one");
  }
}
