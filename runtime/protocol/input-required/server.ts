/**
 * The server's side of calls that need input: a handler asks, its call is
 * answered with the questions, and it runs again when the client sends the
 * call once more with the answers.
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

/** Answers a call, whatever its handler comes to. */
type Interrupt = (result: Promise<object>) => void;

const sealers = /*@__PURE__*/ new WeakMap<Endpoint, Sealer>();
const roundOfCall = /*@__PURE__*/ new WeakMap<Call, Round>();
const interrupts = /*@__PURE__*/ new WeakMap<Call, Interrupt>();

/** `handlers`; those that may ask are given the answers of earlier rounds. */
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

/** Asks the client: resolves when it has answered, maybe not in this run. */
export function askClient(
  call: Call,
  method: string,
  params: Params | undefined,
  options: AskOptions = {},
): Promise<unknown> {
  if (!ROUND_METHODS.includes(call.method)) {
    const text = `The client can be asked while ${ROUND_METHODS.join(", ")} is answered, not ${call.method}`;
    return Promise.reject(new ConnectionError("lifecycle", text));
  }
  return withoutUnhandled(roundOf(call).ask({ method, params }, options));
}

/** The kept answer of `run`, which runs when none is kept. */
export function keepOnce(
  call: Call,
  key: string,
  run: () => unknown,
): Promise<unknown> {
  return withoutUnhandled(roundOf(call).once(key, run));
}

/** The promise, with no `unhandledRejection` while another is awaited. */
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

/** Params for a handler that runs again, their state unsealed. */
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
 * A handler's own `input_required` result: its questions checked, its state
 * sealed.
 */
function byHand(call: Call, result: unknown): unknown {
  if (!isObject(result) || result.resultType !== INPUT_REQUIRED) return result;
  const { inputRequests, requestState } = result;
  if ((inputRequests ?? requestState) === undefined) {
    const text = `The result of ${call.method} asks for nothing`;
    throw new ConnectionError("lifecycle", text);
  }
  const questions = Object.values(inputRequests ?? {}) as Question[];
  const lacked = {};
  for (const question of questions)
    for (const path of lacking(question, call.peer.capabilities))
      declare(lacked, path);
  for (const question of questions) mayAsk(call, question, {}, lacked);
  // What a handler that also asks by `ctx` was answered is kept as ever.
  if (requestState === undefined && !roundOfCall.has(call)) return result;
  return roundOf(call)
    .seal(requestState)
    .then((sealed) => ({ ...result, requestState: sealed }));
}

/** What a sealed state is bound to: this call by this sender, and no other. */
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
