/** What a client receives: wrong messages, and those ahead of their time. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { corpusOf } from "../../generator/emit/corpus/emit.js";
import {
  isObject,
  isRequestId,
} from "../../templates/runtime/connection/messages.js";
import type { UnknownValue } from "../../templates/runtime/validation/later.js";
import { Wire } from "../runtime/support.js";
import { bundledModel, REVISIONS } from "../support/models.js";
import { load } from "./support.js";

interface Client {
  connect(wire: Wire): Promise<void>;
  request(
    method: string,
    params: object,
    options?: { onProgress(report: { progress: unknown }): void },
  ): Promise<unknown>;
  close(): Promise<void>;
}

interface ClientModule {
  createClient(
    info: object,
    handlers: object,
    options: {
      readonly strict?: boolean;
      readonly onUnknown?: (unknown: UnknownValue) => void;
      readonly onError?: (error: Error) => void;
    },
  ): Client;
}

interface Opened {
  readonly client: Client;
  readonly wire: Wire;
  readonly unknown: UnknownValue[];
  readonly errors: string[];
}

const CAPABILITIES = {
  tools: {},
  prompts: {},
  resources: { subscribe: true },
  completions: {},
  logging: {},
  tasks: { list: {}, cancel: {} },
};

/** How the server says hello, but for what the test changes of it. */
function hello(revision: string, change: object = {}): object {
  return revision < "2026"
    ? {
        protocolVersion: revision,
        capabilities: CAPABILITIES,
        serverInfo: { name: "test", version: "1" },
        ...change,
      }
    : {
        resultType: "complete",
        ttlMs: 0,
        cacheScope: "private",
        supportedVersions: [versionOf(revision)],
        capabilities: CAPABILITIES,
        ...change,
      };
}

function versionOf(revision: string): string {
  return bundledModel(revision).protocolVersion ?? "";
}

/** Answers `roots/list` and the like by what is not looked at. */
const HANDLERS = {
  "roots/list": () => ({ roots: [] }),
  "sampling/createMessage": () => ({}),
  "elicitation/create": () => ({ action: "cancel" }),
  "tasks/get": () => ({}),
  "tasks/result": () => ({}),
  "tasks/list": () => ({ tasks: [] }),
  "tasks/cancel": () => ({}),
};

/** A connected client; the test is its server. */
async function open(
  revision: string,
  strict = false,
  change: object = {},
): Promise<Opened> {
  const { createClient } = await load<ClientModule>(revision, "client");
  const unknown: UnknownValue[] = [];
  const errors: string[] = [];
  const info = { name: "client", version: "1" };
  const client = createClient(info, HANDLERS, {
    strict,
    onUnknown: (one) => unknown.push(one),
    onError: ({ message }) => errors.push(message),
  });
  const wire = new Wire();
  const connected = client.connect(wire);
  const [first] = (await wire.take()) as [{ id: number }];
  wire.give({ id: first.id, result: hello(revision, change) });
  await connected;
  wire.sent.length = 0;
  return { client, wire, unknown, errors };
}

/** What comes of a request that is answered with `result`. */
async function answered(
  { client, wire }: Opened,
  method: string,
  result: unknown,
): Promise<string> {
  const outcome = client.request(method, { name: "n" }).then(
    () => "accepted",
    (error: Error & { fault?: string }) => `${error.fault}: ${error.message}`,
  );
  const [request] = (await wire.take()) as [{ id: number }];
  wire.give({ id: request.id, result });
  return outcome;
}

/** What a client fills in before it looks. */
const DEFAULTS = { resultType: "complete", ttlMs: 0, cacheScope: "private" };

const wrong = suite("wrong results");

