/** Roots, sampling and elicitation, between a generated client and server. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { Wire } from "../runtime/support.js";
import { load } from "./support.js";

type Result = Record<string, unknown>;
type Ask = (params: object, options?: object) => Promise<Result>;

interface Context {
  readonly elicit: Ask;
  readonly sample: Ask;
  readonly roots: () => Promise<{ roots: object[] }>;
  readonly peer: { readonly capabilities: object };
  readonly notify: (method: string, params: object) => void;
  readonly request: (method: string, params: object) => Promise<Result>;
}

interface ServerModule {
  createServer(info: object, handlers: object, options?: object): Served;
  memory(): [object, object];
  tasks(settings: object): object;
  urlElicitationRequired(pages: object[], message?: string): Error;
}

interface Served {
  connect(transport: object): Promise<unknown>;
  close(): Promise<void>;
}

interface ClientModule {
  createClient(info: object, handlers: object, options?: object): Client;
  elicitation(options: object): Elicitation;
  pickModel(models: object[], wishes?: object): { name: string };
  roots(
    given: unknown,
    settings?: object,
  ): { set(roots: unknown[]): void; "roots/list": unknown };
  sampling(options: object): object;
  tasks(settings: object): object;
}

interface Elicitation {
  retry<T>(send: () => Promise<T>, options?: object): Promise<T>;
  complete(id: string): void;
}

interface Client {
  connect(transport: object): Promise<void>;
  callTool(params: object): Promise<Result>;
  close(): Promise<void>;
}

interface Sent {
  readonly id: number;
  readonly params: { readonly [name: string]: unknown };
}

const INFO = { name: "test", version: "1" };

interface Pair {
  /** Runs \`use\` as a tool of the server; its result, or what failed. */
  call<T>(use: (ctx: Context) => Promise<T>): Promise<T | string>;
  readonly client: Client;
  readonly heard: string[];
  readonly errors: string[];
  close(): Promise<void>;
}

/** A connected client, of these handlers, and a server that asks it. */
async function pair(
  revision: string,
  handlers: object,
  options: object = {},
  tool?: () => unknown,
): Promise<Pair> {
  const { createServer, memory } = await load<ServerModule>(revision, "server");
  const { createClient } = await load<ClientModule>(revision, "client");
  const heard: string[] = [];
  const errors: string[] = [];
  let use: (ctx: Context) => Promise<unknown> = () => Promise.resolve();
  let outcome: unknown;
  const server = createServer(INFO, {
    "tools/list": () => ({ tools: [] }),
    "tools/call": async (_: unknown, ctx: Context) => {
      if (tool) return tool();
      outcome = await use(ctx).catch(
        (error: Error & { code?: number; fault?: string }) =>
          `${error.code ?? error.fault}: ${error.message}`,
      );
      return { content: [] };
    },
    "notifications/roots/list_changed": () => void heard.push("changed"),
  });
  const client = createClient(INFO, handlers, {
    ...options,
    onError: ({ message }: Error) => errors.push(message),
  });
  const [ours, theirs] = memory();
  await server.connect(theirs);
  await client.connect(ours);
  return {
    heard,
    errors,
    client,
    async call(what) {
      use = what;
      outcome = undefined;
      await client.callTool({ name: "t" });
      return outcome as never;
    },
    async close() {
      await client.close();
      await server.close();
    },
  };
}

const WITH_HANDSHAKE = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];
const turn = (): Promise<void> => new Promise((done) => setImmediate(done));

const rooted = suite("roots");

for (const revision of WITH_HANDSHAKE) {
  rooted(`${revision}: listed, changed, declared`, async () => {
    const { roots } = await load<ClientModule>(revision, "client");
    const folders = roots(["file:///a", { uri: "file:///b", name: "B" }]);
    const { call, heard, close } = await pair(revision, { ...folders });
    assert.equal(await call(async (ctx) => ctx.peer.capabilities), {
      roots: { listChanged: true },
    });
    assert.equal(await call((ctx) => ctx.roots()), {
      roots: [{ uri: "file:///a" }, { uri: "file:///b", name: "B" }],
    });
    folders.set(["file:///c"]);
    await turn();
    assert.equal(heard, ["changed"]);
    assert.equal(await call((ctx) => ctx.roots()), {
      roots: [{ uri: "file:///c" }],
    });
    await close();
  });

  rooted(`${revision}: none without a handler`, async () => {
    const { call, close } = await pair(revision, {});
    assert.is(
      await call((ctx) => ctx.roots()),
      "capability: roots/list needs roots, which the peer did not declare",
    );
    await close();
  });
}

rooted("changes can be taken back, and are not sent then", async () => {
  const { roots } = await load<ClientModule>("2025-06-18", "client");
  const folders = roots([]);
  const { call, heard, close } = await pair(
    "2025-06-18",
    { ...folders },
    { capabilities: { roots: { listChanged: false } } },
  );
  assert.equal(await call(async (ctx) => ctx.peer.capabilities), { roots: {} });
  folders.set(["file:///c"]);
  await turn();
  assert.equal(heard, []);
  await close();
});

