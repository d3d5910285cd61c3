/** Handlers that ask the client, where the answer says what is needed first. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { McpError } from "../../templates/runtime/connection/errors.js";
import { promptHandlers } from "../../templates/runtime/features/prompts.js";
import { resourceHandlers } from "../../templates/runtime/features/resources.js";
import { toolHandlers } from "../../templates/runtime/features/tools.js";
import type { Call } from "../../templates/runtime/connection/call.js";
import type { EndpointOptions } from "../../templates/runtime/endpoint.js";
import type { Handlers } from "../../templates/runtime/lifecycle/lifecycle.js";
import { connect, rule, STATELESS_SERVER } from "./support.js";
import type { Opened } from "./support.js";

const test = suite("rounds of input");

const PREFIX = "io.modelcontextprotocol/";
const ABLE = { elicitation: {}, sampling: {}, roots: {} };

const PROTOCOL = {
  ...STATELESS_SERVER,
  results: {
    "elicitation/create": rule(
      ({ action }: { action?: unknown }) => typeof action === "string",
      "no action",
    ),
  },
};

interface Answer {
  readonly error?: { readonly code: number; readonly data?: unknown };
  readonly result?: {
    readonly resultType: string;
    readonly content?: readonly { readonly text: string }[];
    readonly inputRequests?: { readonly [key: string]: object };
    readonly requestState?: string;
    readonly [name: string]: unknown;
  };
}

function serve(handlers: Handlers, options: EndpointOptions = {}): Opened {
  return connect(PROTOCOL, handlers, options);
}

/** A server of one tool. */
function serveTool(
  handler: (args: never, ctx: Call) => unknown,
  options: EndpointOptions = {},
): Opened {
  const inputSchema = { type: "object" };
  return serve(toolHandlers({ t: { inputSchema, handler } }), options);
}

let id = 0;

/** Sends a request, and takes its answer. */
async function send(
  { wire }: Opened,
  method: string,
  params: object,
  capabilities: object = ABLE,
  auth?: unknown,
): Promise<Answer> {
  const _meta = {
    [`${PREFIX}protocolVersion`]: "2000-01-01",
    [`${PREFIX}clientCapabilities`]: capabilities,
  };
  id += 1;
  const message = { id, method, params: { _meta, ...params } };
  wire.give(message, auth === undefined ? undefined : { auth });
  for (;;) {
    for (const one of await wire.take()) {
      if ((one as { id?: number }).id === id) return one as Answer;
    }
  }
}

const call = (opened: Opened, more: object = {}, capabilities?: object) =>
  send(opened, "tools/call", { name: "t", ...more }, capabilities);

const textOf = ({ result }: Answer) => result?.content?.[0]?.text;
const asked = ({ result }: Answer) => result?.inputRequests;
const stateOf = ({ result }: Answer) => result?.requestState ?? "none";

/** The params that answer every question of a round with `answer`. */
function answering(answer: Answer, by: (question: object) => object) {
  const inputResponses = Object.fromEntries(
    Object.entries(asked(answer) ?? {}).map(([key, one]) => [key, by(one)]),
  );
  return { inputResponses, requestState: stateOf(answer) };
}

const accept = (content: object) => () => ({ action: "accept", content });

test("a question is the answer, and its answer resumes the handler", async () => {
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
  assert.equal(Object.values(asked(first) ?? {}), [
    { method: "elicitation/create", params: { message: "Name?" } },
  ]);
  assert.equal(Object.keys(result ?? {}).sort(), [
    "_meta",
    "inputRequests",
    "requestState",
    "resultType",
  ]);
  const second = await call(server, answering(first, accept({ name: "Ada" })));
  assert.is(second.result?.resultType, "complete");
  assert.is(textOf(second), "Hello, Ada");
  assert.is(runs, 2);
  assert.equal(server.errors, []);
});

