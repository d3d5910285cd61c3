/** Requests whose answer says what the server needs first. */
import { Call } from "../connection/call.js";
import { ConnectionError, McpError } from "../../json-rpc/messages/errors.js";
import { MAX_TIMEOUT } from "../../json-rpc/requests.js";
import { abortable } from "../../limits/timer.js";
import { doNotCache } from "../caching.js";
import { isQuestion } from "./requests.js";
import { problemOf } from "../endpoint.js";
import { isObject } from "../../validation/guards.js";
import { ROUND_METHODS } from "../stateless/stateless.js";
import type { OutgoingRequest } from "../lifecycle.js";
import type { Connection } from "../connection/connection.js";
import type {
  Params,
  RequestMessage,
} from "../../json-rpc/messages/messages.js";
import type { RequestOptions } from "../../json-rpc/requests.js";

/** Rounds of one request, at most. */
const MAX_ROUNDS = 20;
/** Questions of one round, at most. */
const MAX_QUESTIONS = 100;

/** What a server answered that needs input first; never leaves the runtime. */
export class InputNeeded extends Error {
  readonly result: { readonly [name: string]: unknown };

  constructor(result: { readonly [name: string]: unknown }) {
    super("The server needs input before it can answer");
    this.result = result;
  }
}

/**
 * Asks this side's handlers what the server needs, and sends the request again
 * with the answers and the state that came with the questions, until it is
 * answered.
 *
 * @throws ConnectionError when no handler answers a question, or one refuses, or
 *   there is no end of them; whatever else a handler throws.
 */
export async function answerRounds(
  { connection, method, params, options }: OutgoingRequest,
  first: InputNeeded,
): Promise<object> {
  let needed = first;
  // What no progress puts off is for all rounds together.
  let { maxTimeout = MAX_TIMEOUT } = options;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const { inputRequests, requestState } = needed.result;
    if (!ROUND_METHODS.includes(method)) {
      throw new ConnectionError("invalid", `${method} must not need input`);
    }
    if (inputRequests === undefined && requestState === undefined) {
      const text = `The answer to ${method} needs input, but asks for nothing`;
      throw new ConnectionError("invalid", text);
    }
    if (requestState !== undefined && typeof requestState !== "string") {
      throw new ConnectionError("invalid", "requestState is not a string");
    }
    const inputResponses = await answersTo(connection, inputRequests, options);
    const next: Params = { ...params, inputResponses, requestState };
    if (inputResponses === undefined) delete next.inputResponses;
    if (requestState === undefined) delete next.requestState;
    const began = performance.now();
    const again = {
      connection,
      method,
      params: next,
      options: { ...options, maxTimeout },
    };
    try {
      return doNotCache(await connection.requestOnce(again));
    } catch (error) {
      if (!(error instanceof InputNeeded)) throw error;
      needed = error;
    }
    maxTimeout -= Math.round(performance.now() - began);
  }
  const text = `${method} was not answered after ${MAX_ROUNDS} rounds of input`;
  throw new ConnectionError("invalid", text);
}

/** Answers by the keys of questions that came otherwise than in rounds. */
export function answerQuestions(
  connection: Connection,
  questions: object,
  options: RequestOptions,
): Promise<object | undefined> {
  return answersTo(connection, questions, options);
}

async function answersTo(
  connection: Connection,
  questions: unknown,
  options: RequestOptions,
): Promise<object | undefined> {
  if (questions === undefined) return undefined;
  if (!isObject(questions)) {
    throw new ConnectionError("invalid", "inputRequests is not an object");
  }
  const entries = Object.entries(questions);
  if (entries.length > MAX_QUESTIONS) {
    throw new ConnectionError("invalid", "The server asks for too much");
  }
  const calls = entries.map(([key, question]) =>
    callOf(connection, key, question),
  );
  const { signal } = options;
  signal?.throwIfAborted();
  const answers = Promise.all(
    calls.map(async (call) => [call.id, await answerTo(call)]),
  );
  try {
    // One listener for all: platforms warn of many at one signal.
    return Object.fromEntries(await abortable(answers, signal)) as object;
  } catch (error) {
    for (const call of calls) call.cancel(error);
    throw error;
  }
}

/**
 * What a handler answers. Its error becomes a ConnectionError: an McpError
 * would look like one that the server sent (basic/index#Error Codes).
 */
async function answerTo(call: Call): Promise<unknown> {
  try {
    return await call.endpoint.answer(call);
  } catch (error) {
    if (!(error instanceof McpError)) throw error;
    const text = `The server needs ${call.method} first: ${error.message}`;
    throw new ConnectionError("input", text, error);
  }
}

/** A question as if it had been sent as a request. */
function callOf(connection: Connection, key: string, question: unknown): Call {
  if (!isObject(question) || typeof question.method !== "string") {
    throw new ConnectionError("invalid", `The input ${key} has no method`);
  }
  if (!isQuestion(question.method)) {
    const text = `The input ${key} must not be asked for: ${question.method}`;
    throw new ConnectionError("invalid", text);
  }
  const message = { ...question, jsonrpc: "2.0", id: key };
  const { endpoint } = connection;
  const facts = endpoint.facts(question.method);
  const problem = problemOf(facts?.message, message);
  if (problem !== undefined) {
    const text = `The input ${key} is not valid: ${question.method}: ${problem}`;
    throw new ConnectionError("invalid", text);
  }
  const request = message as unknown as RequestMessage;
  return new Call(connection, request, undefined, () => {}, endpoint);
}
