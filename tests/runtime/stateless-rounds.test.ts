/** A client that is asked for input, and sends its request again. */
import { getEventListeners } from "node:events";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  ConnectionError,
  McpError,
} from "../../templates/runtime/connection/json-rpc/errors.js";
import type { Call } from "../../templates/runtime/connection/call.js";
import type { Handlers } from "../../templates/runtime/lifecycle/lifecycle.js";
import { connect, messageOf, STATELESS_CLIENT } from "./support.js";
import type { Opened } from "./support.js";
import { DISCOVERED } from "./stateless-support.js";

const test = suite("without a handshake: rounds of the client");

/** A client that is connected, with these handlers. */
async function opened(handlers: Handlers): Promise<Opened> {
  const client = connect(STATELESS_CLIENT, handlers);
  const open = client.connection.open();
  const [{ id }] = (await client.wire.take()) as [{ id: number }];
  client.wire.give({ id, result: DISCOVERED });
  await open;
  return client;
}

interface Sent {
  readonly id: number;
  readonly params: { readonly _meta: object; readonly [name: string]: unknown };
}

test("rounds: what is asked for is answered, and the request sent again", async () => {
  const { wire, connection } = await opened({
    "roots/list": () => ({ roots: [] }),
    "sampling/createMessage": async (params: { maxTokens: number }) => ({
      sampled: params.maxTokens,
    }),
  });
  const request = connection.request("tools/call", {
    name: "t",
    arguments: { a: 1 },
  });
  const [first] = (await wire.take()) as [Sent];
  wire.give({
    id: first.id,
    result: {
      resultType: "input_required",
      requestState: "sealed 1",
      inputRequests: {
        one: { method: "roots/list" },
        two: { method: "sampling/createMessage", params: { maxTokens: 5 } },
      },
    },
  });
  const [second] = (await wire.take()) as [Sent];
  assert.is.not(second.id, first.id);
  assert.equal(second.params, {
    name: "t",
    arguments: { a: 1 },
    inputResponses: { one: { roots: [] }, two: { sampled: 5 } },
    requestState: "sealed 1",
    _meta: first.params._meta,
  });
  wire.give({
    id: second.id,
    result: {
      resultType: "input_required",
      inputRequests: { three: { method: "roots/list" } },
    },
  });
  const [third] = (await wire.take()) as [Sent];
  assert.equal(third.params, {
    name: "t",
    arguments: { a: 1 },
    inputResponses: { three: { roots: [] } },
    _meta: first.params._meta,
  });
  wire.give({
    id: third.id,
    result: { resultType: "input_required", requestState: "only" },
  });
  const [fourth] = (await wire.take()) as [Sent];
  assert.equal(fourth.params, {
    name: "t",
    arguments: { a: 1 },
    requestState: "only",
    _meta: first.params._meta,
  });
  wire.give({ id: fourth.id, result: { content: [] } });
  assert.equal(await request, { resultType: "complete", content: [] });
});

for (const [title, method, asked, text] of [
  [
    "where it must not",
    "tools/list",
    { requestState: "s" },
    "tools/list must not need input",
  ],
  [
    "for nothing",
    "tools/call",
    {},
    "The answer to tools/call needs input, but asks for nothing",
  ],
  [
    "for what is no request",
    "tools/call",
    { inputRequests: { a: 5 } },
    "The input a has no method",
  ],
  [
    "in no map",
    "tools/call",
    { inputRequests: [{ method: "roots/list" }] },
    "inputRequests is not an object",
  ],
  [
    "with a state that is no text",
    "tools/call",
    { requestState: 5 },
    "requestState is not a string",
  ],
  [
    "for what is not asked so",
    "tools/call",
    { inputRequests: { a: { method: "x/custom" } } },
    "The input a must not be asked for: x/custom",
  ],
  [
    "for what the client does not do",
    "tools/call",
    { inputRequests: { a: { method: "roots/list" } } },
    "The server needs roots/list first: Method not found: roots/list",
  ],
  [
    "for what the user refuses",
    "tools/call",
    { inputRequests: { a: { method: "sampling/createMessage" } } },
    "The server needs sampling/createMessage first: User rejected",
  ],
] as const) {
  test(`rounds: a result asks ${title}`, async () => {
    const { wire, connection } = await opened({
      "sampling/createMessage": () => {
        throw new McpError(-1, "User rejected");
      },
    });
    const request = connection.request(method, { name: "t" });
    const [{ id }] = (await wire.take()) as [Sent];
    wire.give({ id, result: { resultType: "input_required", ...asked } });
    assert.is(await messageOf(request), text);
    assert.equal(await wire.rest(), []);
  });
}

