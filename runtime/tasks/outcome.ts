/** Outcome of a request that runs as a task: its result or error. */
import { INTERNAL } from "../json-rpc/constants.js";
import {
  asError,
  isForPeer,
  McpError,
  toErrorObject,
} from "../json-rpc/messages/errors.js";
import { isObject } from "../validation/guards.js";
import { redactMessage } from "../json-rpc/redact.js";
import { withRelatedTask } from "./task.js";
import type { Call } from "../protocol/connection/call.js";
import type { Params } from "../json-rpc/messages/messages.js";
import type { TaskOutcome } from "./task.js";

/** Handler of a request that may run as a task. */
export type RequestHandler = (params: Params, call: Call) => unknown;

/**
 * Runs the request of a task and returns the outcome: a result or an error. If
 * the request failed, also returns the status message as `failure`.
 */
export async function runToOutcome(
  handler: RequestHandler,
  params: Params,
  call: Call,
): Promise<{ outcome: TaskOutcome; failure: string | undefined }> {
  const { endpoint } = call;
  try {
    const { message } = call;
    const run = (): unknown => handler(message.params ?? params, call);
    const value = await (endpoint.settle ? endpoint.settle(call, run) : run());
    const result = endpoint.finish(call, value);
    return { outcome: { result }, failure: failureText(result) };
  } catch (thrown) {
    const forPeer = isForPeer(thrown, call.connection);
    if (!forPeer && call.isActive) endpoint.report(asError(thrown));
    const error = toErrorObject(forPeer && thrown);
    return { outcome: { error }, failure: error.message };
  }
}

/**
 * Returns the text of a tool result with `isError`. Returns undefined for any
 * other result.
 */
function failureText(result: object): string | undefined {
  const { isError, content } = result as {
    isError?: unknown;
    content?: unknown;
  };
  if (isError !== true) return undefined;
  const blocks = Array.isArray(content) ? content.filter(isObject) : [];
  const text = blocks.find((block) => typeof block.text === "string")?.text;
  return redactMessage(typeof text === "string" ? text : "The tool failed");
}

/**
 * Returns the result of a task's request, with the task id in `_meta`.
 *
 * @throws McpError if the request failed, or if the store has lost the outcome.
 */
export function resultOf(
  outcome: TaskOutcome | undefined,
  taskId: string,
): Params {
  if (outcome === undefined) {
    throw new McpError(INTERNAL, "The result of the task was lost");
  }
  if ("result" in outcome) return withRelatedTask(outcome.result, taskId);
  const { code, message, data } = outcome.error;
  throw new McpError(code, message, data);
}