rooted("a provider is watched while a client is connected", async () => {
  const { roots } = await load<ClientModule>("2025-06-18", "client");
  const said: string[] = [];
  let changed = (): void => {};
  let list = ["file:///a"];
  const folders = roots({
    list: () => list,
    watch: (tell: () => void) => {
      said.push("watched");
      changed = tell;
      return () => said.push("left");
    },
  });
  assert.equal(said, []);
  const one = await pair("2025-06-18", { ...folders });
  const two = await pair("2025-06-18", { ...folders });
  assert.equal(said, ["watched"]);
  list = ["file:///b"];
  changed();
  await turn();
  assert.equal([one.heard, two.heard], [["changed"], ["changed"]]);
  assert.equal(await one.call((ctx) => ctx.roots()), {
    roots: [{ uri: "file:///b" }],
  });
  await one.close();
  assert.equal(said, ["watched"]);
  await two.close();
  assert.equal(said, ["watched", "left"]);
});

rooted("only what the user allows is shown", async () => {
  const { roots } = await load<ClientModule>("2025-06-18", "client");
  const folders = roots(["file:///a", "file:///b"], {
    allow: async ({ uri }: { uri: string }) => uri.endsWith("b"),
  });
  const { call, close } = await pair("2025-06-18", { ...folders });
  assert.equal(await call((ctx) => ctx.roots()), {
    roots: [{ uri: "file:///b" }],
  });
  await close();
});

const NO_ROOTS: readonly (readonly [string, string])[] = [
  ["https://a.b/c", "is no file:// URI"],
  ["/home/a", "is no file:// URI"],
  ["file:/home/a", "is no file:// URI"],
  ["file:///a?b", "has a query or a fragment"],
  ["file:///a#b", "has a query or a fragment"],
  ["file:///a/../b", 'leads out of itself by ".."'],
  ["file:///a/%2e%2E/b", 'leads out of itself by ".."'],
  ["file:///a/..%2fb", 'leads out of itself by ".."'],
  ["file:///a%2fb", "has an escaped separator"],
  ["file:///a%00", "has a null character"],
  ["file:///a%zz", "is not a valid URI"],
];

for (const [uri, problem] of NO_ROOTS)
  rooted(`no root: ${uri}`, async () => {
    const { roots } = await load<ClientModule>("2025-06-18", "client");
    const text = `The root ${uri} ${problem}`;
    assert.throws(
      () => roots([uri]),
      (error: Error) => error.message === text,
    );
    const { call, errors, close } = await pair("2025-06-18", {
      ...roots({ list: () => [uri] }),
    });
    assert.is(await call((ctx) => ctx.roots()), "-32603: Internal error");
    assert.equal(errors, [text]);
    await close();
  });

rooted("no root twice", async () => {
  const { roots } = await load<ClientModule>("2025-06-18", "client");
  assert.throws(() => roots(["file:///a", "file:///a"]), "is there twice");
});

rooted.run();

const sampled = suite("sampling");

const TEXT = { type: "text", text: "hi" };
const MESSAGES = [{ role: "user", content: TEXT }];
const ANSWER = { role: "assistant", content: TEXT, model: "m" };
const YES = {
  approveRequest: () => true,
  sample: () => ANSWER,
  approveResponse: () => true,
};

for (const revision of WITH_HANDSHAKE) {
  sampled(`${revision}: request, approval, model, approval`, async () => {
    const { sampling } = await load<ClientModule>(revision, "client");
    const steps: unknown[] = [];
    const { call, close } = await pair(
      revision,
      sampling({
        approveRequest: (params: object) => {
          steps.push(["request", params]);
          return { ...params, maxTokens: 5 };
        },
        sample: ({ maxTokens }: { maxTokens: number }) => {
          steps.push(["sample", maxTokens]);
          return ANSWER;
        },
        approveResponse: async (answer: object) => {
          steps.push(["response", answer]);
          return { ...answer, model: "edited" };
        },
      }),
    );
    const params = { messages: MESSAGES, maxTokens: 9 };
    const answer = await call((ctx) => ctx.sample(params));
    assert.equal(answer, { ...ANSWER, model: "edited" });
    assert.equal(steps, [
      ["request", params],
      ["sample", 5],
      ["response", ANSWER],
    ]);
    await close();
  });

  for (const hook of ["approveRequest", "approveResponse"])
    sampled(`${revision}: ${hook} refuses`, async () => {
      const { sampling } = await load<ClientModule>(revision, "client");
      const { call, close } = await pair(
        revision,
        sampling({ ...YES, [hook]: () => false }),
      );
      assert.is(
        await call((ctx) => ctx.sample({ messages: MESSAGES, maxTokens: 9 })),
        "-1: User rejected sampling request",
      );
      await close();
    });
}

const DECLARED: readonly (readonly [string, object, object])[] = [
  ["2025-06-18", { tools: true, context: true }, { sampling: {} }],
  ["2025-11-25", {}, { sampling: {} }],
  ["2025-11-25", { tools: true }, { sampling: { tools: {} } }],
  [
    "2025-11-25",
    { tools: true, context: true },
    { sampling: { tools: {}, context: {} } },
  ],
];

for (const [revision, options, capabilities] of DECLARED)
  sampled(`${revision}: declared for ${JSON.stringify(options)}`, async () => {
    const { sampling } = await load<ClientModule>(revision, "client");
    const handlers = sampling({ ...YES, ...options });
    const { call, close } = await pair(revision, handlers);
    assert.equal(
      await call(async (ctx) => ctx.peer.capabilities),
      capabilities,
    );
    await close();
  });

