/**
 * Client side of input-required results: gets the input and sends the request
 * again.
 */
import { findProblem } from "../methods/validity.js";
import { MAX_TIMEOUT } from "../../json-rpc/constants.js";
import { Call } from "../connection/call.js";
import { ConnectionError, McpError } from "../../json-rpc/messages/errors.js";
import { abortable } from "../../limits/timer.js";
import { doNotCache } from "../caching.js";
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

/** Maximum number of times that a server may ask for input for one request. */
const MAX_INPUT_RESULTS = 20;
/** Maximum number of input requests in one result. */
const MAX_INPUT_REQUESTS = 100;

/**
 * Error that carries an input-required result. It is never passed to the user.
 */
export class InputRequiredError extends Error {
  readonly result: { readonly [name: string]: unknown };

  constructor(result: { readonly [name: string]: unknown }) {
    super("The server needs input before it can answer");
    this.result = result;
  }
}

/**
 * Passes the input requests of the server to this side's handlers. Then sends
 * the original request again with the answers and the server's state, until the
 * server returns a final result.
 *
 * @throws ConnectionError if no handler answers, a handler refuses, or the
 *   server asks too often. Other errors of handlers are thrown unchanged.
 */
export async function completeWithInput(
  { connection, method, params, options }: OutgoingRequest,
  first: InputRequiredError,
): Promise<object> {
  let needed = first;
  // The maximum timeout applies to all attempts of the request together,
  // regardless of progress.
  let { maxTimeout = MAX_TIMEOUT } = options;
  for (let round = 0; round < MAX_INPUT_RESULTS; round += 1) {
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
    const inputResponses = await collectAnswers(
      connection,
      inputRequests,
      options,
    );
    const next: Params = { ...params, inputResponses, requestState };
    if (inputResponses === undefined) delete next.inputResponses;
    if (requestState === undefined) delete next.requestState;
    const began = performance.now();
    const retry = {
      connection,
      method,
      params: next,
      options: { ...options, maxTimeout },
    };
    try {
      return doNotCache(await connection.requestOnce(retry));
    } catch (error) {
      if (!(error instanceof InputRequiredError)) throw error;
      needed = error;
    }
    maxTimeout -= Math.round(performance.now() - began);
  }
  const text = `The server did not answer ${method} after asking for input ${MAX_INPUT_RESULTS} times`;
  throw new ConnectionError("invalid", text);
}

/**
 * Answers input requests that did not arrive in an input-required result, such
 * as the input requests of a task. Returns the answers by the keys of the input
 * requests.
 */
export function answerInputRequests(
  connection: Connection,
  questions: object,
  options: RequestOptions,
): Promise<object | undefined> {
  return collectAnswers(connection, questions, options);
}

async function collectAnswers(
  connection: Connection,
  questions: unknown,
  options: RequestOptions,
): Promise<object | undefined> {
  if (questions === undefined) return undefined;
  if (!isObject(questions)) {
    throw new ConnectionError("invalid", "inputRequests is not an object");
  }
  const entries = Object.entries(questions);
  if (entries.length > MAX_INPUT_REQUESTS) {
    throw new ConnectionError(
      "invalid",
      `The server sent more than ${MAX_INPUT_REQUESTS} input requests in one result`,
    );
  }
  const calls = entries.map(([key, question]) =>
    createCall(connection, key, question),
  );
  const { signal } = options;
  signal?.throwIfAborted();
  const answers = Promise.all(
    calls.map(async (call) => [call.id, await runInputRequest(call)]),
  );
  try {
    // The signal gets a single listener, because platforms warn of many
    // listeners on one signal.
    return Object.fromEntries(await abortable(answers, signal)) as object;
  } catch (error) {
    for (const call of calls) call.cancel(error);
    throw error;
  }
}

/**
 * Returns the answer of the handler of an input request. An McpError of the
 * handler becomes a ConnectionError, because the user would mistake it for an
 * error that the server sent (basic/index#Error Codes).
 */
async function runInputRequest(call: Call): Promise<unknown> {
  try {
    return await call.endpoint.answer(call);
  } catch (error) {
    if (!(error instanceof McpError)) throw error;
    const text = `The server needs ${call.method} first: ${error.message}`;
    throw new ConnectionError("input", text, error);
  }
}

/**
 * Returns a call for an input request, as if the server had sent it as a
 * separate request.
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