/** One for each result by name: what is wrong, where, and what is there. */
const WRONG: Readonly<Record<string, readonly [object, string, string]>> = {
  ping: [{ _meta: 1 }, "_meta", "number 1"],
  "logging/setLevel": [{ _meta: [] }, "_meta", "array (0 items)"],
  "resources/subscribe": [{ _meta: false }, "_meta", "boolean false"],
  "resources/unsubscribe": [{ _meta: null }, "_meta", "null"],
  "completion/complete": [
    { completion: { values: ["a", 1] } },
    "completion.values[1]",
    "number 1",
  ],
  "prompts/get": [
    { messages: [{ role: "user", content: { type: "text" } }] },
    "messages[0].content.text",
    "nothing",
  ],
  "prompts/list": [
    { prompts: [{ name: "a" }, {}] },
    "prompts[1].name",
    "nothing",
  ],
  "resources/list": [
    { resources: [{ name: "a", uri: 1 }] },
    "resources[0].uri",
    "number 1",
  ],
  "resources/templates/list": [
    { resourceTemplates: [{ name: "a" }] },
    "resourceTemplates[0].uriTemplate",
    "nothing",
  ],
  "resources/read": [{ contents: {} }, "contents", "object"],
  "tools/call": [
    { content: [{ type: "image", data: "" }] },
    "content[0].mimeType",
    "nothing",
  ],
  "tools/list": [
    { tools: [{ name: "a", inputSchema: { type: "string" } }] },
    "tools[0].inputSchema.type",
    'string "string"',
  ],
  "tasks/get": [{}, "taskId", "nothing"],
  "tasks/result": [{ _meta: 1 }, "_meta", "number 1"],
  "tasks/list": [{ tasks: 1 }, "tasks", "number 1"],
  "tasks/cancel": [{}, "taskId", "nothing"],
  "subscriptions/listen": [{ _meta: 1 }, "_meta", "number 1"],
};

/** Those are answered when the client connects. */
const OPENING: readonly string[] = ["initialize", "server/discover"];

for (const revision of REVISIONS) {
  const model = bundledModel(revision);
  const asked = model.methods.filter(
    ({ kind, sender, embedded }) =>
      kind === "request" && sender !== "server" && !embedded,
  );
  const methods = [...new Set(asked.map(({ method }) => method))];

  for (const method of methods.filter((one) => !OPENING.includes(one))) {
    wrong(`${revision} ${method}: refused, with method and place`, async () => {
      const opened = await open(revision);
      const [change, place, got] = WRONG[method] ?? [{}, "no row", "for it"];
      const said = await answered(opened, method, {
        ...(revision < "2026" ? {} : DEFAULTS),
        ...change,
      });
      assert.is(
        said.replace(/: expected .*?, got /, ": got "),
        `invalid: The result of ${method} is not valid: ${place}: got ${got}`,
      );
      await opened.client.close();
    });
  }

  wrong(`${revision}: what the server says of itself`, async () => {
    const failure = await open(revision, false, { capabilities: 1 }).then(
      () => "opened",
      (error: Error & { fault?: string }) => `${error.fault}: ${error.message}`,
    );
    const method = revision < "2026" ? "initialize" : "server/discover";
    assert.is(
      failure.replace(/expected .*?, /, ""),
      `invalid: The result of ${method} is not valid: capabilities: got number 1`,
    );
  });

  wrong(`${revision}: whatever the corpus has of each result`, async () => {
    const opened = await open(revision);
    const types = new Map(corpusOf(model).types.map((one) => [one.type, one]));
    const validators = await load<{
      readonly [name: string]: (value: unknown) => boolean;
    }>(revision, "validators");
    let count = 0;
    for (const { method, result } of asked) {
      if (OPENING.includes(method) || result?.kind !== "reference") continue;
      for (const { value, change } of types.get(result.name)?.invalid ?? []) {
        const full =
          isObject(value) && revision >= "2026"
            ? { ...DEFAULTS, ...value }
            : value;
        // What is only absent is filled in.
        if (validators[`is${result.name}`]?.(full)) continue;
        if (isObject(full) && full.resultType === "input_required") continue;
        const said = await answered(opened, method, value);
        const expected =
          said.startsWith(`invalid: The result of ${method} is not valid: `) ||
          said.startsWith(`invalid: The result of ${method} has an unknown`) ||
          (!isObject(value) &&
            said === `invalid: The response to ${method} is not valid`);
        assert.ok(expected, `${method} ${change}: ${said}`);
        count += 1;
      }
    }
    assert.ok(count > methods.length, `${count} for ${methods.length} methods`);
    await opened.client.close();
  });

  wrong(`${revision}: whatever the corpus has of what it hears`, async () => {
    const { client, wire, errors } = await open(revision);
    let count = 0;
    for (const { method, kind, sender, invalid } of corpusOf(model).messages) {
      if (sender === "client") continue;
      for (const { value, change } of invalid) {
        if (!isObject(value) || value.method !== method) continue;
        if (value.jsonrpc !== "2.0") continue;
        if ((kind === "request") !== "id" in value) continue;
        if (value.params !== undefined && !isObject(value.params)) continue;
        if (kind === "request" && !isRequestId(value.id)) continue;
        errors.length = 0;
        wire.give(value);
        const [answer] = (await wire.rest()) as [
          { error?: { code: number; message: string } } | undefined,
        ];
        const said =
          kind === "request"
            ? `${answer?.error?.code} ${answer?.error?.message}`
            : String(errors[0]);
        const start =
          kind === "request"
            ? "-32602 Invalid params: params"
            : `${method} is not valid: params`;
        assert.is(said.slice(0, start.length), start, `${change}: ${said}`);
        count += 1;
      }
    }
    assert.ok(count > 5, `only ${count}`);
    await client.close();
  });
}

