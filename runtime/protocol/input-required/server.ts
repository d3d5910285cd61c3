/**
 * Server side of input-required results. When a handler asks for input, its
 * call is answered with the input requests. The handler runs again when the
 * client repeats the call with the answers.
 */
import { ConnectionError } from "../../json-rpc/messages/errors.js";
import { assertCanAsk, invalidParams, HandlerRun } from "./handler-run.js";
import { Sealer } from "./seal.js";
import { INPUT_REQUIRED, INPUT_METHODS } from "../stateless/stateless.js";
import { isObject } from "../../validation/guards.js";
import { sortedJson } from "../../json-rpc/messages/messages.js";
import { isPromise } from "../../json-rpc/promises.js";
import type { Call } from "../connection/call.js";
import type { AskOptions } from "../../json-rpc/requests.js";
import type { Endpoint } from "../endpoint.js";
import type { Handler, Handlers } from "../lifecycle.js";
import type { Params } from "../../json-rpc/messages/messages.js";
import { declare } from "../capabilities.js";
import { missingCapabilities } from "./requests.js";
import type { InputRequest } from "./requests.js";
import type { SealedState } from "./handler-run.js";
import type { StateOptions } from "./seal.js";

/**
 * Function that answers a call immediately, even if its handler has not
 * finished.
 */
type Interrupt = (result: Promise<object>) => void;

const sealers = /*@__PURE__*/ new WeakMap<Endpoint, Sealer>();
const runs = /*@__PURE__*/ new WeakMap<Call, HandlerRun>();
const interrupts = /*@__PURE__*/ new WeakMap<Call, Interrupt>();

/**
 * Returns the server's handlers. If a method may ask for input, its handler is
 * extended: when the handler runs again, it receives the client's answers.
 */
export function withInputRequired(
  endpoint: Endpoint,
  handlers: Handlers,
  state: StateOptions | undefined,
): Handlers {
  sealers.set(endpoint, new Sealer(state));
  const resumed: { [method: string]: Handler } = {};
  for (const method of INPUT_METHODS) {
    const handler = handlers[method];
    if (handler) resumed[method] = makeResumable(handler);
  }
  return { ...handlers, ...resumed };
}

/**
 * Asks the client for input. Resolves to the answer if the client has already
 * sent it. Otherwise the current run of the handler ends, and the handler runs
 * again when the answer has arrived.
 */
export function askClient(
  call: Call,
  method: string,
  params: Params | undefined,
  options: AskOptions = {},
): Promise<unknown> {
  if (!INPUT_METHODS.includes(call.method)) {
    const text = `A handler of ${call.method} cannot ask the client for input; only handlers of ${INPUT_METHODS.join(", ")} can`;
    return Promise.reject(new ConnectionError("lifecycle", text));
  }
  return ignoreUnhandled(getRun(call).ask({ method, params }, options));
}

/**
 * Returns the stored result for a key. If there is none, calls `run` and stores
 * the result.
 */
export function runOnce(
  call: Call,
  key: string,
  run: () => unknown,
): Promise<unknown> {
  return ignoreUnhandled(getRun(call).once(key, run));
}

/**
 * Returns the promise unchanged, but prevents an `unhandledRejection` event. A
 * handler may await another promise first, so that a rejection of this promise
 * has no listener yet.
 */
function ignoreUnhandled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}

function getRun(call: Call): HandlerRun {
  return runs.get(call) ?? startRun(call);
}

function startRun(
  call: Call,
  kept?: SealedState,
  given?: { readonly [key: string]: unknown },
): HandlerRun {
  const run = new HandlerRun(
    {
      call,
      interrupt: (result) => interrupts.get(call)?.(result),
      seal: (all) => getSealer(call).seal(all, getBinding(call)),
    },
    kept,
    given,
  );
  runs.set(call, run);
  return run;
}

function makeResumable(handler: Handler): Handler {
  const run = handler as (params: Params, call: Call) => unknown;
  return (params: Params = {}, call: Call) => {
    const { inputResponses, requestState } = params;
    const outcome =
      inputResponses === undefined && requestState === undefined
        ? run(params, call)
        : unsealParams(call, params).then((again) => run(again, call));
    if (!isPromise(outcome)) return sealManualResult(call, outcome);
    return new Promise((resolve, reject) => {
      interrupts.set(call, resolve);
      outcome
        .then((result) => sealManualResult(call, result))
        .then(resolve, reject);
    });
  };
}

/**
 * Returns the params for a handler that runs again. The state that the handler
 * returned in its earlier run is decrypted.
 */
async function unsealParams(call: Call, params: Params): Promise<Params> {
  const { inputResponses: given = {}, requestState, ...rest } = params;
  if (!isObject(given)) throw invalidParams("inputResponses is not an object");
  let kept: SealedState | undefined;
  if (requestState !== undefined) {
    if (typeof requestState !== "string") {
      throw invalidParams("requestState is not a string");
    }
    const opened = await getSealer(call).open(requestState, getBinding(call));
    if (opened === "forged") {
      throw invalidParams(
        "requestState was not created by this server for this request",
      );
    }
    if (opened === "expired") {
      throw invalidParams(
        "requestState has expired; send the request without requestState",
      );
    }
    kept = opened.value as SealedState;
  }
  startRun(call, kept, given);
  const own = kept?.[2];
  if (params.inputResponses) rest.inputResponses = given;
  return typeof own === "string" ? { ...rest, requestState: own } : rest;
}

/**
 * Checks an input-required result that a handler returned instead of asking
 * through `ctx`. Encrypts the state in the result. Returns any other result
 * unchanged.
 */
function sealManualResult(call: Call, result: unknown): unknown {
  if (!isObject(result) || result.resultType !== INPUT_REQUIRED) return result;
  const { inputRequests, requestState } = result;
  if ((inputRequests ?? requestState) === undefined) {
    const text = `The input-required result of ${call.method} has neither inputRequests nor requestState`;
    throw new ConnectionError("lifecycle", text);
  }
  const questions = Object.values(inputRequests ?? {}) as InputRequest[];
  const missing = {};
  for (const question of questions)
    for (const path of missingCapabilities(question, call.peer.capabilities))
      declare(missing, path);
  for (const question of questions) assertCanAsk(call, question, {}, missing);
  // The handler returned no state and used no `ctx` method for input, so there
  // is nothing to encrypt.
  if (requestState === undefined && !runs.has(call)) return result;
  return getRun(call)
    .seal(requestState)
    .then((sealed) => ({ ...result, requestState: sealed }));
}

/**
 * Returns the context for which encrypted state is valid: the request without
 * its input, and the sender of the request.
 */
function getBinding({ endpoint, method, message, auth }: Call): string {
  const params = { ...message.params };
  for (const name of ["_meta", "inputResponses", "requestState"]) {
    delete params[name];
  }
  const subject = isObject(auth) ? auth.subject : auth;
  return sortedJson([endpoint.info.name, method, subject, params]);
}

function getSealer({ endpoint }: Call): Sealer {
  return sealers.get(endpoint) as Sealer;
}
