/**
 * Interceptors of an endpoint's requests. Extensions add them, and so do users,
 * for logs, traces and timeouts.
 */
import { ConnectionError } from "../json-rpc/messages/errors.js";
import type { Call } from "./connection/call.js";
import type { Endpoint } from "./endpoint.js";
import type { Params, RequestMessage } from "../json-rpc/messages/messages.js";
import type { Handlers, OutgoingRequest } from "./lifecycle.js";

/** Value and result of each step of an endpoint. */
interface Steps {
  /** Sends a request. */
  send: [value: OutgoingRequest, result: Promise<object>];
  /** Answers a request, which is not validated yet. */
  answer: [value: Call, result: unknown];
  /** Adds the handlers of the lifecycle, once, when the endpoint is created. */
  routes: [value: Handlers, result: Handlers];
}

/** Function that runs around a step. `next` runs the rest of the step. */
type Around<Step extends readonly [unknown, unknown]> = (
  value: Step[0],
  next: (value: Step[0]) => Step[1],
) => Step[1];

/**
 * Functions that run around the steps of an endpoint. An endpoint has one
 * ordered list of interceptors. The one added last is outermost.
 */
export type Interceptor = {
  readonly [Name in keyof Steps]?: Around<Steps[Name]> | undefined;
};

/**
 * Runs a step inside the functions around it. The first of them is outermost.
 */
export function runStep<Name extends keyof Steps>(
  interceptors: readonly Interceptor[],
  name: Name,
  step: (value: Steps[Name][0]) => Steps[Name][1],
  value: Steps[Name][0],
): Steps[Name][1] {
  return interceptors.reduceRight((next, { [name]: around }) => {
    return around ? (value: Steps[Name][0]) => around(value, next) : next;
  }, step)(value);
}

/**
 * Function that runs around the answer to an incoming request. It returns the
 * result or throws the error to answer with. `next` runs the inner wraps and
 * the handler.
 */
export type AnswerWrap = (
  request: RequestMessage,
  ctx: never,
  next: () => Promise<unknown>,
) => unknown;

/**
 * Runs the `wraps` around every request that the server answers; the first is
 * outermost. They run before the request is validated.
 */
export function wrapAnswers(
  { endpoint }: { readonly endpoint: Endpoint },
  wraps: readonly AnswerWrap[],
): void {
  if (wraps.length === 0) return;
  for (const current of endpoint.all)
    current.intercept({ answer: (call, next) => answered(call, next, wraps) });
}

async function answered(
  call: Call,
  run: (call: Call) => unknown,
  wraps: readonly AnswerWrap[],
): Promise<unknown> {
  let running = 0;
  const last = async (): Promise<unknown> => {
    running += 1;
    try {
      return await run(call);
    } finally {
      running -= 1;
    }
  };
  const first = wraps.reduceRight<() => Promise<unknown>>(
    (next, wrap) => async () => wrap(call.message, call as never, next),
    last,
  );
  try {
    return await first();
  } finally {
    // A wrap may answer without waiting for the handler, for example after a
    // timeout. The handler is then cancelled once the answer is sent.
    if (running > 0) setTimeout(() => call.cancel(abandonedError(call)));
  }
}

function abandonedError({ method }: Call): ConnectionError {
  return new ConnectionError(
    "timeout",
    `${method} was answered before its handler finished`,
  );
}

/** Request to be sent. */
export interface SentRequest {
  readonly method: string;
  readonly params?: Params | undefined;
}

/**
 * Function that runs around an outgoing request. `next` sends the request, or
 * another one instead, and returns its validated result.
 */
export type ClientWrap = (
  request: SentRequest,
  next: (instead?: SentRequest) => Promise<object>,
) => Promise<object>;

/**
 * Runs the `wraps` around every request that the client sends; the first is
 * outermost. Returns the client.
 */
export function wrapClient<C extends object>(
  client: C,
  ...wraps: readonly ClientWrap[]
): C {
  const { endpoint } = client as unknown as { readonly endpoint: Endpoint };
  for (const wrap of [...wraps].reverse()) {
    for (const current of endpoint.all) {
      current.intercept({
        send: async (request, next) => {
          const { method, params } = request;
          return wrap({ method, params }, (instead = { method, params }) =>
            next({
              ...request,
              method: instead.method,
              params: instead.params,
            }),
          );
        },
      });
    }
  }
  return client;
}