wrong("progress that is none is reported, and not passed on", async () => {
  const { client, wire, errors } = await open("2025-06-18");
  const seen: unknown[] = [];
  const listed = client.request(
    "tools/list",
    {},
    { onProgress: ({ progress }) => seen.push(progress) },
  );
  const [{ id }] = (await wire.take()) as [{ id: number }];
  for (const progress of [1, "2", null, 3]) {
    const params = { progressToken: id, progress };
    wire.give({ method: "notifications/progress", params });
  }
  wire.give({ id, result: { tools: [] } });
  await listed;
  assert.equal(seen, [1, 3]);
  assert.equal(errors, [
    'notifications/progress is not valid: params.progress: expected number, got string "…" (1 characters)',
    "notifications/progress is not valid: params.progress: expected number, got null",
  ]);
  await client.close();
});

const QUESTIONS: readonly (readonly [string, object, string])[] = [
  ["roots/list", { _meta: 1 }, "params._meta"],
  ["sampling/createMessage", { messages: [] }, "params.maxTokens"],
  ["elicitation/create", { message: "?" }, "params"],
];

for (const [method, params, place] of QUESTIONS)
  wrong(`2026-07-28 ${method} inside a result`, async () => {
    const opened = await open("2026-07-28");
    const said = await answered(opened, "tools/call", {
      resultType: "input_required",
      inputRequests: { k: { method, params } },
    });
    const start = `invalid: The input k is not valid: ${method}: ${place}`;
    assert.is(said.slice(0, start.length), start, said);
    await opened.client.close();
  });

wrong.run();

const ahead = suite("what only later revisions know");

const CALL = (...content: object[]): object => ({ content });
const GET = (content: object): object => ({
  messages: [{ role: "user", content }],
});
const AUDIO = { type: "audio", data: "", mimeType: "audio/wav" };
const LINK = { type: "resource_link", uri: "file:///a", name: "a" };
const USE = { type: "tool_use", id: "1", name: "a", input: {} };

/** Revision, method, result, place and value. */
const RESULTS: readonly (readonly [string, string, object, string, string])[] =
  [
    ["2024-11-05", "tools/call", CALL(AUDIO), "/content/0/type", "audio"],
    [
      "2024-11-05",
      "tools/call",
      CALL(LINK),
      "/content/0/type",
      "resource_link",
    ],
    [
      "2024-11-05",
      "prompts/get",
      GET(AUDIO),
      "/messages/0/content/type",
      "audio",
    ],
    [
      "2024-11-05",
      "prompts/get",
      GET(LINK),
      "/messages/0/content/type",
      "resource_link",
    ],
    [
      "2025-03-26",
      "tools/call",
      CALL(LINK),
      "/content/0/type",
      "resource_link",
    ],
    [
      "2025-03-26",
      "prompts/get",
      GET(LINK),
      "/messages/0/content/type",
      "resource_link",
    ],
  ];

