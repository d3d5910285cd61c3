/** Tools, resources, prompts, completions and pages, over a connection. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { completionHandlers } from "../../templates/runtime/features/completions.js";
import { McpError } from "../../templates/runtime/connection/errors.js";
import { paginate } from "../../templates/runtime/features/paginate.js";
import { promptHandlers } from "../../templates/runtime/features/prompts.js";
import { resourceHandlers } from "../../templates/runtime/features/resources.js";
import { toolHandlers } from "../../templates/runtime/features/tools.js";
import type { Handlers } from "../../templates/runtime/lifecycle/lifecycle.js";
import type { Protocol } from "../../templates/runtime/protocol.js";
import { openServer, SERVER } from "./support.js";

const test = suite("features");

/** Sends one request to a server with these handlers; its answer. */
async function ask(
  handlers: Handlers,
  method: string,
  params?: object,
  protocol: Protocol = SERVER,
): Promise<{ result?: unknown; error?: unknown }> {
  const { wire } = openServer(handlers, {}, protocol);
  wire.give({ id: 1, method, params });
  const [answer] = (await wire.take()) as [
    { result?: unknown; error?: unknown },
  ];
  return answer;
}

const text = (value: string): object => ({ type: "text", text: value });

test("tools/list shows everything but the handler", async () => {
  const tools = toolHandlers({
    none: { handler: () => "" },
    full: {
      title: "Full",
      description: "All",
      inputSchema: { type: "object", properties: {} },
      outputSchema: { type: "object" },
      annotations: { readOnlyHint: true },
      _meta: { a: 1 },
      handler: () => "",
    },
  });
  const { result } = await ask(tools, "tools/list");
  assert.equal(result, {
    tools: [
      {
        name: "none",
        inputSchema: { type: "object", additionalProperties: false },
      },
      {
        name: "full",
        title: "Full",
        description: "All",
        annotations: { readOnlyHint: true },
        _meta: { a: 1 },
        inputSchema: { type: "object", properties: {} },
        outputSchema: { type: "object" },
      },
    ],
  });
});

for (const [title, handler, result] of [
  ["text", () => "x", { content: [text("x")] }],
  ["a promise of text", async () => "x", { content: [text("x")] }],
  [
    "content",
    () => [text("x"), { type: "image" }],
    { content: [text("x"), { type: "image" }] },
  ],
  [
    "a result",
    () => ({ content: [], isError: true }),
    { content: [], isError: true },
  ],
  [
    "structured content",
    () => ({ structuredContent: { n: 1 } }),
    { structuredContent: { n: 1 }, content: [text('{"n":1}')] },
  ],
  [
    "structured content with its own text",
    () => ({ structuredContent: { n: 1 }, content: [text("one")] }),
    { structuredContent: { n: 1 }, content: [text("one")] },
  ],
  [
    "structured content without any text",
    () => ({ structuredContent: { n: 1 }, content: [] }),
    { structuredContent: { n: 1 }, content: [text('{"n":1}')] },
  ],
  [
    "what can be awaited, but is no promise",
    () => ({ then: (resolve: (value: string) => void) => resolve("later") }),
    { content: [text("later")] },
  ],
  [
    "what can be awaited, and fails",
    () => ({
      then: (_: unknown, reject: (error: Error) => void) =>
        reject(new Error("out of paper")),
    }),
    { content: [text("t failed: out of paper")], isError: true },
  ],
  [
    "an error",
    () => {
      throw new Error("out of paper");
    },
    { content: [text("t failed: out of paper")], isError: true },
  ],
  [
    "a rejection",
    () => Promise.reject(new Error("out of paper")),
    { content: [text("t failed: out of paper")], isError: true },
  ],
  [
    "nothing",
    () => undefined,
    {
      content: [text("t failed: A tool returns text, content or a result")],
      isError: true,
    },
  ],
] as const) {
  test(`a tool returns ${title}`, async () => {
    const answer = await ask(toolHandlers({ t: { handler } }), "tools/call", {
      name: "t",
    });
    assert.equal(answer, { jsonrpc: "2.0", id: 1, result });
  });
}