sampled("what follows from the handler can be taken back", async () => {
  const { sampling } = await load<ClientModule>("2025-11-25", "client");
  const handlers = sampling({ ...YES, tools: true, context: true });
  const { call, close } = await pair("2025-11-25", handlers, {
    capabilities: { sampling: { context: false } },
  });
  assert.equal(await call(async (ctx) => ctx.peer.capabilities), {
    sampling: { tools: {} },
  });
  await close();
});

const TOOL = { name: "t", inputSchema: { type: "object" } };
const use = (...ids: string[]): object => ({
  role: "assistant",
  content: ids.map((id) => ({ type: "tool_use", id, name: "t", input: {} })),
});
const result = (toolUseId: string): object => ({
  type: "tool_result",
  toolUseId,
  content: [],
});
const says = (...content: object[]): object => ({ role: "user", content });
const START = says(TEXT);

/** Conversations that go on after tools were used, and what is wrong. */
const TALKS: readonly (readonly [string, object[], string?])[] = [
  ["no tools", [START]],
  ["one use", [START, use("1"), says(result("1"))]],
  [
    "a result that is no list",
    [START, use("1"), { role: "user", content: result("1") }],
  ],
  ["two at a time", [START, use("1", "2"), says(result("2"), result("1"))]],
  [
    "two rounds",
    [START, use("1"), says(result("1")), use("2"), says(result("2"))],
  ],
  ["nothing after a use", [START, use("1")], "Tool result missing in request"],
  [
    "text after a use",
    [START, use("1"), says(TEXT)],
    "Tool result missing in request",
  ],
  [
    "one of two",
    [START, use("1", "2"), says(result("1"))],
    "Tool result missing in request",
  ],
  [
    "one of two, and the other later",
    [START, use("1", "2"), says(result("1")), says(result("2"))],
    "Tool result missing in request",
  ],
  [
    "text beside results",
    [START, use("1"), says(TEXT, result("1"))],
    "Tool results mixed with other content",
  ],
  [
    "a result of nothing",
    [START, says(result("9"))],
    "Tool result without a use: 9",
  ],
  [
    "the same result twice",
    [START, use("1"), says(result("1"), result("1"))],
    "Tool result without a use: 1",
  ],
  [
    "a use by the user",
    [{ ...use("1"), role: "user" }, says(result("1"))],
    "Tool uses of the user",
  ],
  [
    "a result by the assistant",
    [START, use("1"), { role: "assistant", content: result("1") }],
    "Tool results of the assistant",
  ],
];

for (const [name, messages, problem] of TALKS)
  sampled(`tools in sampling: ${name}`, async () => {
    const { sampling } = await load<ClientModule>("2025-11-25", "client");
    const handlers = sampling({ ...YES, tools: true });
    const { call, close } = await pair("2025-11-25", handlers);
    assert.equal(
      await call((ctx) =>
        ctx.sample({ messages, maxTokens: 1, tools: [TOOL] }),
      ),
      problem ? `-32602: ${problem}` : ANSWER,
    );
    await close();
  });

const USES = { ...use("1"), model: "m" };
const CHOICES: readonly (readonly [string, object, object, string?])[] = [
  ["uses tools", { tools: [TOOL] }, USES],
  ["must use one", { tools: [TOOL], toolChoice: { mode: "required" } }, USES],
  [
    "must, and does not",
    { tools: [TOOL], toolChoice: { mode: "required" } },
    ANSWER,
    "The model used no tool, which it had to",
  ],
  [
    "must not, and does",
    { tools: [TOOL], toolChoice: { mode: "none" } },
    USES,
    "The model asked for tools that it must not use",
  ],
  ["none given", {}, USES, "The model asked for tools that it must not use"],
];

for (const [name, params, answer, problem] of CHOICES)
  sampled(`the choice of tools: ${name}`, async () => {
    const { sampling } = await load<ClientModule>("2025-11-25", "client");
    const handlers = sampling({ ...YES, sample: () => answer, tools: true });
    const { call, errors, close } = await pair("2025-11-25", handlers);
    const said = await call((ctx) =>
      ctx.sample({ messages: MESSAGES, maxTokens: 1, ...params }),
    );
    assert.equal(said, problem ? "-32603: Internal error" : answer);
    assert.equal(errors, problem ? [problem] : []);
    await close();
  });

sampled("rounds of tools are limited", async () => {
  const { sampling } = await load<ClientModule>("2025-11-25", "client");
  const handlers = sampling({ ...YES, tools: true, maxToolRounds: 1 });
  const { call, close } = await pair("2025-11-25", handlers);
  const one = [START, use("1"), says(result("1"))];
  const ask = (messages: object[]): Promise<unknown> =>
    call((ctx) => ctx.sample({ messages, maxTokens: 1, tools: [TOOL] }));
  assert.equal(await ask(one), ANSWER);
  assert.is(
    await ask([...one, use("2"), says(result("2"))]),
    "-32602: More than 1 rounds of tools",
  );
  await close();
});