test("rounds: calls at a time keep their questions and states apart", async () => {
  const { wire, connection } = await opened({
    "sampling/createMessage": ({ text }: { text: string }) => ({ text }),
  });
  const names = ["a", "b", "c"];
  const requests = names.map((name) =>
    connection.request("tools/call", { name, requestState: "of the user" }),
  );
  const first = (await wire.take(3)) as Sent[];
  for (const { id, params } of first.reverse()) {
    const text = String(params.name);
    const inputRequests = {
      same: { method: "sampling/createMessage", params: { text } },
    };
    const state = text === "b" ? {} : { requestState: `${text} "\u2028é` };
    const result = { resultType: "input_required", inputRequests, ...state };
    wire.give({ id, result });
  }
  const second = (await wire.take(3)) as Sent[];
  assert.is(new Set([...first, ...second].map(({ id }) => id)).size, 6);
  for (const { id, params } of second) {
    const { name, inputResponses, requestState } = params;
    assert.equal(inputResponses, { same: { text: name } });
    const state = name === "b" ? undefined : `${String(name)} "\u2028é`;
    assert.is(requestState, state);
    wire.give({ id, result: { content: [name] } });
  }
  assert.equal(
    await Promise.all(requests),
    names.map((name) => ({ resultType: "complete", content: [name] })),
  );
});

test("rounds: a server that is never content", async () => {
  const { wire, connection } = await opened({});
  const request = messageOf(connection.request("tools/call", { name: "t" }));
  for (let round = 0; round <= 20; round++) {
    const [{ id }] = (await wire.take()) as [Sent];
    const result = { resultType: "input_required", requestState: `${round}` };
    wire.give({ id, result });
  }
  assert.is(
    await request,
    "tools/call was not answered after 20 rounds of input",
  );
});

test("rounds: a handler is cancelled with the request", async () => {
  let aborted: unknown;
  const { wire, connection } = await opened({
    "roots/list": (_: never, { signal }: Call) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => {
          aborted = signal.reason;
          reject(signal.reason as Error);
        });
      }),
  });
  const stop = new AbortController();
  const request = connection.request(
    "tools/call",
    { name: "t" },
    { signal: stop.signal },
  );
  const [{ id }] = (await wire.take()) as [Sent];
  const inputRequests = { a: { method: "roots/list" } };
  wire.give({ id, result: { resultType: "input_required", inputRequests } });
  await wire.rest();
  const reason = new Error("enough");
  stop.abort(reason);
  assert.is(await messageOf(request), "enough");
  assert.is(aborted, reason);
});

test("rounds: many questions listen to the request's signal once", async () => {
  const { signal } = new AbortController();
  const listeners: number[] = [];
  const { wire, connection } = await opened({
    "roots/list": () => {
      listeners.push(getEventListeners(signal, "abort").length);
      return { roots: [] };
    },
  });
  const request = connection.request("tools/call", { name: "t" }, { signal });
  const [{ id }] = (await wire.take()) as [Sent];
  const inputRequests = Object.fromEntries(
    [..."abcdefghijklmno"].map((key) => [key, { method: "roots/list" }]),
  );
  wire.give({ id, result: { resultType: "input_required", inputRequests } });
  const [again] = (await wire.take()) as [Sent];
  assert.equal(
    listeners,
    Array.from({ length: 15 }, () => 1),
  );
  wire.give({ id: again.id, result: { content: [] } });
  await request;
  assert.equal(getEventListeners(signal, "abort"), []);
});

test("rounds: when one question fails, the others are of no more use", async () => {
  let reason: unknown;
  const { wire, connection } = await opened({
    "roots/list": (_: never, { signal }: Call) =>
      new Promise(() => {
        signal.addEventListener("abort", () => (reason = signal.reason));
      }),
    "sampling/createMessage": () => {
      throw new McpError(-1, "User rejected");
    },
  });
  const request = connection.request("tools/call", { name: "t" });
  const [{ id }] = (await wire.take()) as [Sent];
  const inputRequests = {
    a: { method: "roots/list" },
    b: { method: "sampling/createMessage", params: {} },
  };
  wire.give({ id, result: { resultType: "input_required", inputRequests } });
  assert.is(
    await messageOf(request),
    "The server needs sampling/createMessage first: User rejected",
  );
  assert.instance(reason, ConnectionError);
});

const ROOTS = { a: { method: "roots/list" } };

test("rounds: what this side refuses is no error of the server", async () => {
  const refusal = new McpError(-1, "No");
  const refuses = (): never => {
    throw refusal;
  };
  for (const [handlers, cause] of [
    [{ "roots/list": refuses }, refusal],
    [{}, new McpError(-32601, "Method not found: roots/list")],
  ] as const) {
    const { wire, connection } = await opened(handlers);
    const request = connection.request("tools/call", { name: "t" });
    const [{ id }] = (await wire.take()) as [Sent];
    const inputRequests = ROOTS;
    wire.give({ id, result: { resultType: "input_required", inputRequests } });
    const error = await request.catch((one: ConnectionError) => one);
    assert.instance(error, ConnectionError);
    assert.equal(
      [(error as ConnectionError).fault, (error as ConnectionError).cause],
      ["input", cause],
    );
    assert.equal(await wire.rest(), []);
  }
});

test("rounds: an error of a handler's own is passed on as it is", async () => {
  const own = new Error("no disk");
  const { wire, connection } = await opened({
    "roots/list": () => Promise.reject(own),
  });
  const request = connection.request("tools/call", { name: "t" });
  const [{ id }] = (await wire.take()) as [Sent];
  const inputRequests = ROOTS;
  wire.give({ id, result: { resultType: "input_required", inputRequests } });
  assert.is(await request.catch((one: unknown) => one), own);
});

test.run();
