/**
 * Tests of input requests that server handlers send, and of how the handlers
 * continue with the client's answers.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { promptHandlers } from "../../../../runtime/features/prompts.js";
import { resourceHandlers } from "../../../../runtime/features/resources/resources.js";
import type { Call } from "../../../../runtime/protocol/connection/call.js";
import { defer } from "../../../harness/run/deferred.js";
import {
  serve,
  serveTool,
  send,
  call,
  getContentText,
  getInputRequests,
  getState,
  answerRequests,
  accept,
} from "../../../harness/wire/input-required.js";
import { createInputKey } from "../../../../runtime/protocol/input-required/requests.js";
import { requirement } from "../../../harness/run/requirement.js";

const test = suite("input-required results: server");

requirement("a1c8232fbd30 8d0dda58103c");
test("when the client retries with input, the handler runs again and receives the client's answer", async () => {
  let runs = 0;
  const server = serveTool(async (_args, ctx) => {
    runs += 1;
    const { content } = (await ctx.elicit({ message: "Name?" })) as {
      content: { name: string };
    };
    return `Hello, ${content.name}`;
  });
  const first = await call(server);
  const { result } = first;
  assert.is(result?.resultType, "input_required");
  assert.equal(Object.values(getInputRequests(first) ?? {}), [
    { method: "elicitation/create", params: { message: "Name?" } },
  ]);
  const members = "_meta inputRequests requestState resultType".split(" ");
  assert.equal(Object.keys(result ?? {}).sort(), members);
  const second = await call(
    server,
    answerRequests(first, accept({ name: "Ada" })),
  );
  assert.is(second.result?.resultType, "complete");
  assert.is(getContentText(second), "Hello, Ada");
  assert.is(runs, 2);
  assert.equal(server.errors, []);
});

requirement("bfdb2fdbf145");
test("a server sends concurrent input requests in one result", async () => {
  const server = serveTool(async (_args, ctx) => {
    const answers = await Promise.all([
      ctx.elicit({ message: "a" }, { key: "first" }),
      ctx.sample({ messages: [] }, { key: "second" }),
      Promise.resolve().then(() => ctx.roots({ key: "third" })),
    ]);
    return JSON.stringify(answers);
  });
  const first = await call(server);
  assert.equal(getInputRequests(first), {
    first: { method: "elicitation/create", params: { message: "a" } },
    second: { method: "sampling/createMessage", params: { messages: [] } },
    third: { method: "roots/list" },
  });
  const inputResponses = {
    third: { roots: [] },
    second: { role: "assistant" },
    first: { action: "decline" },
    unknown: { action: "accept" },
  };
  const requestState = getState(first);
  const second = await call(server, { inputResponses, requestState });
  assert.is(
    getContentText(second),
    '[{"action":"decline"},{"role":"assistant"},{"roots":[]}]',
  );
});

requirement("e9365b243bca");
test("the result of each retry contains the input requests that the client has not answered yet", async () => {
  const server = serveTool(async (_args, ctx) => {
    const one = await ctx.elicit({ message: "1" }, { key: "one" });
    const [two, three] = await Promise.all([
      ctx.elicit({ message: "2" }, { key: "two" }),
      ctx.elicit({ message: "3" }, { key: "three" }),
    ]);
    return JSON.stringify([one, two, three]);
  });
  const given = (action: string) => ({ action });
  let answer = await call(server);
  const keys = [Object.keys(getInputRequests(answer) ?? {})];
  const again = async (inputResponses: object) => {
    const requestState = getState(answer);
    answer = await call(server, { inputResponses, requestState });
    keys.push(Object.keys(getInputRequests(answer) ?? {}));
  };
  await again({});
  await again({ one: given("a") });
  await again({ three: given("c") });
  await again({ two: given("b"), three: given("other"), one: given("other") });
  assert.equal(keys, [["one"], ["one"], ["two", "three"], ["two"], []]);
  assert.is(
    getContentText(answer),
    '[{"action":"a"},{"action":"b"},{"action":"c"}]',
  );
});

test("each input request gets its answer even if a retry sends the input requests reordered", async () => {
  let swapped = false;
  const server = serveTool(async (_args, ctx) => {
    const ask = async (message: string) => ({
      message,
      answer: await ctx.elicit({ message }),
    });
    const names = swapped ? ["b", "a"] : ["a", "b"];
    return JSON.stringify(await Promise.all(names.map(ask)));
  });
  const first = await call(server);
  swapped = true;
  const answers = answerRequests(first, (question) => ({
    action: (question as { params: { message: string } }).params.message,
  }));
  assert.is(
    getContentText(await call(server, answers)),
    '[{"message":"b","answer":{"action":"b"}},{"message":"a","answer":{"action":"a"}}]',
  );
});

requirement("d6fbfb17dfb0");
test("a server sends identical input requests separately", async () => {
  const server = serveTool(async (args: { key?: string }, ctx) => {
    const ask = () => ctx.elicit({ message: "?" }, args);
    await Promise.all([ask(), ask()]);
    return "done";
  });
  assert.is(Object.keys(getInputRequests(await call(server)) ?? {}).length, 2);
  const { result } = await call(server, { arguments: { key: "k" } });
  assert.is(
    result?.content?.[0]?.text,
    "t failed: Two input requests of one call have the key k",
  );
});

requirement("185343e89634");
for (const inputResponses of [{ k: { roots: [] } }, { k: 12_345 }, null, []])
  test(`a server rejects the malformed inputResponses ${JSON.stringify(inputResponses)}`, async () => {
    const server = serveTool((_args, ctx) =>
      ctx.elicit({ message: "?" }, { key: "k" }).catch(() => "swallowed"),
    );
    const requestState = getState(await call(server));
    for (const more of [{ inputResponses }, { inputResponses, requestState }])
      assert.is((await call(server, more)).error?.code, -32602);
  });

type Ask = (ctx: Call) => Promise<unknown>;
const BY_HAND = {
  resultType: "input_required",
  inputRequests: {
    a: { method: "roots/list" },
    b: { method: "elicitation/create", params: { mode: "url" } },
  },
};
const FORMS = { elicitation: { form: {} } };
const PAGES = { elicitation: { url: {} } };

/**
 * Test cases: the capabilities that a client declares, a function that requests
 * input, and the missing capabilities that the server names in its error.
 */
