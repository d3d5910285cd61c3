/**
 * Client side of input-required results: obtains the input and sends the
 * request again.
 */
import { findProblem } from "../methods/validity.js";
import { MAX_TIMEOUT } from "../../json-rpc/constants.js";
import { Call } from "../connection/call.js";
import { ConnectionError, McpError } from "../../json-rpc/messages/errors.js";
import { abortable } from "../../limits/timer.js";
import { doNotCache } from "../caching.js";
import { InputBudget, limitTime } from "./budget.js";
import { isInputMethod } from "./requests.js";
import { isObject } from "../../validation/guards.js";
import { INPUT_METHODS } from "../stateless/stateless.js";
import type { OutgoingRequest } from "../lifecycle.js";
import type { Connection } from "../connection/connection.js";
import type {
  Params,
  RequestMessage,
} from "../../json-rpc/messages/messages.js";
import type { RequestOptions } from "../../json-rpc/requests.js";

/**
 * Error that carries an input-required result inside the client. Users never
 * receive this error.
 */
export class InputRequiredError extends Error {
  readonly result: { readonly [name: string]: unknown };

  constructor(result: { readonly [name: string]: unknown }) {
    super("The server needs input before it can answer");
    this.result = result;
  }
}

/**
 * Passes the server's input requests to the client's handlers. Then sends the
 * original request again, with the answers and the server's state. Repeats this
 * until the server returns a final result.
 *
 * @throws ConnectionError if a handler is missing, a handler refuses, or the
 *   server asks for too much. Other errors of handlers are thrown unchanged.
 */
export function completeWithInput(
  request: OutgoingRequest,
  first: InputRequiredError,
  budget: InputBudget,
): Promise<object> {
  const { method, options } = request;
  const { maxTimeout = MAX_TIMEOUT, signal } = options;
  const { startedAt } = budget;
  // The maximum timeout applies to all attempts of the request together,
  // regardless of progress.
  return limitTime({ method, startedAt, maxTimeout, signal }, (limited) => {
    const rest = { ...options, maxTimeout: Infinity, signal: limited };
    return retryWithInput({ ...request, options: rest }, first, budget);
  });
}

async function retryWithInput(
  { connection, method, params, options }: OutgoingRequest,
  first: InputRequiredError,
  budget: InputBudget,
): Promise<object> {
  for (let needed = first; ;) {
    const { inputRequests, requestState } = needed.result;
    if (!INPUT_METHODS.includes(method)) {
      throw new ConnectionError(
        "invalid",
        `${method} must not have an input-required result`,
      );
    }
    if (inputRequests === undefined && requestState === undefined) {
      const text = `The input-required result of ${method} has neither inputRequests nor requestState`;
      throw new ConnectionError("invalid", text);
    }
    if (requestState !== undefined && typeof requestState !== "string") {
      throw new ConnectionError("invalid", "requestState is not a string");
    }
    const inputResponses = await answerInputRequests(
      connection,
      method,
      inputRequests,
      options,
      budget,
    );
    const next: Params = { ...params, inputResponses, requestState };
    const retry = { connection, method, params: next, options };
    try {
      return doNotCache(await connection.requestOnce(retry));
    } catch (error) {
      if (!(error instanceof InputRequiredError)) throw error;
      needed = error;
    }
  }
}

/**
 * Answers the input requests of an input-required result or of a task. Returns
 * an object that contains each answer under the key of its input request.
 *
 * @param method Method of the call to which the input requests belong.
 */
export async function answerInputRequests(
  connection: Connection,
  method: string,
  questions: unknown,
  options: RequestOptions,
  budget: InputBudget,
): Promise<object | undefined> {
  if (questions !== undefined && !isObject(questions)) {
    throw new ConnectionError("invalid", "inputRequests is not an object");
  }
  const entries = Object.entries(questions ?? {});
  const excess = budget.countRound(
    method,
    entries.map(([, one]) => one),
  );
  if (excess !== undefined) throw new ConnectionError("invalid", excess);
  if (questions === undefined) return undefined;
  const calls = entries.map(([key, question]) =>
    createCall(connection, key, question),
  );
  const { signal } = options;
  signal?.throwIfAborted();
  const answers = Promise.all(
    calls.map(async (call) => [call.id, await runInputRequest(call)]),
  );
  try {
    // Only one listener is added to the signal, because platforms print a
    // warning about many listeners on one signal.
    return Object.fromEntries(await abortable(answers, signal)) as object;
  } catch (error) {
    for (const call of calls) call.cancel(error);
    throw error;
  }
}

/**
 * Returns the handler's answer to an input request. An McpError of the handler
 * becomes a ConnectionError. Otherwise the user would mistake it for an error
 * that the server sent (basic/index#Error Codes).
 */
async function runInputRequest(call: Call): Promise<unknown> {
  try {
    return await call.endpoint.answer(call);
  } catch (error) {
    if (!(error instanceof McpError)) throw error;
    const text = `The client cannot provide the input that the server asked for in ${call.method}: ${error.message}`;
    throw new ConnectionError("input", text, error);
  }
}

/**
 * Returns the context (`ctx`) for the handler of an input request. It equals
 * the context of a request that the server sends as a JSON-RPC message.
 */
function createCall(
  connection: Connection,
  key: string,
  question: unknown,
): Call {
  if (!isObject(question) || typeof question.method !== "string") {
    throw new ConnectionError(
      "invalid",
      `The input request ${key} has no method`,
    );
  }
  if (!isInputMethod(question.method)) {
    const text = `The input request ${key} has a method that is not allowed: ${question.method}`;
    throw new ConnectionError("invalid", text);
  }
  const message = { ...question, jsonrpc: "2.0", id: key };
  const { endpoint } = connection;
  const facts = endpoint.facts(question.method);
  const problem = findProblem(facts?.message, message);
  if (problem !== undefined) {
    const text = `The input request ${key} is not valid: ${question.method}: ${problem}`;
    throw new ConnectionError("invalid", text);
  }
  const request = message as unknown as RequestMessage;
  return new Call(connection, request, undefined, () => {}, endpoint);
}