sampled("600 a minute, unless limited otherwise", async () => {
  const { sampling } = await load<ClientModule>("2025-06-18", "client");
  const many = async (options: object, count: number): Promise<unknown[]> => {
    const { call, close } = await pair("2025-06-18", sampling(YES), options);
    const all = await call(async (ctx) =>
      Promise.all(
        Array.from({ length: count }, () =>
          ctx.sample({ messages: MESSAGES, maxTokens: 1 }).then(
            () => "answered",
            ({ code }: { code: number }) => code,
          ),
        ),
      ),
    );
    await close();
    return [...new Set(all)];
  };
  assert.equal(await many({}, 600), ["answered"]);
  assert.equal(await many({}, 700), ["answered", 429]);
  const methods = { "sampling/createMessage": 1 };
  assert.equal(await many({ limits: { methods } }, 2), ["answered", 429]);
});

const MODELS = [
  { name: "Opus-4", intelligence: 1, cost: 0.1, speed: 0.2 },
  { name: "sonnet-4.5", intelligence: 0.8, cost: 0.5, speed: 0.6 },
  { name: "sonnet-3", aliases: ["gpt"], intelligence: 0.4, cost: 0.7 },
  { name: "haiku", intelligence: 0.3, cost: 0.9, speed: 1 },
];

const WISHES: readonly (readonly [object | undefined, string])[] = [
  [undefined, "Opus-4"],
  [{ hints: [{ name: "sonnet" }] }, "sonnet-4.5"],
  [{ hints: [{ name: "SONNET-3" }, { name: "opus" }] }, "sonnet-3"],
  [{ hints: [{ name: "gemini" }, { name: "opus" }] }, "Opus-4"],
  [{ hints: [{ name: "gpt-5" }, { name: "gpt" }] }, "sonnet-3"],
  [{ hints: [{}, { name: "hai" }] }, "haiku"],
  [{ speedPriority: 1 }, "haiku"],
  [{ intelligencePriority: 1, speedPriority: 0.1 }, "Opus-4"],
  [{ hints: [{ name: "sonnet" }], costPriority: 1 }, "sonnet-3"],
  [{ hints: [{ name: "nothing" }], costPriority: 1 }, "haiku"],
];

for (const [wishes, name] of WISHES)
  sampled(`a model for ${JSON.stringify(wishes)}`, async () => {
    const { pickModel } = await load<ClientModule>("2025-06-18", "client");
    assert.is(pickModel(MODELS, wishes).name, name);
  });

sampled("no model", async () => {
  const { pickModel } = await load<ClientModule>("2025-06-18", "client");
  assert.throws(() => pickModel([]), "There is no model to pick");
});

sampled.run();

const asked = suite("elicitation");

const FIELDS = {
  name: { type: "string", minLength: 2, maxLength: 4, default: "anon" },
  mail: { type: "string", format: "email" },
  day: { type: "string", format: "date" },
  kind: { type: "string", enum: ["a", "b"] },
  age: { type: "integer", minimum: 1, maximum: 9 },
  share: { type: "number" },
  sure: { type: "boolean", default: false },
};
const FORM = { type: "object", properties: FIELDS, required: ["age"] };

/** What a user fills in, and which field is wrong. */
/** Content, what is wrong with it, and whether that is a format. */
const FILLED: readonly (readonly [object, string?, true?])[] = [
  [{ age: 3 }],
  [{ age: 3, share: 0.5, mail: "a@b.cd", day: "2026-01-31", kind: "b" }],
  [{ age: 3, more: "than was asked" }],
  [{}, "age: expected integer within its limits, got nothing"],
  [{ age: 0 }, "age: expected integer within its limits, got number"],
  [{ age: 10 }, "age: expected integer within its limits, got number"],
  [{ age: 1.5 }, "age: expected integer within its limits, got number"],
  [{ age: "3" }, "age: expected integer within its limits, got string"],
  [{ age: 3, share: "1" }, "share: expected number, got string"],
  [{ age: 3, sure: 1 }, "sure: expected boolean, got number"],
  [
    { age: 3, name: "a" },
    "name: expected string within its limits, got string",
  ],
  [
    { age: 3, name: "abcde" },
    "name: expected string within its limits, got string",
  ],
  [
    { age: 3, name: "😀" },
    "name: expected string within its limits, got string",
  ],
  [{ age: 3, kind: "c" }, 'kind: expected "a" or "b", got string'],
  [
    { age: 3, mail: "a" },
    "mail: expected string within its limits, got string",
    true,
  ],
  [
    { age: 3, day: "2026-02-31" },
    "day: expected string within its limits, got string",
    true,
  ],
];

for (const revision of ["2025-06-18", "2025-11-25"])
  for (const [content, wrong] of FILLED)
    asked(`${revision}: ${JSON.stringify(content)}`, async () => {
      const { elicitation } = await load<ClientModule>(revision, "client");
      const handlers = elicitation({
        form: () => ({ action: "accept", content }),
      });
      const { call, errors, close } = await pair(revision, { ...handlers });
      const params = { message: "?", requestedSchema: FORM };
      const said = await call((ctx) => ctx.elicit(params));
      if (wrong === undefined) {
        const all = { name: "anon", sure: false, ...content };
        assert.equal(said, {
          action: "accept",
          content: { ...content, ...all },
        });
      } else {
        assert.is(said, "-32603: Internal error");
        assert.equal(errors, [
          `The answer is not as the form has it: content.${wrong}`,
        ]);
      }
      await close();
    });

