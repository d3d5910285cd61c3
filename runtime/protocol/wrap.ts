/** What wraps the requests of a server or a client: logs, traces, time-outs. */
import { ConnectionError } from "../json-rpc/messages/errors.js";
import type { Call } from "../json-rpc/call.js";
import type { Connection } from "../json-rpc/connection.js";
import type { Endpoint } from "./endpoint.js";
import type { Params, RequestMessage } from "../json-rpc/messages/messages.js";
import type { Lifecycle } from "./lifecycle.js";

/**
 * Wraps a request that arrived. What it gives is the result, and what it throws
 * the error; `next` runs what is wrapped.
 */
export type AnswerWrap = (
  request: RequestMessage,
  ctx: never,
  next: () => Promise<unknown>,
) => unknown;

/**
 * Every request that a server answers goes through `wraps`, the first outermost.
 * They see it before anything of it is checked.
 */
export function wrapAnswers(
  { endpoint }: { readonly endpoint: Endpoint },
  wraps: readonly AnswerWrap[],
): void {
  for (const one of endpoint.all) {
    const run = (one.answer ?? one.run).bind(one);
    const wrapped = (call: Call): Promise<unknown> =>
      answered(call, run, wraps);
    if (one.answer) one.answer = wrapped;
    else one.run = wrapped;
  }
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
    // Such as after a time-out: the handler is told, once the answer is sent.
    if (running > 0) setTimeout(() => call.cancel(tooLate(call)));
  }
}

function tooLate({ method }: Call): ConnectionError {
  return new ConnectionError("timeout", `${method} was answered without it`);
}

/** A request that is to be sent. */
export interface SentRequest {
  readonly method: string;
  readonly params?: Params | undefined;
}

/**
 * Wraps a request that is sent. `next` sends it, or another in its place, and
 * gives its checked result.
 */
export type ClientWrap = (
  request: SentRequest,
  next: (instead?: SentRequest) => Promise<object>,
) => Promise<object>;

/**
 * Every request that the client sends goes through `wraps`, the first outermost.
 * Gives the client back.
 */
export function wrapClient<C extends object>(
  client: C,
  ...wraps: readonly ClientWrap[]
): C {
  const { endpoint } = client as unknown as { readonly endpoint: Endpoint };
  for (const one of endpoint.all) {
    const { lifecycle } = one;
    const request: Lifecycle["request"] = (to: Connection, ...sent) => {
      const [method, params, ...rest] = sent;
      const send = ({ method, params }: SentRequest): Promise<object> =>
        lifecycle.request?.(to, method, params, ...rest) ??
        to.requestOnce(method, params, ...rest);
      const wrapped = async (at: number, sent: SentRequest): Promise<object> =>
        wraps[at]?.(sent, (instead = sent) => wrapped(at + 1, instead)) ??
        send(sent);
      return wrapped(0, { method, params });
    };
    one.lifecycle = { ...lifecycle, request };
  }
  return client;
}
