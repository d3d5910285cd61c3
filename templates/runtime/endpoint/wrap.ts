/** What wraps the requests of a server or a client: logs, traces, time-outs. */
import { ConnectionError } from "../connection/json-rpc/errors.js";
import type { Call } from "../connection/call.js";
import type { Connection } from "../connection/connection.js";
import type { Endpoint } from "./endpoint.js";
import type {
  Params,
  RequestMessage,
} from "../connection/json-rpc/messages.js";
import type { RequestId } from "../connection/json-rpc/messages.js";
import type { SendOptions } from "../connection/requests.js";

/** What has one endpoint for each of its revisions. */
interface Wrappable {
  readonly endpoint: { readonly all: readonly Endpoint[] };
}

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
  { endpoint }: Wrappable,
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
) => object | Promise<object>;

/** Every request that a client sends goes through `wraps`, the first outermost. */
export function wrapRequests(
  { endpoint }: Wrappable,
  wraps: readonly ClientWrap[],
): void {
  for (const one of endpoint.all) {
    const { lifecycle } = one;
    const request = (
      connection: Connection,
      method: string,
      params: Params | undefined,
      options: SendOptions,
      about: RequestId | undefined,
    ): Promise<object> => {
      const send = ({ method, params }: SentRequest): Promise<object> =>
        lifecycle.request
          ? lifecycle.request(connection, method, params, options, about)
          : connection.requestOnce(method, params, options, about);
      const first = wraps.reduceRight<(sent: SentRequest) => Promise<object>>(
        (next, wrap) => async (sent: SentRequest) =>
          wrap(sent, (instead = sent) => next(instead)),
        send,
      );
      return first({ method, params });
    };
    one.lifecycle = { ...lifecycle, request };
  }
}