const CHOOSE = {
  type: "object",
  properties: {
    one: { type: "string", oneOf: [{ const: "x", title: "X" }] },
    old: { type: "string", enum: ["y"], enumNames: ["Y"] },
    some: {
      type: "array",
      minItems: 1,
      maxItems: 2,
      items: { type: "string", enum: ["p", "q", "r"] },
      default: ["p"],
    },
    titled: {
      type: "array",
      items: { anyOf: [{ const: "s", title: "S" }] },
    },
  },
};

const CHOSEN: readonly (readonly [object, string?])[] = [
  [{ one: "x", old: "y", some: ["q", "r"], titled: ["s"] }],
  [{ titled: [] }],
  [{ one: "X" }, 'one: expected "x", got string'],
  [{ old: "Y" }, 'old: expected "y", got string'],
  [{ some: [] }, "some: expected array within its limits, got array"],
  [
    { some: ["p", "q", "r"] },
    "some: expected array within its limits, got array",
  ],
  [{ some: ["z"] }, 'some[0]: expected "p" or "q" or "r", got string'],
  [{ some: "p" }, "some: expected array within its limits, got string"],
  [{ titled: ["S"] }, 'titled[0]: expected "s", got string'],
];

for (const [content, wrong] of CHOSEN)
  asked(`choices: ${JSON.stringify(content)}`, async () => {
    const { elicitation } = await load<ClientModule>("2025-11-25", "client");
    const form = (): object => ({ action: "accept", content });
    const { call, errors, close } = await pair("2025-11-25", {
      ...elicitation({ form }),
    });
    const said = await call((ctx) =>
      ctx.elicit({ mode: "form", message: "?", requestedSchema: CHOOSE }),
    );
    assert.equal(
      [said, errors],
      wrong === undefined
        ? [{ action: "accept", content: { some: ["p"], ...content } }, []]
        : [
            "-32603: Internal error",
            [`The answer is not as the form has it: content.${wrong}`],
          ],
    );
    await close();
  });

for (const action of ["decline", "cancel"])
  asked(`${action}: no content goes with it`, async () => {
    const { elicitation } = await load<ClientModule>("2025-06-18", "client");
    const form = (): object => ({ action, content: { age: "wrong" } });
    const { call, close } = await pair("2025-06-18", {
      ...elicitation({ form }),
    });
    const params = { message: "?", requestedSchema: FORM };
    assert.equal(await call((ctx) => ctx.elicit(params)), { action });
    await close();
  });

const MODES: readonly (readonly [string, string[], object])[] = [
  ["2025-06-18", ["form"], {}],
  ["2025-11-25", ["form"], { form: {} }],
  ["2025-11-25", ["url"], { url: {} }],
  ["2025-11-25", ["form", "url"], { form: {}, url: {} }],
];

for (const [revision, modes, declared] of MODES)
  asked(`${revision}: declared for ${modes.join()}`, async () => {
    const { elicitation } = await load<ClientModule>(revision, "client");
    const options = Object.fromEntries(modes.map((mode) => [mode, () => {}]));
    const { call, close } = await pair(revision, { ...elicitation(options) });
    assert.equal(await call(async (ctx) => ctx.peer.capabilities), {
      elicitation: declared,
    });
    await close();
  });

asked("neither mode", async () => {
  const { elicitation } = await load<ClientModule>("2025-11-25", "client");
  assert.throws(() => elicitation({}), "needs form, url, or both");
});

const PAGE = {
  mode: "url",
  message: "?",
  url: "https://a.b/c?d",
  elicitationId: "e1",
};

asked("a page: consent, and that it is finished", async () => {
  const { elicitation } = await load<ClientModule>("2025-11-25", "client");
  const seen: unknown[] = [];
  const { call, close } = await pair("2025-11-25", {
    ...elicitation({
      url: ({ url }: { url: string }, target: object) => {
        seen.push(url, target);
        return "accept";
      },
      completed: (id: string) => seen.push(id),
    }),
  });
  const said = await call(async (ctx) => {
    const finish = (elicitationId: string): void =>
      ctx.notify("notifications/elicitation/complete", { elicitationId });
    finish("e1");
    const answer = await ctx.elicit(PAGE);
    finish("unknown");
    finish("e1");
    finish("e1");
    return answer;
  });
  assert.equal(said, { action: "accept" });
  assert.equal(seen, [
    "https://a.b/c?d",
    {
      href: "https://a.b/c?d",
      host: "a.b",
      secure: true,
      suspicious: false,
    },
    "e1",
  ]);
  await close();
});

