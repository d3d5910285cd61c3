/**
 * Server side of input-required results. When a handler asks for input, its
 * call is answered with the input requests. The handler runs again when the
 * client repeats the call with the answers.
 */
import { ConnectionError } from "../../json-rpc/messages/errors.js";
import { mayAsk, refusal, Round } from "./handler-run.js";
import { Sealer } from "./seal.js";
import { INPUT_REQUIRED, ROUND_METHODS } from "../stateless/stateless.js";
import { isObject } from "../../validation/guards.js";
import { sortedJson } from "../../json-rpc/messages/messages.js";
import { isPromise } from "../../json-rpc/promises.js";
import type { Call } from "../connection/call.js";
import type { AskOptions } from "../../json-rpc/requests.js";
import type { Endpoint } from "../endpoint.js";
import type { Handler, Handlers } from "../lifecycle.js";
import type { Params } from "../../json-rpc/messages/messages.js";
import { declare } from "../capabilities.js";
import { lacking } from "./requests.js";
import type { Question } from "./requests.js";
import type { SealedState } from "./handler-run.js";
import type { StateOptions } from "./seal.js";

/** Function that answers a call, regardless of the outcome of its handler. */
type Interrupt = (result: Promise<object>) => void;

const sealers = /*@__PURE__*/ new WeakMap<Endpoint, Sealer>();
const roundOfCall = /*@__PURE__*/ new WeakMap<Call, Round>();
const interrupts = /*@__PURE__*/ new WeakMap<Call, Interrupt>();

/**
 * Returns the handlers. Those that may ask for input receive the answers to
 * earlier input requests.
 */
export function resuming(
  endpoint: Endpoint,
  handlers: Handlers,
  state: StateOptions | undefined,
): Handlers {
  sealers.set(endpoint, new Sealer(state));
  const resumed: { [method: string]: Handler } = {};
  for (const method of ROUND_METHODS) {
    const handler = handlers[method];
    if (handler) resumed[method] = resume(handler);
  }
  return { ...handlers, ...resumed };
}

/**
 * Asks the client for input. Resolves with the answer, possibly not before the
 * handler runs again.
 */
export function askClient(
  call: Call,
  method: string,
  params: Params | undefined,
  options: AskOptions = {},
): Promise<unknown> {
  if (!ROUND_METHODS.includes(call.method)) {
    const text = `The client can be asked for input while ${ROUND_METHODS.join(", ")} is answered, not ${call.method}`;
    return Promise.reject(new ConnectionError("lifecycle", text));
  }
  return withoutUnhandled(roundOf(call).ask({ method, params }, options));
}

/** Returns the stored result of `run`, or runs it if none is stored. */
export function keepOnce(
  call: Call,
  key: string,
  run: () => unknown,
): Promise<unknown> {
  return withoutUnhandled(roundOf(call).once(key, run));
}

/**
 * Returns the promise without an `unhandledRejection` event, since a handler
 * may await another promise first.
 */
function withoutUnhandled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}

function roundOf(call: Call): Round {
  return roundOfCall.get(call) ?? begin(call);
}

function begin(
  call: Call,
  kept?: SealedState,
  given?: { readonly [key: string]: unknown },
): Round {
  const round = new Round(
    {
      call,
      interrupt: (result) => interrupts.get(call)?.(result),
      seal: (all) => sealerOf(call).seal(all, boundTo(call)),
    },
    kept,
    given,
  );
  roundOfCall.set(call, round);
  return round;
}

function resume(handler: Handler): Handler {
  const run = handler as (params: Params, call: Call) => unknown;
  return (params: Params = {}, call: Call) => {
    const { inputResponses, requestState } = params;
    const outcome =
      inputResponses === undefined && requestState === undefined
        ? run(params, call)
        : unsealed(call, params).then((again) => run(again, call));
    if (!isPromise(outcome)) return byHand(call, outcome);
    return new Promise((resolve, reject) => {
      interrupts.set(call, resolve);
      outcome.then((result) => byHand(call, result)).then(resolve, reject);
    });
  };
}

/**
 * Returns the params for a handler that runs again, with its state decrypted.
 */
async function unsealed(call: Call, params: Params): Promise<Params> {
  const { inputResponses: given = {}, requestState, ...rest } = params;
  if (!isObject(given)) throw refusal("inputResponses is not an object");
  let kept: SealedState | undefined;
  if (requestState !== undefined) {
    if (typeof requestState !== "string") {
      throw refusal("requestState is not a string");
    }
    const opened = await sealerOf(call).open(requestState, boundTo(call));
    if (opened === "forged") {
      throw refusal("requestState is not one of this server for this request");
    }
    if (opened === "expired") {
      throw refusal("requestState has expired; send the request without it");
    }
    kept = opened.value as SealedState;
  }
  begin(call, kept, given);
  const own = kept?.[2];
  if (params.inputResponses) rest.inputResponses = given;
  return typeof own === "string" ? { ...rest, requestState: own } : rest;
}

/**
 * Validates the input requests of an input-required result that a handler
 * returned itself, and encrypts its state.
 */
function byHand(call: Call, result: unknown): unknown {
  if (!isObject(result) || result.resultType !== INPUT_REQUIRED) return result;
  const { inputRequests, requestState } = result;
  if ((inputRequests ?? requestState) === undefined) {
    const text = `The input-required result of ${call.method} has neither inputRequests nor requestState`;
    throw new ConnectionError("lifecycle", text);
  }
  const questions = Object.values(inputRequests ?? {}) as Question[];
  const lacked = {};
  for (const question of questions)
    for (const path of lacking(question, call.peer.capabilities))
      declare(lacked, path);
  for (const question of questions) mayAsk(call, question, {}, lacked);
  // Without state of the handler and without answers to `ctx` requests, there
  // is nothing to encrypt.
  if (requestState === undefined && !roundOfCall.has(call)) return result;
  return roundOf(call)
    .seal(requestState)
    .then((sealed) => ({ ...result, requestState: sealed }));
}

/**
 * Returns the context that encrypted state is bound to: this request by this
 * sender.
 */
function boundTo({ endpoint, method, message, auth }: Call): string {
  const params = { ...message.params };
  for (const name of ["_meta", "inputResponses", "requestState"]) {
    delete params[name];
  }
  const subject = isObject(auth) ? auth.subject : auth;
  return sortedJson([endpoint.info.name, method, subject, params]);
}

function sealerOf({ endpoint }: Call): Sealer {
  return sealers.get(endpoint) as Sealer;
}