test("a tool's error of the protocol stays one", async () => {
  for (const handler of [
    () => {
      throw new McpError(-32042, "url", { a: 1 });
    },
    () => Promise.reject(new McpError(-32042, "url", { a: 1 })),
  ]) {
    const { error } = await ask(
      toolHandlers({ t: { handler } }),
      "tools/call",
      { name: "t" },
    );
    assert.equal(error, { code: -32042, message: "url", data: { a: 1 } });
  }
});

test("bad arguments: a result or an error, as the revision has it", async () => {
  let calls = 0;
  const tools = toolHandlers({
    t: {
      inputSchema: {
        type: "object",
        properties: { n: { type: "number" } },
        required: ["n"],
      },
      handler: () => `${calls++}`,
    },
  });
  const params = { name: "t", arguments: { n: "1" } };
  const message = "Invalid arguments for t: n must be number";
  const { result } = await ask(tools, "tools/call", params);
  assert.equal(result, { content: [text(message)], isError: true });
  const older = { ...SERVER, toolErrorsAreResults: false };
  const { error } = await ask(tools, "tools/call", params, older);
  assert.equal(error, { code: -32602, message });
  assert.is(calls, 0);
});

test("an unknown tool, also when an object would have it", async () => {
  for (const name of ["none", "constructor", "__proto__"]) {
    const { error } = await ask(toolHandlers({}), "tools/call", { name });
    assert.equal(error, { code: -32602, message: `Unknown tool: ${name}` });
  }
});

test("structured content is held against the output schema", async () => {
  const outputSchema = { type: "object", required: ["n"] };
  const tool = (value: object) =>
    toolHandlers({ t: { outputSchema, handler: () => value } });
  const good = await ask(tool({ structuredContent: { n: 1 } }), "tools/call", {
    name: "t",
  });
  assert.equal(good.result, {
    structuredContent: { n: 1 },
    content: [text('{"n":1}')],
  });
  const bad = await ask(tool({ structuredContent: {} }), "tools/call", {
    name: "t",
  });
  assert.equal(bad.result, {
    content: [text('t failed: bad output: needs "n"')],
    isError: true,
  });
  const failed = await ask(tool({ content: [], isError: true }), "tools/call", {
    name: "t",
  });
  assert.equal(failed.result, { content: [], isError: true });
});

for (const late of [false, true]) {
  test(`a Standard Schema checks and changes the arguments${late ? ", later" : ""}`, async () => {
    const outcome = (value: unknown) => {
      const { n } = value as { n?: unknown };
      return typeof n === "string"
        ? { value: { n: Number(n) } }
        : { issues: [{ message: "wants text", path: [{ key: "n" }] }] };
    };
    const schema = {
      "~standard": {
        version: 1 as const,
        vendor: "test",
        validate: (value: unknown) =>
          late ? Promise.resolve(outcome(value)) : outcome(value),
        jsonSchema: {
          input: ({ target }: { target: string }) => ({
            type: "object",
            target,
          }),
          output: () => ({}),
        },
      },
    };
    const tools = toolHandlers({
      t: { inputSchema: schema, handler: ({ n }: { n: number }) => `${n + 1}` },
    });
    const listed = (await ask(tools, "tools/list")).result as {
      tools: object[];
    };
    assert.equal(listed.tools[0], {
      name: "t",
      inputSchema: { type: "object", target: "draft-2020-12" },
    });
    const good = await ask(tools, "tools/call", {
      name: "t",
      arguments: { n: "1" },
    });
    assert.equal(good.result, { content: [text("2")] });
    const bad = await ask(tools, "tools/call", { name: "t", arguments: {} });
    assert.equal(bad.result, {
      content: [text("Invalid arguments for t: n wants text")],
      isError: true,
    });
  });
}

for (const [title, name, spec, problem] of [
  ["a name with a space", "a b", {}, "Not a name for a tool: a b"],
  [
    "a schema of no object",
    "t",
    { inputSchema: { type: "string" } },
    'The input schema of t must have type "object"',
  ],
  [
    "a schema that cannot be used",
    "t",
    { inputSchema: { type: "object", $ref: "https://x.example/" } },
    "The reference https://x.example/ leads to nothing within the schema",
  ],
  [
    "a Standard Schema without JSON Schema",
    "t",
    {
      inputSchema: {
        "~standard": { version: 1, vendor: "old", validate: () => ({}) },
      },
    },
    "A schema of old has no JSON Schema for input",
  ],
] as const) {
  test(`a tool is refused: ${title}`, () => {
    assert.throws(
      () => toolHandlers({ [name]: { ...spec, handler: () => "" } }),
      (error: Error) => error.message === problem,
    );
  });
}