for (const [revision, method, result, pointer, value] of RESULTS) {
  ahead(`${revision} ${method}: ${value}`, async () => {
    const opened = await open(revision);
    assert.is(await answered(opened, method, result), "accepted");
    assert.equal(
      opened.unknown.map((one) => [one.method, one.pointer, one.value]),
      [[method, pointer, value]],
    );
    await opened.client.close();
  });

  ahead(`${revision} ${method}: ${value}, strictly`, async () => {
    const opened = await open(revision, true);
    const said = await answered(opened, method, result);
    assert.ok(
      said.startsWith(`invalid: The result of ${method} is not valid: `),
      said,
    );
    assert.match(said, `got string "${value}"`);
    assert.equal(opened.unknown, []);
    await opened.client.close();
  });
}

const SAMPLE = (content: object): object => ({
  messages: [{ role: "user", content }],
  maxTokens: 1,
});
const FORM = {
  message: "?",
  requestedSchema: {
    type: "object",
    properties: { "a/b": { type: "array", items: { enum: ["x"] } } },
  },
};

/** Revision, method, params, place and value. */
const REQUESTS: readonly (readonly [string, string, object, string, string])[] =
  [
    ...["2024-11-05"].map(
      (revision) =>
        [
          revision,
          "sampling/createMessage",
          SAMPLE(AUDIO),
          "/params/messages/0/content/type",
          "audio",
        ] as const,
    ),
    ...["2024-11-05", "2025-03-26", "2025-06-18"].map(
      (revision) =>
        [
          revision,
          "sampling/createMessage",
          SAMPLE(USE),
          "/params/messages/0/content/type",
          "tool_use",
        ] as const,
    ),
    [
      "2025-06-18",
      "elicitation/create",
      FORM,
      "/params/requestedSchema/properties/a~1b/type",
      "array",
    ],
  ];

for (const [revision, method, params, pointer, value] of REQUESTS) {
  ahead(`${revision} ${method}: ${value}`, async () => {
    const { client, wire, unknown } = await open(revision);
    wire.give({ id: 1, method, params });
    const [answer] = await wire.take();
    assert.ok("result" in (answer as object), JSON.stringify(answer));
    assert.equal(
      unknown.map((one) => [one.method, one.pointer, one.value]),
      [[method, pointer, value]],
    );
    await client.close();
  });

  ahead(`${revision} ${method}: ${value}, strictly`, async () => {
    const { client, wire, unknown } = await open(revision, true);
    wire.give({ id: 1, method, params });
    const [answer] = (await wire.take()) as [{ error: { code: number } }];
    assert.is(answer.error.code, -32602);
    assert.equal(unknown, []);
    await client.close();
  });
}

ahead("beside it, all else is held to the revision", async () => {
  const opened = await open("2024-11-05");
  const said = await answered(
    opened,
    "tools/call",
    CALL(AUDIO, { type: "text" }),
  );
  assert.match(said, "The result of tools/call is not valid");
  assert.equal(opened.unknown, []);
  await opened.client.close();
});

ahead("more of it than are listed when something is wrong", async () => {
  const opened = await open("2024-11-05");
  const many = Array.from({ length: 50 }, () => AUDIO);
  assert.is(await answered(opened, "tools/call", CALL(...many)), "accepted");
  assert.is(opened.unknown.length, 50);
  await opened.client.close();
});

for (const revision of REVISIONS) {
  ahead(`${revision}: a kind that no revision knows is refused`, async () => {
    const opened = await open(revision);
    const content = [{ type: "smell" }];
    const said = await answered(opened, "tools/call", { content });
    assert.match(
      said,
      "The result of tools/call is not valid: content[0].type",
    );
    await opened.client.close();
  });
}

ahead.run();