const LACKING: readonly (readonly [object, Ask, object])[] = [
  [{}, (ctx) => ctx.roots(), { roots: {} }],
  [{ roots: {} }, (ctx) => ctx.elicit({}), { elicitation: {} }],
  [FORMS, (ctx) => ctx.elicit({ mode: "url" }), PAGES],
  [PAGES, (ctx) => ctx.elicit({}), FORMS],
  [
    { sampling: {} },
    (ctx) => ctx.sample({ tools: [] }),
    { sampling: { tools: {} } },
  ],
  [
    { elicitation: {} },
    (ctx) => Promise.all([ctx.roots(), ctx.elicit({}), ctx.sample({})]),
    { roots: {}, sampling: {} },
  ],
  [{}, async () => BY_HAND, { roots: {}, ...PAGES }],
];

requirement(`
  0e26d80c027a c8ad4aada4d5 36ee17bf7130 7f1d2f3c30c6 53f342ca70a9
  7a0e15b78ca5
`);
for (const [declared, ask, requiredCapabilities] of LACKING)
  test(`a client that declared ${JSON.stringify(declared)} receives no input request that needs ${JSON.stringify(requiredCapabilities)}`, async () => {
    const server = serveTool((_args, ctx) => ask(ctx));
    const { error } = await call(server, {}, declared);
    assert.is(error?.code, -32021);
    assert.equal(error?.data, { requiredCapabilities });
  });

