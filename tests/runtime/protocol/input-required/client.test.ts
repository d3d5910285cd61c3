/**
 * Tests of a client that receives input-required results. The client gets the
 * input from its handlers and retries its request.
 */
import { getEventListeners } from "node:events";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  ConnectionError,
  McpError,
} from "../../../../runtime/json-rpc/messages/errors.js";
import type { Call } from "../../../../runtime/protocol/connection/call.js";
import type { Handlers } from "../../../../runtime/protocol/lifecycle.js";
import type { RequestOptions } from "../../../../runtime/json-rpc/requests.js";
import { getRejectionMessage } from "../../../harness/wire/wire.js";
import type { Sent } from "../../../harness/wire/wire.js";
import { recordDelays } from "../../../harness/time/timers.js";
import { discovered } from "../../../harness/wire/stateless.js";
import { requirement } from "../../../harness/run/requirement.js";

const test = suite("input-required results: client");

/**
 * Sends a request from a client with the given handlers. The test plays the
 * role of the server.
 */
async function calling(
  handlers: Handlers,
  options: RequestOptions = {},
  method = "tools/call",
) {
  const { wire, connection } = await discovered(handlers);
  const args = { name: "t", arguments: { a: 1 } };
  const request = connection.request(method, args, options);
  request.catch(() => {});
  const next = () => wire.next();
  const first = await next();
  /**
   * Answers a request of the client with an input-required result, to which
   * `more` adds members.
   */
  const need = ({ id }: { id: number }, more: object): void =>
    wire.give({ id, result: { resultType: "input_required", ...more } });
  return { wire, connection, request, first, next, need };
}

const ROOTS = { inputRequests: { a: { method: "roots/list" } } };
const refusal = new McpError(-1, "User rejected");
const refuses = (): never => {
  throw refusal;
};

const SAMPLING = "sampling/createMessage";

requirement(`
  4926728c93b8 590bdc45d0f4 f47845e29aff b8cc042aced2 da393f80492f
`);
test("a client retries its request with the answers to the input requests", async () => {
  const { wire, request, first, next, need } = await calling({
    "roots/list": () => ({ roots: [] }),
    [SAMPLING]: async (params: { maxTokens: number }) => ({
      sampled: params.maxTokens,
    }),
  });
  const requestState = "sealed 1";
  const one = { method: "roots/list" };
  const two = { method: SAMPLING, params: { maxTokens: 5 } };
  const answers = { one: { roots: [] }, two: { sampled: 5 } };
  let { id } = first;
  for (const [asked, again] of [
    [
      { requestState, inputRequests: { one, two } },
      { requestState, inputResponses: answers },
    ],
    [ROOTS, { inputResponses: { a: { roots: [] } } }],
    [{ requestState: "only" }, { requestState: "only" }],
  ] as const) {
    need({ id }, asked);
    const sent = await next();
    assert.is.not(sent.id, id);
    assert.equal(sent.params, { ...first.params, ...again });
    ({ id } = sent);
  }
  wire.give({ id, result: { content: [] } });
  assert.equal(await request, { resultType: "complete", content: [] });
});

const asking = (a: unknown): object => ({ inputRequests: { a } });
const REFUSED =
  "The client cannot provide the input that the server asked for in";
requirement("099d60fd458a");
for (const [asked, text, method = "tools/call"] of [
  [
    { requestState: "s" },
    "tools/list must not have an input-required result",
    "tools/list",
  ],
  [
    {},
    "The input-required result of tools/call has neither inputRequests nor requestState",
  ],
  [asking(5), "The input request a has no method"],
  [{ inputRequests: [asking(5)] }, "inputRequests is not an object"],
  [
    { inputRequests: Object.fromEntries(Array(101).fill(5).entries()) },
    "The server sent more than 100 input requests in one result",
  ],
  [{ requestState: 5 }, "requestState is not a string"],
  [
    asking({ method: "x/y" }),
    "The input request a has a method that is not allowed: x/y",
  ],
  [ROOTS, `${REFUSED} roots/list: Method not found: roots/list`],
  [asking({ method: SAMPLING }), `${REFUSED} ${SAMPLING}: User rejected`],
] as const)
  test(`a client rejects the input-required result ${JSON.stringify(asked)} of ${method}: ${text}`, async () => {
    const handlers = { [SAMPLING]: refuses };
    const { wire, request, first, need } = await calling(handlers, {}, method);
    need(first, asked);
    assert.is(await getRejectionMessage(request), text);
    assert.equal(await wire.rest(), []);
  });

test("a client's handler for an input request cannot send requests", async () => {
  const { wire, first, next, need } = await calling({
    "roots/list": async (_: never, ctx: Call) => ({
      roots: [
        await getRejectionMessage(ctx.sample({})),
        await getRejectionMessage(ctx.once("k", () => 1)),
      ],
    }),
  });
  need(first, ROOTS);
  const { id, params } = await next();
  const none = "A client of this revision must not answer requests";
  assert.equal(params.inputResponses, { a: { roots: [none, none] } });
  wire.give({ id, result: { content: [] } });
});