test("resources: a page of each list, and templates apart", async () => {
  const handlers = resourceHandlers(
    {
      "a://1": { name: "one", read: () => "" },
      "a://{id}": { name: "each", description: "All", read: () => "" },
      "a://2": { read: () => "" },
    },
    { pageSize: 1 },
  );
  const first = (await ask(handlers, "resources/list")).result as {
    nextCursor: string;
  };
  assert.equal(first, {
    resources: [{ uri: "a://1", name: "one" }],
    nextCursor: first.nextCursor,
  });
  const second = await ask(handlers, "resources/list", {
    cursor: first.nextCursor,
  });
  assert.equal(second.result, { resources: [{ uri: "a://2", name: "a://2" }] });
  const templates = await ask(handlers, "resources/templates/list");
  assert.equal(templates.result, {
    resourceTemplates: [
      { uriTemplate: "a://{id}", name: "each", description: "All" },
    ],
  });
});

for (const [title, value, contents] of [
  ["text", "x", [{ uri: "a://1", mimeType: "m/t", text: "x" }]],
  [
    "bytes",
    new Uint8Array([0, 255]),
    [{ uri: "a://1", mimeType: "m/t", blob: "AP8=" }],
  ],
  [
    "several",
    ["x", { uri: "a://1#2", text: "y" }],
    [
      { uri: "a://1", mimeType: "m/t", text: "x" },
      { uri: "a://1#2", mimeType: "m/t", text: "y" },
    ],
  ],
  [
    "a result",
    { contents: [{ uri: "b://2", text: "z" }] },
    [{ uri: "b://2", text: "z" }],
  ],
] as const) {
  test(`a resource is ${title}`, async () => {
    const handlers = resourceHandlers({
      "a://1": { mimeType: "m/t", read: () => value },
    });
    const { result } = await ask(handlers, "resources/read", { uri: "a://1" });
    assert.equal(result, { contents });
  });
}

test("many bytes", async () => {
  const bytes = new Uint8Array(300_000).map((_, index) => index);
  const handlers = resourceHandlers({ "a://1": { read: () => bytes } });
  const { result } = await ask(handlers, "resources/read", { uri: "a://1" });
  const [{ blob }] = (result as { contents: [{ blob: string }] }).contents;
  assert.equal(new Uint8Array(Buffer.from(blob, "base64")), bytes);
});

test("no such resource: the code of the revision, with the URI", async () => {
  const handlers = resourceHandlers({ "a://{id}": { read: () => undefined } });
  for (const uri of ["a://1", "b://1"]) {
    const error = {
      code: -32002,
      message: `Resource not found: ${uri}`,
      data: { uri },
    };
    assert.equal((await ask(handlers, "resources/read", { uri })).error, error);
    const later = { ...SERVER, resourceNotFound: -32602 };
    const answer = await ask(handlers, "resources/read", { uri }, later);
    assert.equal(answer.error, { ...error, code: -32602 });
  }
});

for (const [title, declare, problem] of [
  [
    "a tool",
    () => toolHandlers({ x: {} as never }),
    "The tool x needs a handler",
  ],
  [
    "a prompt",
    () => promptHandlers({ x: {} as never }),
    "The prompt x needs a handler",
  ],
  [
    "a resource",
    () => resourceHandlers({ "x://y": { read: 1 } as never }),
    "The resource x://y needs read, a function",
  ],
  [
    "a template",
    () => resourceHandlers({ "x://{y}": {} as never }),
    "The resource x://{y} needs read, a function",
  ],
] as const)
  test(`${title} without a function is refused where it is declared`, () => {
    assert.throws(
      declare,
      (error: Error) => error instanceof TypeError && error.message === problem,
    );
  });

test("what is no URI cannot be subscribed to", async () => {
  const handlers = resourceHandlers(
    { "x://y": { read: () => "" } },
    { subscribe: true },
  );
  for (const uri of ["", "x/y", "not a uri"]) {
    const answer = await ask(handlers, "resources/subscribe", { uri });
    const message = `Not an absolute URI: ${uri}`;
    assert.equal(answer.error, { code: -32602, message });
  }
  // A resource that is not there yet may come.
  const answer = await ask(handlers, "resources/subscribe", { uri: "x://z" });
  assert.equal(answer.result, {});
});