asked("what a URL may hide is said", async () => {
  const { elicitation } = await load<ClientModule>("2025-11-25", "client");
  const seen: string[] = [];
  const handlers = {
    ...elicitation({
      url: (
        _: object,
        target: { host: string; secure: boolean; suspicious: boolean },
      ) => {
        seen.push(`${target.host} ${target.secure} ${target.suspicious}`);
        return "decline";
      },
    }),
  };
  const { call, close } = await pair("2025-11-25", handlers);
  for (const url of [
    "http://localhost:8080/",
    "https://xn--pple-43d.com/",
    "https://a.xn--p1ai/",
    "https://bank.com@evil.com/",
  ]) {
    const answer = await call((ctx) => ctx.elicit({ ...PAGE, url }));
    assert.equal(answer, { action: "decline" });
  }
  assert.equal(seen, [
    "localhost:8080 false false",
    "xn--pple-43d.com true true",
    "a.xn--p1ai true true",
    "evil.com true true",
  ]);
  const visit = handlers["elicitation/create" as never] as Ask;
  for (const url of ["javascript:alert(1)", "file:///etc/passwd", "a.b"]) {
    // Our server does not send them.
    const problem = `undefined: Not a web page: ${url}`;
    assert.is(await call((ctx) => ctx.elicit({ ...PAGE, url })), problem);
    assert.is(
      await visit({ ...PAGE, url }).catch(({ message }: Error) => message),
      "Invalid params: url must be http or https",
    );
  }
  await close();
});

asked("pages that have to be visited first", async () => {
  const { elicitation } = await load<ClientModule>("2025-11-25", "client");
  const server = await load<ServerModule>("2025-11-25", "server");
  const visited: string[] = [];
  let consent = "accept";
  const ask = elicitation({
    url: ({ elicitationId }: { elicitationId: string }) => {
      visited.push(elicitationId);
      queueMicrotask(() => ask.complete(elicitationId));
      return consent;
    },
  });
  const { client, close } = await pair("2025-11-25", { ...ask }, {}, () => {
    if (visited.length === 2) return { content: [TEXT] };
    throw server.urlElicitationRequired([
      { ...PAGE, elicitationId: "1" },
      { ...PAGE, elicitationId: "2" },
    ]);
  });
  const send = (): Promise<Result> => client.callTool({ name: "t" });
  assert.equal(await ask.retry(send), { content: [TEXT] });
  assert.equal(visited, ["1", "2"]);

  visited.length = 0;
  consent = "decline";
  const refused = await ask.retry(send).catch((error: Result) => error);
  assert.equal(
    [refused.code, visited, refused.message],
    [-32042, ["1"], "The user has to visit a page first"],
  );

  const never = await ask
    .retry(send, { retries: 0 })
    .catch((error: Result) => error.code);
  assert.is(never, -32042);
  await close();
});

asked("the wait for a page can be ended", async () => {
  const { elicitation } = await load<ClientModule>("2025-11-25", "client");
  const server = await load<ServerModule>("2025-11-25", "server");
  const stop = new AbortController();
  const ask = elicitation({
    url: () => {
      setImmediate(() => stop.abort(new Error("enough")));
      return "accept";
    },
  });
  const { client, close } = await pair("2025-11-25", { ...ask }, {}, () => {
    throw server.urlElicitationRequired([PAGE]);
  });
  const said = await ask
    .retry(() => client.callTool({ name: "t" }), { signal: stop.signal })
    .catch(({ message }: Error) => message);
  assert.is(said, "enough");
  await close();
});

asked.run();

const guarded = suite("what servers ask");

const form = (properties: object, more: object = {}): object => ({
  message: "?",
  requestedSchema: { type: "object", properties, ...more },
});
const answers = (content: object) => (): object => ({
  action: "accept",
  content,
});

/** Forms, and what is wrong with them. */
const FORMS: readonly (readonly [object, string | undefined])[] = [
  [form({ a: { type: "string" } }), undefined],
  [form({ a: { type: "integer", default: 1 } }), undefined],
  [
    { message: "?", requestedSchema: { type: "array" } },
    'requestedSchema.type: expected "object", got string',
  ],
  [
    form({ a: { type: "object", properties: {} } }),
    'requestedSchema.properties.a.type: expected "string" or "number" or "integer" or "boolean", got string',
  ],
  [
    form({ a: { type: "array", items: { type: "object" } } }),
    'requestedSchema.properties.a.type: expected "string" or "number" or "integer" or "boolean", got string',
  ],
  [form({ a: 1 }), "requestedSchema.properties.a: expected object, got number"],
  [{ message: "?" }, "requestedSchema: expected object, got nothing"],
  [
    form({ a: { type: "string" } }, { required: ["b"] }),
    'requestedSchema.required[0]: expected "a", got string',
  ],
  [
    form({ a: { type: "integer", default: "1" } }),
    "requestedSchema.properties.a.default: expected integer, got string",
  ],
];

for (const [params, problem] of FORMS)
  guarded(`a form: ${JSON.stringify(params)}`, async () => {
    const { elicitation } = await load<ClientModule>("2025-06-18", "client");
    const { call, close } = await pair("2025-06-18", {
      ...elicitation({ form: () => ({ action: "decline" }) }),
    });
    const said = await call((ctx) => ctx.elicit(params));
    assert.equal(
      said,
      problem ? `undefined: ${problem}` : { action: "decline" },
    );
    await close();
  });

const SENSITIVE = [
  "password",
  "userPasswd",
  "api_key",
  "apiKey",
  "access-token",
  "client_secret",
  "PIN",
  "cardNumber",
  "credit_card",
  "cvc",
];
const HARMLESS = ["name", "tokens", "maxTokens", "secretary", "spinner", "key"];

