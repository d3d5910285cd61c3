/**
 * Input-required results for clients of older revisions, which do not have such
 * results. The server asks the client for the input in separate requests, and
 * then calls the handler again.
 */
import { INVALID_MESSAGE } from "../json-rpc/constants.js";
import { ConnectionError, McpError } from "../json-rpc/messages/errors.js";
import { INPUT_REQUIRED } from "../protocol/stateless/stateless.js";
import { isObject } from "../validation/guards.js";
import { isPromise } from "../json-rpc/promises.js";
import type { Call } from "../protocol/connection/call.js";
import type { Params } from "../json-rpc/messages/messages.js";

/**
 * Maximum number of times that a handler may ask for input before it completes
 * one request.
 */
const MAX_INPUT_ROUNDS = 20;

/**
 * Returns the final result of a request. If the handler returns an
 * input-required result, the server requests the input from the client and
 * calls the handler again.
 *
 * @throws McpError if the client cannot provide the input.
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
 * request. Older revisions do not define these members, so their values would
 * reach the handler without validation.
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
 * Rethrows an error that occurred while a handler asked for input. If the
 * client's capabilities or its revision do not allow the request for input, the
 * error is converted to an McpError for the client.
 */
function rethrowInputError(problem: unknown): never {
  if (!(problem instanceof ConnectionError)) throw problem;
  const { fault, message } = problem;
  if (fault !== "capability" && fault !== "version") throw problem;
  throw new McpError(
    INVALID_MESSAGE,
    `The client cannot provide the required input: ${message}`,
  );
}
