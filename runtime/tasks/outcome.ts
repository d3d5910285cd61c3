/** What the request of a task comes to, and what its requestor is told of that. */
import {
  asError,
  INTERNAL,
  isForPeer,
  McpError,
  toErrorObject,
} from "../json-rpc/messages/errors.js";
import { isObject } from "../validation/guards.js";
import { redactMessage } from "../json-rpc/redact.js";
import { withTask } from "./task.js";
import type { Call } from "../protocol/connection/call.js";
import type { Params } from "../json-rpc/messages/messages.js";
import type { TaskOutcome } from "./task.js";

/** Answers a request that may run as a task. */
export type TaskedHandler = (params: Params, call: Call) => unknown;

/** Runs the request; its outcome, and what is said of one that failed. */
export async function outcomeOf(
  handler: TaskedHandler,
  params: Params,
  call: Call,
): Promise<{ outcome: TaskOutcome; failure: string | undefined }> {
  const { endpoint } = call;
  try {
    const { message } = call;
    const run = (): unknown => handler(message.params ?? params, call);
    const value = await (endpoint.settle ? endpoint.settle(call, run) : run());
    const result = endpoint.finish(call, value);
    return { outcome: { result }, failure: failureOf(result) };
  } catch (thrown) {
    const forPeer = isForPeer(thrown, call.connection);
    if (!forPeer && call.live) endpoint.report(asError(thrown));
    const error = toErrorObject(forPeer && thrown);
    return { outcome: { error }, failure: error.message };
  }
}

/** What a result says that is an error by itself; undefined for any other. */
function failureOf(result: object): string | undefined {
  const { isError, content } = result as {
    isError?: unknown;
    content?: unknown;
  };
  if (isError !== true) return undefined;
  const texts = Array.isArray(content) ? content.filter(isObject) : [];
  const text = texts.find((one) => typeof one.text === "string")?.text;
  return redactMessage(typeof text === "string" ? text : "The tool failed");
}

/** What the request would have been answered with. */
export function answerOf(
  outcome: TaskOutcome | undefined,
  taskId: string,
): Params {
  if (outcome === undefined) {
    throw new McpError(INTERNAL, "The outcome of the task was lost");
  }
  if ("result" in outcome) return withTask(outcome.result, taskId);
  const { code, message, data } = outcome.error;
  throw new McpError(code, message, data);
}