requirement(`
  f64cc70029ce 590bdc45d0f4 818023a22ee7 f47845e29aff 7f455cbbd2b4
`);
test("a client does not mix up the input requests and request states of concurrent calls", async () => {
  const { wire, connection } = await discovered({
    [SAMPLING]: ({ text }: { text: string }) => ({ text }),
  });
  const names = ["a", "b", "c"];
  const requests = names.map((name) =>
    connection.request("tools/call", { name, requestState: "of the user" }),
  );
  const first = (await wire.take(3)) as Sent[];
  const getState = (name: unknown): string | undefined =>
    name === "b" ? undefined : `${String(name)} "\u2028é`;
  for (const { id, params } of first.reverse()) {
    const inputRequests = {
      same: { method: SAMPLING, params: { text: params.name } },
    };
    const requestState = getState(params.name);
    const state = requestState === undefined ? {} : { requestState };
    const result = { resultType: "input_required", inputRequests, ...state };
    wire.give({ id, result });
  }
  const second = (await wire.take(3)) as Sent[];
  assert.is(new Set([...first, ...second].map(({ id }) => id)).size, 6);
  for (const { id, params } of second) {
    const { name, inputResponses, requestState } = params;
    assert.equal(inputResponses, { same: { text: name } });
    assert.is(requestState, getState(name));
    wire.give({ id, result: { content: [name] } });
  }
  assert.equal(
    await Promise.all(requests),
    names.map((name) => ({ resultType: "complete", content: [name] })),
  );
});

test("a client retries a request at most 20 times for input-required results", async () => {
  for (const answered of [true, false]) {
    const { wire, request, first, next, need } = await calling({});
    let sent = first;
    for (let retry = 0; retry < 20; retry++) {
      need(sent, { requestState: `${retry}` });
      sent = await next();
    }
    if (answered) wire.give({ id: sent.id, result: { content: [] } });
    else need(sent, { requestState: "20" });
    const outcome = await request.catch(({ message }: Error) => message);
    assert.equal(
      outcome,
      answered
        ? { resultType: "complete", content: [] }
        : "The server did not answer tools/call after asking for input 20 times",
    );
  }
});

test("the maxTimeout option of a request limits the total time of the request and its retries", async () => {
  const { now } = performance;
  let time = 0;
  const delays = await recordDelays(async () => {
    performance.now = () => time;
    const options = { timeout: Infinity, maxTimeout: 1_000 };
    const { wire, request, first, next, need } = await calling({}, options);
    let { id } = first;
    for (const requestState of ["a", "b", "c"]) {
      time += 100;
      need({ id }, { requestState });
      ({ id } = await next());
    }
    wire.give({ id, result: { content: [] } });
    await request;
  });
  performance.now = now;
  // The 900 ms are the delay of the timer for the total time. This timer starts
  // at the first retry, when 100 of the 1,000 ms have passed.
  assert.equal(delays.slice(-2), [1_000, 900]);
});

test("a client accepts at most 100 input requests in one result", async () => {
  for (const count of [100, 101]) {
    const { wire, request, first, next, need } = await calling({
      "roots/list": () => ({ roots: [] }),
    });
    const keys = Array.from({ length: count }, (_, n) => [
      `q${n}`,
      { method: "roots/list" },
    ]);
    need(first, { inputRequests: Object.fromEntries(keys) });
    if (count > 100) {
      assert.is(
        await getRejectionMessage(request),
        "The server sent more than 100 input requests in one result",
      );
      continue;
    }
    const { id, params } = await next();
    const { inputResponses } = params as { inputResponses: object };
    assert.is(Object.keys(inputResponses).length, count);
    wire.give({ id, result: { content: [] } });
    await request;
  }
});

test("a client aborts the handlers of input requests when the request is cancelled", async () => {
  let aborted: unknown;
  const handlers = {
    "roots/list": (_: never, { signal }: Call) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => {
          aborted = signal.reason;
          reject(signal.reason as Error);
        });
      }),
  };
  const stop = new AbortController();
  const { signal } = stop;
  const { wire, request, first, need } = await calling(handlers, { signal });
  need(first, ROOTS);
  await wire.rest();
  const reason = new Error("enough");
  stop.abort(reason);
  assert.is(await getRejectionMessage(request), "enough");
  assert.is(aborted, reason);
});

test("all input requests of one request share one abort listener", async () => {
  const { signal } = new AbortController();
  const listeners = () => getEventListeners(signal, "abort").length;
  const roots = async () => {
    await Promise.resolve();
    return { roots: [listeners()] };
  };
  const handlers = { "roots/list": roots };
  const { wire, request, first, next, need } = await calling(handlers, {
    signal,
  });
  const { a } = ROOTS.inputRequests;
  need(first, { inputRequests: { a, b: a, c: a } });
  const { id, params } = await next();

  const answer = { roots: [1] };
  assert.equal(params.inputResponses, { a: answer, b: answer, c: answer });
  wire.give({ id, result: { content: [] } });
  await request;
  assert.is(listeners(), 0);
});

test("a call fails with the fault `input` if the client refuses the call's input request", async () => {
  const own = new Error("no disk");
  for (const [handlers, cause] of [
    [{ "roots/list": refuses }, refusal],
    [{}, new McpError(-32601, "Method not found: roots/list")],
    [{ "roots/list": () => Promise.reject(own) }, undefined],
  ] as const) {
    const { wire, request, first, need } = await calling(handlers);
    need(first, ROOTS);
    const error = (await request.catch((caught: unknown) => caught)) as
      ConnectionError | undefined;
    if (cause) assert.equal([error?.fault, error?.cause], ["input", cause]);
    else assert.is(error, own);
    assert.equal(await wire.rest(), []);
  }
});

test("a client aborts the handlers of all other input requests when one handler fails", async () => {
  let reason: unknown;
  const { request, first, need } = await calling({
    "roots/list": (_: never, { signal }: Call) =>
      new Promise(() => {
        signal.addEventListener("abort", () => (reason = signal.reason));
      }),
    [SAMPLING]: refuses,
  });
  const failing = { method: SAMPLING, params: {} };
  need(first, { inputRequests: { ...ROOTS.inputRequests, b: failing } });
  assert.is(
    await getRejectionMessage(request),
    "The client cannot provide the input that the server asked for in sampling/createMessage: User rejected",
  );
  assert.instance(reason, ConnectionError);
});

test.run();
