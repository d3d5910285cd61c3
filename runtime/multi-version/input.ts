/**
 * Input-required results for clients of older revisions, which do not know such
 * results. The server sends the client requests for the input, and then calls
 * the handler again.
 */
import { INVALID_MESSAGE } from "../json-rpc/constants.js";
import { ConnectionError, McpError } from "../json-rpc/messages/errors.js";
import { INPUT_REQUIRED } from "../protocol/stateless/stateless.js";
import { isObject } from "../validation/guards.js";
import { isPromise } from "../json-rpc/promises.js";
import type { Call } from "../protocol/connection/call.js";
import type { Params } from "../json-rpc/messages/messages.js";

/**
 * Maximum number of times that a handler may ask for input while one request is
 * answered.
 */
const MAX_INPUT_ROUNDS = 20;

/**
 * Returns the final result of a call. Whenever the handler returns an
 * input-required result, the input is requested from the client and the handler
 * is called again.
 *
 * @throws McpError if the client cannot give the input.
 */
export function resolveInput(call: Call, handler: () => unknown): unknown {
  const settled = (result: unknown): unknown =>
    needsInput(result) ? requestInput(call, result, handler) : result;
  try {
    const outcome = handler();
    return isPromise(outcome)
      ? outcome.then(settled, rethrowInputError)
      : settled(outcome);
  } catch (problem) {
    return rethrowInputError(problem);
  }
}

/**
 * Removes `inputResponses` and `requestState` from the params of a client's
 * request. Older revisions do not define these members, so a client could send
 * unchecked values to the handler.
 */
export function dropInputState({ message }: Call): void {
  if (!isObject(message.params)) return;
  const { requestState: _, inputResponses: _none, ...rest } = message.params;
  message.params = rest;
}

async function requestInput(
  call: Call,
  first: InputRequiredResult,
  runHandler: () => unknown,
): Promise<unknown> {
  const { params } = call.message;
  let needed = first;
  for (let round = 0; round < MAX_INPUT_ROUNDS; round += 1) {
    const { inputRequests, requestState } = needed;
    const next: Params = { ...params };
    if (inputRequests) {
      next.inputResponses = await collectAnswers(call, inputRequests);
    }
    if (requestState !== undefined) next.requestState = requestState;
    call.message.params = next;
    try {
      const result = await runHandler();
      if (!needsInput(result)) return result;
      needed = result;
    } catch (problem) {
      rethrowInputError(problem);
    }
  }
  throw new Error(
    `${call.method} asked for input more than ${MAX_INPUT_ROUNDS} times`,
  );
}

interface InputRequiredResult {
  readonly inputRequests?: { readonly [key: string]: InputRequest };
  readonly requestState?: string;
}

interface InputRequest {
  readonly method: string;
  readonly params?: Params;
}

function needsInput(result: unknown): result is InputRequiredResult {
  return isObject(result) && result.resultType === INPUT_REQUIRED;
}

async function collectAnswers(
  call: Call,
  requests: { readonly [key: string]: InputRequest },
): Promise<object> {
  const entries = Object.entries(requests).map(
    async ([key, { method, params }]) => [
      key,
      await call.request(method, params).catch(rethrowInputError),
    ],
  );
  return Object.fromEntries(await Promise.all(entries)) as object;
}

/**
 * Throws an McpError for the client if the problem is a capability or revision
 * that the client lacks. Throws any other problem unchanged.
 */
function rethrowInputError(problem: unknown): never {
  if (!(problem instanceof ConnectionError)) throw problem;
  const { fault, message } = problem;
  if (fault !== "capability" && fault !== "version") throw problem;
  throw new McpError(
    INVALID_MESSAGE,
    `The client cannot give the needed input: ${message}`,
  );
}
