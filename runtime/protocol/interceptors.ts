/**
 * Interceptors for the requests of an endpoint. Extensions and user code add
 * interceptors, for example for logs, traces and timeouts.
 */
import { ConnectionError } from "../json-rpc/messages/errors.js";
import type { Call } from "./connection/call.js";
import type { Endpoint } from "./endpoint.js";
import type { Params, RequestMessage } from "../json-rpc/messages/messages.js";
import type { Handlers, OutgoingRequest } from "./lifecycle.js";

/**
 * Steps of an endpoint around which interceptors can run. The members declare
 * the input value and the result of each step.
 */
interface Steps {
  /** Step that sends a request. */
  send: [value: OutgoingRequest, result: Promise<object>];
  /**
   * Step that answers an incoming request. The request is validated inside this
   * step.
   */
  answer: [value: Call, result: unknown];
  /**
   * Step that adds the handlers of the lifecycle. Runs once, when the endpoint
   * is created.
   */
  routes: [value: Handlers, result: Handlers];
}

/**
 * Function that wraps one step of a client or server, such as answering a
 * request. The function calls `next` to run the step.
 */
type Around<Step extends readonly [unknown, unknown]> = (
  value: Step[0],
  next: (value: Step[0]) => Step[1],
) => Step[1];

/**
 * Interceptor: functions that run around the steps of an endpoint. Each
 * endpoint has an ordered list of interceptors, and the last one added is the
 * outermost.
 */
export type Interceptor = {
  readonly [Name in keyof Steps]?: Around<Steps[Name]> | undefined;
};

/**
 * Runs a step inside the functions of the interceptors. The function of the
 * first interceptor is the outermost.
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
 * User function (middleware) that runs around the handling of an incoming
 * request. The function calls `next` to run the inner functions and the
 * handler. It returns the result of the request, or throws the error to send.
 */
export type AnswerWrap = (
  request: RequestMessage,
  ctx: never,
  next: () => Promise<unknown>,
) => unknown;

/**
 * Registers the functions in `wraps` to run around every request that the
 * server answers. The first function is the outermost. The functions run before
 * the request is validated.
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
    // A wrapping function may answer without waiting for the handler, for
    // example after a timeout. The handler is then cancelled after the answer
    // is sent.
    if (running > 0) setTimeout(() => call.cancel(abandonedError(call)));
  }
}

function abandonedError({ method }: Call): ConnectionError {
  return new ConnectionError(
    "timeout",
    `${method} was answered before its handler finished`,
  );
}

/** Request that a client is about to send. */
export interface SentRequest {
  readonly method: string;
  readonly params?: Params | undefined;
}

/**
 * User function (middleware) that runs around the sending of a request. The
 * function calls `next` to send this or a different request. `next` returns the
 * validated result.
 */
export type ClientWrap = (
  request: SentRequest,
  next: (instead?: SentRequest) => Promise<object>,
) => Promise<object>;

/**
 * Registers the functions in `wraps` to run around every request that the
 * client sends. The first function is the outermost. Returns the client.
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