test("a resource needs an absolute URI", () => {
  assert.throws(
    () => resourceHandlers({ "x/y": { read: () => "" } }),
    "Not an absolute URI: x/y",
  );
  assert.throws(
    () => resourceHandlers({ "a://{a,b}": { read: () => "" } }),
    "cannot be matched",
  );
});

test("prompts: shown, filled in, refused", async () => {
  const handlers = promptHandlers({
    plain: { description: "Plain", handler: () => "Hi" },
    args: {
      arguments: [{ name: "a", required: true }, { name: "b" }],
      handler: ({ a }: { a: string }) => ({ messages: [], _meta: { a } }),
    },
  });
  assert.equal((await ask(handlers, "prompts/list")).result, {
    prompts: [
      { name: "plain", description: "Plain" },
      {
        name: "args",
        arguments: [{ name: "a", required: true }, { name: "b" }],
      },
    ],
  });
  assert.equal((await ask(handlers, "prompts/get", { name: "plain" })).result, {
    description: "Plain",
    messages: [{ role: "user", content: text("Hi") }],
  });
  const filled = await ask(handlers, "prompts/get", {
    name: "args",
    arguments: { a: "1" },
  });
  assert.equal(filled.result, { messages: [], _meta: { a: "1" } });
  assert.equal(
    (
      await ask(handlers, "prompts/get", {
        name: "args",
        arguments: { b: "1" },
      })
    ).error,
    {
      code: -32602,
      message: "Missing arguments for args: a",
    },
  );
  assert.equal((await ask(handlers, "prompts/get", { name: "none" })).error, {
    code: -32602,
    message: "Unknown prompt: none",
  });
});

const COMPLETIONS = completionHandlers({
  prompts: {
    p: {
      a: ["Banana", "cabana", "b-n-x", "apple", "ban"],
      many: () => Array.from({ length: 150 }, (_, index) => `${index}`),
      context: (value, context) => [value + context.other],
    },
  },
  resources: { "r://{x}": { x: ["1"] } },
});

async function complete(
  ref: object,
  name: string,
  value: string,
  context?: object,
) {
  return ask(COMPLETIONS, "completion/complete", {
    ref,
    argument: { name, value },
    context,
  });
}

const PROMPT = { type: "ref/prompt", name: "p" };

test("completions: ranked by start, middle, letters", async () => {
  assert.equal((await complete(PROMPT, "a", "ban")).result, {
    completion: {
      values: ["Banana", "ban", "cabana"],
      total: 3,
      hasMore: false,
    },
  });
  assert.equal((await complete(PROMPT, "a", "bn")).result, {
    completion: {
      values: ["Banana", "cabana", "b-n-x", "ban"],
      total: 4,
      hasMore: false,
    },
  });
  assert.equal((await complete(PROMPT, "other", "")).result, {
    completion: { values: [], total: 0, hasMore: false },
  });
});

test("completions: at most 100, functions, context, templates", async () => {
  const many = (await complete(PROMPT, "many", "")).result as {
    completion: { values: string[]; total: number; hasMore: boolean };
  };
  assert.equal(
    [
      many.completion.values.length,
      many.completion.total,
      many.completion.hasMore,
    ],
    [100, 150, true],
  );
  const context = await complete(PROMPT, "context", "a", {
    arguments: { other: "b" },
  });
  assert.equal(context.result, {
    completion: { values: ["ab"], total: 1, hasMore: false },
  });
  const template = await complete(
    { type: "ref/resource", uri: "r://{x}" },
    "x",
    "",
  );
  assert.equal(template.result, {
    completion: { values: ["1"], total: 1, hasMore: false },
  });
  assert.equal(
    (await complete({ type: "ref/prompt", name: "toString" }, "a", "")).error,
    {
      code: -32602,
      message: "Nothing to complete for prompt toString",
    },
  );
});