for (const name of [...SENSITIVE, ...HARMLESS])
  guarded(`a field named ${name}`, async () => {
    const { elicitation } = await load<ClientModule>("2025-06-18", "client");
    const { call, close } = await pair("2025-06-18", {
      ...elicitation({ form: () => ({ action: "cancel" }) }),
    });
    const params = form({ [name]: { type: "string" } });
    const said = await call((ctx) => ctx.elicit(params));
    const refused = `undefined: The form asks for ${name}: use a page, or sensitive: "allow"`;
    assert.equal(
      said,
      SENSITIVE.includes(name) ? refused : { action: "cancel" },
    );
    const allowed = await call((ctx) =>
      ctx.elicit(params, { sensitive: "allow" }),
    );
    assert.equal(allowed, { action: "cancel" });
    await close();
  });

guarded("a sensitive title", async () => {
  const { elicitation } = await load<ClientModule>("2025-06-18", "client");
  const { call, close } = await pair("2025-06-18", {
    ...elicitation({ form: () => ({ action: "cancel" }) }),
  });
  const params = form({ a: { type: "string", title: "Your API key" } });
  const said = await call((ctx) => ctx.elicit(params));
  assert.match(String(said), "The form asks for a: use a page");
  await close();
});

for (const [content, wrong, format] of FILLED)
  guarded(`an answer: ${JSON.stringify(content)}`, async () => {
    // A client that does not look at what it sends.
    const { call, close } = await pair("2025-06-18", {
      "elicitation/create": answers(content),
    });
    const params = { message: "?", requestedSchema: FORM };
    assert.equal(
      await call((ctx) => ctx.elicit(params)),
      wrong === undefined || format
        ? { action: "accept", content }
        : `invalid: The result of elicitation/create is not valid: content.${wrong}`,
    );
    await close();
  });

guarded("without requests: what is asked, and what is answered", async () => {
  const content = { age: 0 };
  const { call, close } = await pair("2026-07-28", {
    "elicitation/create": () => ({ action: "accept", content }),
    "sampling/createMessage": () => ANSWER,
  });
  const ask = (params: object): Promise<unknown> =>
    call((ctx) => ctx.elicit(params, { key: "k" }));
  assert.match(
    String(await ask(form({ token: { type: "string" } }))),
    "The form asks for token: use a page",
  );
  assert.is(
    await call((ctx) => ctx.sample({ messages: [use("a")], maxTokens: 1 })),
    "-32602: Tool result missing in request",
  );
  const params = { message: "?", requestedSchema: FORM };
  const refused = await ask(params).catch(
    (error: Error & { code?: number }) => `${error.code}: ${error.message}`,
  );
  assert.is(
    refused,
    "-32602: Invalid params: inputResponses.k: content.age: expected integer within its limits, got number",
  );
  content.age = 3;
  assert.equal(await ask(params), { action: "accept", content });
  await close();
});

guarded("an answer that is fetched as a task's result", async () => {
  const server = await load<ServerModule>("2025-11-25", "server");
  const client = await load<ClientModule>("2025-11-25", "client");
  const said: string[] = [];
  const served = server.createServer(INFO, {
    ...server.tasks({ pollInterval: 1 }),
    "tools/list": () => ({ tools: [] }),
    "tools/call": async (_: unknown, ctx: Context) => {
      const params = { message: "?", requestedSchema: FORM };
      const task = await ctx.elicit(params, { task: true });
      const end = (task.result as () => Promise<Result>)();
      said.push(
        await end.then(JSON.stringify, (error: Error) => error.message),
      );
      return { content: [] };
    },
  });
  const content = { age: 0 };
  const asked = client.createClient(INFO, {
    ...client.tasks({ pollInterval: 1 }),
    "elicitation/create": () => ({ action: "accept", content }),
  });
  const [ours, theirs] = server.memory();
  await served.connect(theirs);
  await asked.connect(ours);
  await asked.callTool({ name: "t" });
  content.age = 3;
  await asked.callTool({ name: "t" });
  assert.is(
    said[0],
    "The result of elicitation/create is not valid: content.age: expected integer within its limits, got number",
  );
  assert.match(String(said[1]), '"content":{"age":3}');
  await asked.close();
  await served.close();
});

guarded("a result of another type: what is wrong with it", async () => {
  const { call, close } = await pair("2025-11-25", {
    "elicitation/create": () => ({ action: "reject" }),
    "sampling/createMessage": () => ({ ...ANSWER, model: 7 }),
  });
  assert.is(
    await call((ctx) => ctx.elicit(form({}))),
    'invalid: The result of elicitation/create is not valid: action: expected "accept" or "decline" or "cancel", got string',
  );
  assert.is(
    await call((ctx) => ctx.sample({ messages: MESSAGES, maxTokens: 1 })),
    "invalid: The result of sampling/createMessage is not valid: model: expected string, got number",
  );
  await close();
});

const MAY: readonly (readonly [string, object, object, string?])[] = [
  ["form by default", {}, form({})],
  ["form, said so", { form: {} }, { mode: "form", ...form({}) }],
  [
    "no form",
    { url: {} },
    form({}),
    "capability: elicitation/create needs elicitation.form, which the peer did not declare",
  ],
  ["a page", { url: {} }, PAGE],
  [
    "no page",
    {},
    PAGE,
    "capability: elicitation/create needs elicitation.url, which the peer did not declare",
  ],
  [
    "a page that is none",
    { url: {} },
    { ...PAGE, url: "javascript:1" },
    "undefined: Not a web page: javascript:1",
  ],
];