requirement("014d2ff3dedf");
test("handlers of prompts and resources can request input, but handlers of completions cannot", async () => {
  const read = async (ctx: Call): Promise<string> =>
    JSON.stringify(await ctx.roots());
  const server = serve({
    ...promptHandlers({ p: { handler: (_: never, ctx: Call) => read(ctx) } }),
    ...resourceHandlers({
      "a:b": { read: (_uri: string, _: never, ctx: Call) => read(ctx) },
    }),
    "completion/complete": (_: never, ctx: Call) => ctx.roots(),
  });
  for (const [method, params] of [
    ["prompts/get", { name: "p" }],
    ["resources/read", { uri: "a:b" }],
  ] as const) {
    const first = await send(server, method, params);
    assert.equal(getInputRequests(first), { roots: { method: "roots/list" } });
    const more = answerRequests(first, () => ({ roots: [] }));
    const second = await send(server, method, { ...params, ...more });
    assert.match(JSON.stringify(second.result), '{\\"roots\\":[]}');
  }
  const { error } = await send(server, "completion/complete", {});
  assert.is(error?.code, -32603);
  assert.equal(server.errors, [
    "A handler of completion/complete cannot ask the client for input; only handlers of tools/call, prompts/get, resources/read can",
  ]);
});

requirement("1b69998c8d23");
test("a server sends an input-required result even if the handler catches the error of `ctx.elicit()`", async () => {
  const seen: string[] = [];
  let effects = 0;
  const stop = defer();
  const server = serveTool(async (_args, ctx) => {
    ctx.signal.addEventListener("abort", () => stop.resolve());
    try {
      await ctx.elicit({ message: "?" });
      return "answered";
    } catch (error) {
      seen.push((error as Error).name);
      await ctx.once("undo", () => (effects += 1));
      return "swallowed";
    } finally {
      seen.push("finally");
    }
  });
  const first = await call(server);
  assert.is(first.result?.resultType, "input_required");
  await stop.promise;
  assert.equal(seen, ["InputRequired", "finally"]);
  assert.is(effects, 0);
  const second = await call(server, answerRequests(first, accept()));
  assert.is(getContentText(second), "answered");
  assert.equal(server.errors, []);
});

requirement(`
  e494fb4a9333 41c3ac89de8b 8f39e71e3936 36ee17bf7130 7f1d2f3c30c6
  6076e6b1d0a1
`);
test("the server encrypts the `requestState` of an input-required result that a handler returns", async () => {
  const server = serve({
    "tools/call": (params: { requestState?: string }) =>
      params.requestState === undefined
        ? {
            resultType: "input_required",
            inputRequests: { a: { method: "roots/list" } },
            requestState: "mine",
          }
        : { content: [{ type: "text", text: params.requestState }] },
  });
  const first = await call(server);
  assert.is(first.result?.resultType, "input_required");
  assert.equal(getInputRequests(first), { a: { method: "roots/list" } });
  assert.is.not(getState(first), "mine");
  const requestState = getState(first);
  assert.is(getContentText(await call(server, { requestState })), "mine");
  const forged = await call(server, { requestState: "mine" });
  assert.is(forged.error?.code, -32602);
  assert.is((await call(server, {}, {})).error?.code, -32021);
});

test("the generated key of an input request starts with a short name of its method", () => {
  const [elicit, sample] = ["elicitation/create", "sampling/createMessage"].map(
    (method) => createInputKey({ method, params: {} }),
  );
  assert.match(elicit ?? "", /^elicit-\w+$/);
  assert.match(sample ?? "", /^sample-\w+$/);
  assert.is(createInputKey({ method: "roots/list" }), "roots");
});

requirement("014d2ff3dedf");
test("a server rejects an input-required result of tools/list", async () => {
  const server = serve({
    "tools/list": () => ({ resultType: "input_required", requestState: "s" }),
  });
  const { error } = await send(server, "tools/list", {});
  assert.is(error?.code, -32603);
  assert.equal(server.errors, [
    "tools/list must not have an input-required result",
  ]);
});

test.run();