test("what is asked at a time is one round; answers come in order", async () => {
  const server = serveTool(async (_args, ctx) => {
    const answers = await Promise.all([
      ctx.elicit({ message: "a" }, { key: "first" }),
      ctx.sample({ messages: [] }, { key: "second" }),
      Promise.resolve().then(() => ctx.roots({ key: "third" })),
    ]);
    return JSON.stringify(answers);
  });
  const first = await call(server);
  assert.equal(asked(first), {
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
  const requestState = stateOf(first);
  const second = await call(server, { inputResponses, requestState });
  assert.is(
    textOf(second),
    '[{"action":"decline"},{"role":"assistant"},{"roots":[]}]',
  );
});

test("several rounds; what is missing is asked again", async () => {
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
  const keys = [Object.keys(asked(answer) ?? {})];
  const again = async (inputResponses: object) => {
    const requestState = stateOf(answer);
    answer = await call(server, { inputResponses, requestState });
    keys.push(Object.keys(asked(answer) ?? {}));
  };
  await again({});
  await again({ one: given("a") });
  await again({ three: given("c") });
  await again({ two: given("b"), three: given("other"), one: given("other") });
  assert.equal(keys, [["one"], ["one"], ["two", "three"], ["two"], []]);
  assert.is(textOf(answer), '[{"action":"a"},{"action":"b"},{"action":"c"}]');
});

test("answers of a round are kept apart from other questions", async () => {
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
  const answers = answering(first, (question) => ({
    action: (question as { params: { message: string } }).params.message,
  }));
  assert.is(
    textOf(await call(server, answers)),
    '[{"message":"b","answer":{"action":"b"}},{"message":"a","answer":{"action":"a"}}]',
  );
});

test("the same question twice is two questions; a key twice is a mistake", async () => {
  const server = serveTool(async (args: { key?: string }, ctx) => {
    const ask = () => ctx.elicit({ message: "?" }, args);
    await Promise.all([ask(), ask()]);
    return "done";
  });
  assert.is(Object.keys(asked(await call(server)) ?? {}).length, 2);
  const { result } = await call(server, { arguments: { key: "k" } });
  assert.is(
    result?.content?.[0]?.text,
    "t failed: Two questions of one call have the key k",
  );
});

for (const [title, inputResponses] of [
  ["a wrong type", { k: { roots: [] } }],
  ["no object", { k: 12_345 }],
  ["no answers at all", null],
  ["a list of answers", []],
] as const) {
  test(`answers that make no sense: ${title}`, async () => {
    const server = serveTool((_args, ctx) =>
      ctx.elicit({ message: "?" }, { key: "k" }).catch(() => "swallowed"),
    );
    const requestState = stateOf(await call(server));
    for (const more of [{ inputResponses }, { inputResponses, requestState }]) {
      assert.is((await call(server, more)).error?.code, -32602);
    }
  });
}

for (const [title, ask, capabilities, requiredCapabilities] of [
  ["nothing", (ctx) => ctx.roots(), {}, { roots: {} }],
  [
    "no elicitation",
    (ctx) => ctx.elicit({}),
    { roots: {} },
    { elicitation: {} },
  ],
  [
    "no URLs",
    (ctx) => ctx.elicit({ mode: "url" }),
    { elicitation: { form: {} } },
    { elicitation: { url: {} } },
  ],
  [
    "no forms",
    (ctx) => ctx.elicit({}),
    { elicitation: { url: {} } },
    { elicitation: { form: {} } },
  ],
  [
    "no tools",
    (ctx) => ctx.sample({ tools: [] }),
    { sampling: {} },
    { sampling: { tools: {} } },
  ],
  [
    "no context",
    (ctx) => ctx.sample({ includeContext: "allServers" }),
    { sampling: {} },
    { sampling: { context: {} } },
  ],
] as const satisfies readonly (readonly [
  string,
  (ctx: Call) => Promise<unknown>,
  object,
  object,
])[]) {
  test(`a client that declared ${title} is not asked`, async () => {
    const server = serveTool((_args, ctx) => ask(ctx));
    const { error } = await call(server, {}, capabilities);
    assert.is(error?.code, -32021);
    assert.equal(error?.data, { requiredCapabilities });
  });
}

test("a handler may do without what the client cannot be asked", async () => {
  const server = serveTool((_args, ctx) =>
    ctx.roots().catch((error: McpError) => `without (${error.code})`),
  );
  assert.is(textOf(await call(server, {}, {})), "without (-32021)");
});

test("prompts and resources may ask, lists and completions not", async () => {
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
    assert.equal(asked(first), { roots: { method: "roots/list" } });
    const more = answering(first, () => ({ roots: [] }));
    const second = await send(server, method, { ...params, ...more });
    assert.match(JSON.stringify(second.result), '{\\"roots\\":[]}');
  }
  const { error } = await send(server, "completion/complete", {});
  assert.is(error?.code, -32603);
  assert.equal(server.errors, [
    "The client can be asked while tools/call, prompts/get, resources/read is answered, not completion/complete",
  ]);
});

test("a handler that catches swallows no round, and its cleanup runs", async () => {
  const seen: string[] = [];
  let effects = 0;
  let stopped = (): void => {};
  const stop = new Promise<void>((resolve) => (stopped = resolve));
  const server = serveTool(async (_args, ctx) => {
    ctx.signal.addEventListener("abort", stopped);
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
  await stop;
  assert.equal(seen, ["InputRequired", "finally"]);
  assert.is(effects, 0);
  const second = await call(server, answering(first, accept({})));
  assert.is(textOf(second), "answered");
  assert.equal(server.errors, []);
});

test("questions that nobody waits for harm nothing", async () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown): void => void unhandled.push(reason);
  process.on("unhandledRejection", note);
  const server = serveTool(async (_args, ctx) => {
    const one = ctx.elicit({ message: "1" });
    const two = ctx.elicit({ message: "2" });
    await one;
    await two;
    return "done";
  });
  const first = await call(server);
  assert.is(Object.keys(asked(first) ?? {}).length, 2);
  const forgetful = serveTool((_args, ctx) => {
    void ctx.roots();
    return "at once";
  });
  assert.is(textOf(await call(forgetful)), "at once");
  await server.wire.rest();
  await forgetful.wire.rest();
  process.off("unhandledRejection", note);
  assert.equal(unhandled, []);
});

test("once: an effect happens once over three rounds and two processes", async () => {
  let effects = 0;
  const key = "k".repeat(32);
  const serveOne = () =>
    serveTool(
      async (_args, ctx) => {
        const order = await ctx.once("order", async () => {
          effects += 1;
          return { order: effects, note: undefined };
        });
        await ctx.elicit({ message: "1" }, { key: "one" });
        const nothing = await ctx.once("nothing", () => {
          effects += 1;
        });
        await ctx.elicit({ message: "2" }, { key: "two" });
        return JSON.stringify([order, nothing ?? "nothing"]);
      },
      { state: { key } },
    );
  const first = await call(serveOne());
  const second = await call(serveOne(), answering(first, accept({})));
  const third = await call(serveOne(), answering(second, accept({})));
  assert.is(textOf(third), '[{"order":1},"nothing"]');
  assert.is(effects, 2);
});

test("once: what is under way when a round ends is waited for", async () => {
  let effects = 0;
  let finish = (): void => {};
  let ended = (): void => {};
  const end = new Promise<void>((resolve) => (ended = resolve));
  const server = serveTool(async (_args, ctx) => {
    const [, paid] = await Promise.all([
      ctx.elicit({ message: "?" }).finally(ended),
      ctx.once("pay", async () => {
        await new Promise<void>((resolve) => (finish = resolve));
        assert.is(ctx.signal.aborted, false);
        return (effects += 1);
      }),
    ]);
    return `${String(paid)}`;
  });
  const pending = call(server);
  await end;
  finish();
  const first = await pending;
  const second = await call(server, answering(first, accept({})));
  assert.is(textOf(second), "1");
  assert.is(effects, 1);
});

test("once: one that failed is not kept", async () => {
  let tries = 0;
  const server = serveTool(async (_args, ctx) => {
    const attempt = () => {
      tries += 1;
      if (tries === 1) throw new Error("offline");
      return tries;
    };
    const got = await ctx.once("try", attempt).catch(() => "failed");
    await ctx.roots();
    return String(got);
  });
  const first = await call(server);
  const second = await call(
    server,
    answering(first, () => ({ roots: [] })),
  );
  assert.is(textOf(second), "2");
});

test("once: a question inside of it ends the round all the same", async () => {
  const server = serveTool(async (_args, ctx) =>
    String(await ctx.once("ask", () => ctx.roots().then(() => "asked"))),
  );
  const first = await call(server);
  assert.equal(asked(first), { roots: { method: "roots/list" } });
  const second = await call(
    server,
    answering(first, () => ({ roots: [] })),
  );
  assert.is(textOf(second), "asked");
});

test("a result made by hand: its state is sealed, its questions checked", async () => {
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
  assert.is.not(stateOf(first), "mine");
  const requestState = stateOf(first);
  assert.is(textOf(await call(server, { requestState })), "mine");
  const forged = await call(server, { requestState: "mine" });
  assert.is(forged.error?.code, -32602);
  assert.is((await call(server, {}, {})).error?.code, -32021);
});

test("only calls that may be answered so are", async () => {
  const server = serve({
    "tools/list": () => ({ resultType: "input_required", requestState: "s" }),
  });
  const { error } = await send(server, "tools/list", {});
  assert.is(error?.code, -32603);
  assert.equal(server.errors, [
    "tools/list must not be answered with questions",
  ]);
});

test("a call that is cancelled while it waits ends its handler", async () => {
  let ended: unknown;
  const server = serveTool(async (_args, ctx) => {
    void ctx.signal;
    await ctx.roots().catch((error: Error) => (ended = error.name));
    return "swallowed";
  });
  const pending = call(server);
  server.wire.give({
    method: "notifications/cancelled",
    params: { requestId: id },
  });
  await new Promise((resolve) => setTimeout(resolve));
  await server.wire.rest();
  assert.is(ended, "InputRequired");
  await server.connection.close();
  void pending;
});

// --- the state ---

const askRoots = async (_args: never, ctx: Call) => {
  await ctx.roots();
  return "done";
};
const ROOTS = { inputResponses: { roots: { roots: [] } } };
const FORGED =
  "Invalid params: requestState is not one of this server for this request";

test("a state is for the request, the sender and the server that it was made for", async () => {
  const state = { key: "s".repeat(32) };
  const server = serveTool(askRoots, { state });
  const ada = { subject: "ada" };
  const params = { name: "t", arguments: { a: 1, b: { c: [2, 3] } } };
  const first = await send(server, "tools/call", params, ABLE, ada);
  const requestState = stateOf(first);
  const outcome = async (
    to: Opened,
    method: string,
    more: object,
    auth: unknown,
  ): Promise<unknown> => {
    const all = { ...params, ...ROOTS, requestState, ...more };
    const answer = await send(to, method, all, ABLE, auth);
    return answer.error ?? textOf(answer);
  };
  const refused = { code: -32602, message: FORGED };
  const reordered = { arguments: { b: { c: [2, 3] }, a: 1 } };
  const same = serveTool(askRoots, { state });
  const stranger = serveTool(askRoots);
  const prompts = serve(promptHandlers({ t: { handler: askRoots as never } }), {
    state,
  });
  assert.equal(await outcome(server, "tools/call", {}, ada), "done");
  assert.equal(await outcome(same, "tools/call", reordered, ada), "done");
  for (const [to, method, more, auth] of [
    [server, "tools/call", {}, { subject: "eve" }],
    [server, "tools/call", {}, undefined],
    [server, "tools/call", { arguments: { a: 2, b: { c: [2, 3] } } }, ada],
    [prompts, "prompts/get", {}, ada],
    [stranger, "tools/call", {}, ada],
  ] as const) {
    assert.equal(await outcome(to, method, more, auth), refused);
  }
});

test("a state that was changed in any place is refused", async () => {
  const server = serveTool(askRoots);
  const state = stateOf(await call(server));
  const flip = (at: number): string =>
    state.slice(0, at) + (state[at] === "A" ? "B" : "A") + state.slice(at + 1);
  const changed: unknown[] = [
    "",
    "none",
    "ß",
    5,
    null,
    {},
    `${state}A`,
    `${state}=`,
    `${state}-TAMPERED`,
    `-${state}`,
    state.slice(1),
    state.slice(0, -1),
    state.slice(0, 16),
    "A".repeat(2_000_000),
  ];
  for (let at = 0; at < state.length; at += 7) changed.push(flip(at));
  changed.push(flip(state.length - 1));
  for (const requestState of changed) {
    const { error } = await call(server, { ...ROOTS, requestState });
    assert.equal([requestState, error?.code], [requestState, -32602]);
  }
  const right = await call(server, { ...ROOTS, requestState: state });
  assert.is(textOf(right), "done");
});

test("a state expires", async () => {
  const state = { key: "s".repeat(32), ttl: 0 };
  const server = serveTool(askRoots, { state });
  const requestState = stateOf(await call(server));
  assert.equal((await call(server, { ...ROOTS, requestState })).error, {
    code: -32602,
    message:
      "Invalid params: requestState has expired; send the request without it",
  });
});

test("a state says nothing to those without the key; of several all open", async () => {
  const [old, next] = ["o".repeat(32), new Uint8Array(32).fill(7)] as const;
  const secret = async (_args: never, ctx: Call) => {
    const kept = await ctx.once("secret", () => "hunter2");
    await ctx.roots();
    return kept;
  };
  const before = serveTool(secret, { state: { key: old } });
  const after = serveTool(secret, { state: { key: [next, old] } });
  const newest = serveTool(secret, { state: { key: next } });
  const first = stateOf(await call(before));
  assert.not.match(atob(first.replace(/[-_]/g, "A")), "hunter2");
  const more = { ...ROOTS, requestState: first };
  assert.is(textOf(await call(after, more)), "hunter2");
  assert.is((await call(newest, more)).error?.code, -32602);
  const second = stateOf(await call(after));
  const last = await call(newest, { ...ROOTS, requestState: second });
  assert.is(textOf(last), "hunter2");
});

test("a state is not endless", async () => {
  const server = serveTool(async (_args, ctx) => {
    await ctx.once("much", () => "x".repeat(1_000_000));
    await ctx.roots();
  });
  assert.is((await call(server)).error?.code, -32603);
  assert.match(server.errors.join(), /keeps between rounds is \d+ characters/);
});

for (const [state, text] of [
  [{ key: "short" }, "state.key needs at least 32 bytes"],
  [{ key: [] }, "state.key needs at least 32 bytes"],
  [{ ttl: -1 }, "state.ttl must not be negative"],
  [{ ttl: NaN }, "state.ttl must not be negative"],
] as const) {
  test(`options: ${JSON.stringify(state)} is refused`, () => {
    assert.throws(
      () => serve({}, { state }),
      (error: Error) => error instanceof RangeError && error.message === text,
    );
  });
}

test.run();