/** Only entries whose name ends in 1 may be known; asked for later, or not. */
const hooks = [
  (name: string) => name.endsWith("1"),
  async (name: string) => name.endsWith("1"),
];
for (const [index, access] of hooks.entries()) {
  const when = index === 0 ? "at once" : "later";

  test(`an access hook that decides ${when}: tools`, async () => {
    const tools = toolHandlers(
      { t1: { handler: () => "x" }, t2: { handler: () => "y" } },
      { access },
    );
    const { result } = await ask(tools, "tools/list");
    const shown = (result as { tools: { name: string }[] }).tools;
    assert.equal(
      shown.map(({ name }) => name),
      ["t1"],
    );
    const good = await ask(tools, "tools/call", { name: "t1" });
    assert.equal(good.result, { content: [text("x")] });
    const bad = await ask(tools, "tools/call", { name: "t2" });
    assert.equal(bad.error, { code: -32602, message: "Unknown tool: t2" });
  });

  test(`an access hook that decides ${when}: resources and templates`, async () => {
    const handlers = resourceHandlers(
      {
        "a://1": { read: () => "x" },
        "a://2": { read: () => "y" },
        "b://{x}/1": { read: () => "z" },
        "c://{x}/2": { read: () => "z" },
      },
      { access },
    );
    const list = await ask(handlers, "resources/list");
    assert.equal(list.result, { resources: [{ uri: "a://1", name: "a://1" }] });
    const templates = await ask(handlers, "resources/templates/list");
    assert.equal(templates.result, {
      resourceTemplates: [{ uriTemplate: "b://{x}/1", name: "b://{x}/1" }],
    });
    const codes: unknown[] = [];
    for (const uri of ["a://1", "a://2", "b://7/1", "c://7/2"]) {
      const { error } = await ask(handlers, "resources/read", { uri });
      codes.push((error as { code: number } | undefined)?.code);
    }
    assert.equal(codes, [undefined, -32002, undefined, -32002]);
  });

  test(`an access hook that decides ${when}: prompts`, async () => {
    const handlers = promptHandlers(
      { p1: { handler: () => "x" }, p2: { handler: () => "y" } },
      { access },
    );
    const list = await ask(handlers, "prompts/list");
    assert.equal(list.result, { prompts: [{ name: "p1" }] });
    const bad = await ask(handlers, "prompts/get", { name: "p2" });
    assert.equal(bad.error, { code: -32602, message: "Unknown prompt: p2" });
    const good = await ask(handlers, "prompts/get", { name: "p1" });
    assert.is(good.error, undefined);
  });
}

test("who may not read a resource may not subscribe to it", async () => {
  const definitions = {
    "a://1": { read: () => "x" },
    "a://2": { read: () => "y" },
    "b://{x}/2": { read: () => "z" },
  };
  const [access] = hooks;
  const codesOf = async (settings: object): Promise<unknown[]> => {
    const handlers = resourceHandlers(definitions, settings);
    const codes: unknown[] = [];
    for (const uri of ["a://1", "a://2", "b://7/2", "a://none"]) {
      const { error } = await ask(handlers, "resources/subscribe", { uri });
      codes.push((error as { code: number } | undefined)?.code);
    }
    return codes;
  };
  const refused = [undefined, -32002, -32002, -32002];
  assert.equal(await codesOf({ subscribe: true, access }), refused);
  const taken = [undefined, undefined, undefined, undefined];
  assert.equal(await codesOf({ subscribe: true }), taken);
  const none = [-32601, -32601, -32601, -32601];
  assert.equal(await codesOf({ access }), none);
});

test("completions are kept to access, and to a rate", async () => {
  const handlers = completionHandlers(
    { prompts: { p1: { a: ["x"] }, p2: { a: ["y"] } } },
    { access: hooks[0], rate: { burst: 1, perSecond: 0.001 } },
  );
  const of = (name: string): Promise<{ result?: unknown; error?: unknown }> =>
    ask(handlers, "completion/complete", {
      ref: { type: "ref/prompt", name },
      argument: { name: "a", value: "" },
    });
  assert.equal((await of("p1")).result, {
    completion: { values: ["x"], total: 1, hasMore: false },
  });
  assert.equal((await of("p1")).error, {
    code: 429,
    message: "p1 is used too often; try again later",
  });
  assert.equal((await of("p2")).error, {
    code: -32602,
    message: "Nothing to complete for prompt p2",
  });
});