for (const [name, elicitation, params, problem] of MAY)
  guarded(`what the client can show: ${name}`, async () => {
    const { call, close } = await pair(
      "2025-11-25",
      { "elicitation/create": () => ({ action: "decline" }) },
      { capabilities: { elicitation } },
    );
    assert.equal(
      await call((ctx) => ctx.elicit(params)),
      problem ?? { action: "decline" },
    );
    // Nor in any other way.
    if (problem !== undefined)
      assert.is(
        await call((ctx) => ctx.request("elicitation/create", params)),
        problem,
      );
    await close();
  });

const CONTEXT: readonly (readonly [
  revision: string,
  declared: object,
  includeContext: string,
  sent: boolean,
])[] = [
  ["2025-06-18", {}, "allServers", true],
  ["2025-11-25", {}, "none", true],
  ["2025-11-25", {}, "thisServer", false],
  ["2025-11-25", { tools: {} }, "allServers", false],
  ["2025-11-25", { context: {} }, "allServers", true],
];

for (const [revision, declared, context, sent] of CONTEXT)
  guarded(
    `${revision}: ${context} of ${JSON.stringify(declared)}`,
    async () => {
      const { call, close } = await pair(
        revision,
        { "sampling/createMessage": () => ANSWER },
        { capabilities: { sampling: declared } },
      );
      assert.equal(
        await call((ctx) =>
          ctx.sample({
            messages: MESSAGES,
            maxTokens: 1,
            includeContext: context,
          }),
        ),
        sent
          ? ANSWER
          : "capability: sampling/createMessage needs sampling.context, which the peer did not declare",
      );
      await close();
    },
  );

guarded("a client without elicitation", async () => {
  const { call, close } = await pair("2025-06-18", {});
  assert.is(
    await call((ctx) => ctx.elicit(form({}))),
    "capability: elicitation/create needs elicitation, which the peer did not declare",
  );
  await close();
});

guarded("tools in sampling: declared, and in order", async () => {
  const { sampling } = await load<ClientModule>("2025-11-25", "client");
  const can = await pair("2025-11-25", sampling({ ...YES, tools: true }));
  const ask = (one: Pair, messages: object[]): Promise<unknown> =>
    one.call((ctx) => ctx.sample({ messages, maxTokens: 1, tools: [TOOL] }));
  assert.equal(await ask(can, [START]), ANSWER);
  await can.close();
  // A client that would take whatever it is sent.
  const takes = await pair(
    "2025-11-25",
    { "sampling/createMessage": () => ANSWER },
    { capabilities: { sampling: { tools: {} } } },
  );
  assert.is(
    await ask(takes, [START, use("1")]),
    "-32602: Tool result missing in request",
  );
  await takes.close();
  const cannot = await pair("2025-11-25", sampling(YES));
  assert.is(
    await ask(cannot, [START]),
    "capability: sampling/createMessage needs sampling.tools, which the peer did not declare",
  );
  await cannot.close();
});

guarded.run();

const embedded = suite("inside results");

embedded("the same handlers answer what comes inside a result", async () => {
  const { createClient, elicitation, roots, sampling } =
    await load<ClientModule>("2026-07-28", "client");
  const client = createClient(INFO, {
    ...roots(["file:///a"]),
    ...sampling({ ...YES, tools: true }),
    ...elicitation({ form: () => ({ action: "accept", content: { age: 2 } }) }),
  });
  const wire = new Wire();
  const take = async (): Promise<Sent> => {
    const [message] = await wire.take();
    return message as Sent;
  };
  const done = {
    resultType: "complete",
    ttlMs: 0,
    cacheScope: "private",
    supportedVersions: ["2026-07-28"],
    capabilities: { tools: {} },
  };
  const connected = client.connect(wire);
  wire.give({ id: (await take()).id, result: done });
  await connected;

  const called = client.callTool({ name: "t" });
  const { id, params } = await take();
  const meta = params._meta as { [name: string]: unknown };
  assert.equal(meta["io.modelcontextprotocol/clientCapabilities"], {
    roots: {},
    sampling: { tools: {} },
    elicitation: { form: {} },
  });
  wire.give({
    id,
    result: {
      resultType: "input_required",
      requestState: "s",
      inputRequests: {
        r: { method: "roots/list" },
        s: {
          method: "sampling/createMessage",
          params: { messages: MESSAGES, maxTokens: 1 },
        },
        e: {
          method: "elicitation/create",
          params: { message: "?", requestedSchema: FORM },
        },
      },
    },
  });
  const again = await take();
  assert.equal(again.params.inputResponses, {
    r: { roots: [{ uri: "file:///a" }] },
    s: ANSWER,
    e: { action: "accept", content: { age: 2, name: "anon", sure: false } },
  });
  wire.give({ id: again.id, result: { ...done, content: [TEXT] } });
  assert.equal((await called).content, [TEXT]);
  await client.close();
});

embedded.run();