test("who may not use an entry cannot use up its rate", async () => {
  const { wire } = openServer(
    toolHandlers(
      { t: { handler: () => "x" } },
      {
        access: (_, { auth }) => auth === "alice",
        rate: { burst: 1, perSecond: 0.001 },
      },
    ),
  );
  const call = { id: 1, method: "tools/call", params: { name: "t" } };
  const answers = ["eve", "eve", "alice", "alice", "eve"].map((auth) => {
    wire.give(call, { auth });
    const [answer] = wire.sent.splice(0) as { error?: { code: number } }[];
    return answer?.error?.code;
  });
  assert.equal(answers, [-32602, -32602, undefined, 429, -32602]);
});

test("an access hook is told who asks", async () => {
  const asked: unknown[] = [];
  const tools = toolHandlers(
    { t: { handler: () => "x" } },
    { access: (name, caller) => asked.push([name, caller.auth]) > 0 },
  );
  const { wire } = openServer(tools);
  const call = { id: 1, method: "tools/call", params: { name: "t" } };
  wire.give(call, { auth: "alice" });
  assert.equal(asked, [["t", "alice"]]);
  assert.is(wire.sent.length, 1);
});

test("each entry has a rate of its own", async () => {
  const tools = toolHandlers(
    { t: { handler: () => "x" }, u: { handler: () => "y" } },
    { rate: { burst: 2, perSecond: 0.001 } },
  );
  const { wire } = openServer(tools);
  for (const name of ["t", "t", "t", "u"]) {
    wire.give({ id: name, method: "tools/call", params: { name } });
  }
  const answers = wire.sent as { result?: unknown; error?: unknown }[];
  assert.equal(answers[2]?.error, {
    code: 429,
    message: "t is used too often; try again later",
  });
  assert.equal(
    answers.map(({ error }) => error === undefined),
    [true, true, false, true],
  );
});

for (const [message, shown] of [
  [
    "connect to https://me:pass@host/db failed",
    "connect to https://[redacted]@host/db failed",
  ],
  [
    "sent Authorization: Bearer abc.def-1",
    "sent Authorization: Bearer [redacted]",
  ],
  [
    'config {"api_key": "k1", "n": 1}',
    'config {"api_key": [redacted], "n": 1}',
  ],
  ["DB_PASSWORD=hunter2 rejected", "DB_PASSWORD=[redacted] rejected"],
  ["x".repeat(3_000), `${"x".repeat(2_000)}…`],
  ["nothing to hide", "nothing to hide"],
] as const) {
  test(`what a tool throws is told without secrets: ${shown.slice(0, 40)}`, async () => {
    const tools = toolHandlers({
      t: {
        handler: () => {
          throw new Error(message);
        },
      },
    });
    const { result } = await ask(tools, "tools/call", { name: "t" });
    assert.equal(result, {
      content: [text(`t failed: ${shown}`)],
      isError: true,
    });
  });
}

const LIST = Array.from({ length: 10 }, (_, index) => ({ name: `n${index}` }));

test("pages hold everything once", () => {
  const seen: unknown[] = [];
  let cursor: string | undefined;
  do {
    const page = paginate(LIST, cursor, 3);
    seen.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  assert.equal(seen, LIST);
});

test("the last page has no cursor, whether it is full or not", () => {
  assert.equal(paginate(LIST, undefined, 10), { items: LIST });
  assert.equal(paginate([], undefined, 10), { items: [] });
});

test("a cursor stays behind its item while the list changes", () => {
  const { nextCursor } = paginate(LIST, undefined, 3);
  const longer = [{ name: "new" }, ...LIST];
  assert.equal(paginate(longer, nextCursor, 2).items, [
    { name: "n3" },
    { name: "n4" },
  ]);
  assert.equal(paginate(LIST.slice(1), nextCursor, 1).items, [{ name: "n3" }]);
  const without = LIST.filter(({ name }) => name !== "n2");
  assert.equal(paginate(without, nextCursor, 1).items, [{ name: "n3" }]);
  assert.equal(paginate([], nextCursor, 1), { items: [] });
});

for (const cursor of [
  "",
  "x",
  "1",
  "1.",
  ".a",
  "-1.a",
  "0.a",
  "1".repeat(20),
]) {
  test(`not a cursor: ${JSON.stringify(cursor)}`, () => {
    assert.throws(
      () => paginate(LIST, cursor, 3),
      (error: McpError) => error.code === -32602,
    );
  });
}

test("a page has at least one item", () => {
  assert.throws(() => paginate(LIST, undefined, 0), RangeError);
});

test.run();
