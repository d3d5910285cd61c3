/**
 * Type-checks example programs of users, and all generated code, with the
 * oldest and the newest supported compiler under the strictest options.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { copyModules, NODE, typeCheck } from "../harness/program/compiler.js";
import { writeTree } from "../harness/program/folders.js";
import { getOutput } from "../harness/run/shared-output.js";
import { TESTED_REVISIONS, sample, WHOLE } from "../harness/run/sampling.js";

const test = suite("proof: programs");

const SERVER = `
import { createServer, fileResources, prompts, resources, tools } from "./REV/server.js";
const files = await fileResources({ roots: ["."] });
createServer({ name: "b", version: "1" }, resources(files));
createServer({ name: "c", version: "1" }, [
  tools({ a: { handler: () => "x" } }),
  { ...tools({ b: { handler: () => "x" } }), "tools/list": (_params, ctx) => ({ tools: [], _meta: { live: ctx.signal.aborted } }) },
  resources(files),
]);
// @ts-expect-error: the revision has no method x/y
createServer({ name: "d", version: "1" }, [{ "x/y": () => ({}) }]);
// @ts-expect-error: the handler's result is invalid for tools/list
createServer({ name: "e", version: "1" }, [{ "tools/list": () => ({ tool: 1 }) }]);
createServer({ name: "a", version: "1" }, {
  ...tools({ a: { handler: () => "x" } }),
  ...prompts({ a: { handler: () => "x" } }),
  ...resources({ "file:///a": { read: () => "x" } }),
});
`;

const CLIENT = `
import { completer, createClient, pickModel, roots, sampling } from "./REV/client.js";
const folders = roots(["file:///a", { uri: "file:///b", name: "b" }], {
  allow: (root, ctx) => root.uri !== "" && ctx.peer.info !== undefined,
});
folders.set([]);
const client = createClient({ name: "a", version: "1" }, {
  ...folders,
  ...sampling({
    approveRequest: (params) => ({ ...params, maxTokens: 1 }),
    sample: ({ messages, modelPreferences }) => ({
      role: "assistant",
      content: { type: "text", text: String(messages.length) },
      model: pickModel([{ name: "m" }], modelPreferences).name,
    }),
    approveResponse: (answer) => answer.model !== "",
    tools: true,
  }),
}, { onUnknown: ({ pointer }) => pointer, strict: false });
const suggest = completer(client, { type: "ref/prompt", name: "p" }, { delay: 1 });
export const values: readonly string[] | undefined = (await suggest("a", "b"))?.values;
export const names: string[] = [];
for await (const { tools } of client.pages("tools/list")) names.push(...tools.map(({ name }) => name));
for await (const { prompts } of client.pages("prompts/list")) names.push(...prompts.map(({ name }) => name));
for await (const { resources } of client.pages("resources/list")) names.push(...resources.map(({ uri }) => uri));
for await (const page of client.pages("resources/templates/list")) names.push(...page.resourceTemplates.map(({ uriTemplate }) => uriTemplate));
names.push(...(await client.listAll("tools/list")).tools.map(({ name }) => name));
// @ts-expect-error: tools/call does not return a list
client.pages("tools/call");
// @ts-expect-error: tools/call does not return a list
await client.listAll("tools/call");
`;

const PAGES = `
import { createClient, elicitation } from "./REV/client.js";
const ask = elicitation({
  url: ({ url, message }, { host, secure }, ctx) =>
    secure && url.includes(host) && message && ctx ? "accept" : "decline",
  completed: (id) => id.length,
});
export const client = createClient({ name: "a", version: "1" }, { ...ask });
`;

const RETRY = `${PAGES}
import { urlElicitationRequired } from "./REV/server.js";
export const result = await ask.retry(() => client.callTool({ name: "a" }), { retries: 1 });
export const text: unknown = result.content[0]?.type;
ask.complete("id");
throw urlElicitationRequired([{ mode: "url", url: "https://a.b", elicitationId: "1", message: "m" }]);
`;

/**
 * Program with a server that requests a form and a client that answers the form
 * request.
 */
const ASKING = `
import { createServer, tools } from "./REV/server.js";
import { createClient, elicitation } from "./REV/client.js";
createClient({ name: "a", version: "1" }, elicitation({
  form: ({ requestedSchema, message }, ctx) => {
    ctx.signal.throwIfAborted();
    const names = Object.keys(requestedSchema.properties);
    return { action: "accept", content: { [message]: names.length } };
  },
}));
createServer({ name: "a", version: "1" }, tools({
  a: {
    handler: async (_args, ctx) => {
      const schema = { type: "object" as const, properties: { a: { type: "integer" as const } } };
      const { action, content } = await ctx.elicit({ message: "?", requestedSchema: schema }, { sensitive: "allow" });
      const { model } = await ctx.sample({ messages: [], maxTokens: 1 });
      return [action, String(content?.a), model].join();
    },
  },
}));
`;

/**
 * Program with tools whose argument types come from the handler's parameter or
 * from a Standard Schema.
 */
const ARGUMENTS = `
import { tools } from "./REV/server.js";
import { z } from "zod";
type Booking = { seat: string };
const json = { type: "object", properties: { seat: { type: "string" } } };
const zod = z.object({ seat: z.string() });
tools({
  a: { inputSchema: json, handler: ({ seat }: { seat: string }, ctx) => seat.at(ctx.auth ? 0 : 1) ?? "" },
  b: { inputSchema: { type: "object" }, handler: async ({ seat }: Booking) => seat.trim() },
  c: { inputSchema: json, handler: ({ seat }) => String(seat satisfies unknown) },
  d: { inputSchema: zod, handler: ({ seat }, ctx) => seat.at(ctx.auth ? 0 : 1) ?? "" },
  e: { inputSchema: zod, handler: ({ seat }: Booking) => seat.trim() },
});
// @ts-expect-error: seat is a string in the schema
tools({ a: { inputSchema: zod, handler: ({ seat }: { seat: number }, ctx) => [seat, ctx.auth].join() } });
`;

/**
 * Program with tool results that are typed by an output schema. The oldest
 * compiler also supports this program.
 */
const OUTPUTS = `
import { tool, tools } from "./REV/server.js";
import { z } from "zod";
const count = z.object({ n: z.number() });
const text = { type: "string" } as const;
const open = { type: "object", properties: {} };
export const far = tool({
  inputSchema: { type: "object", properties: { city: text }, required: ["city"] },
  outputSchema: { type: "object", properties: { n: { type: "number" } }, required: ["n"] },
  handler: async ({ city }) => ({ structuredContent: { n: city.length } }),
});
tools({
  far,
  a: tool({ inputSchema: z.object({ seat: z.string() }), outputSchema: count, handler: ({ seat }) => ({ structuredContent: { n: seat.length } }) }),
  b: tool({ outputSchema: count, handler: () => ({ isError: true, content: [{ type: "text", text: "None" }] }) }),
  c: tool({ outputSchema: open, handler: () => ({ structuredContent: { any: 1 } }) }),
  d: tool({ description: "Text", handler: () => "text" }),
  e: { outputSchema: count, handler: () => ({ structuredContent: { n: 1 } }) },
});
// @ts-expect-error: the output schema requires structured content
tool({ outputSchema: count, handler: () => "text" });
// @ts-expect-error: a string is not a schema
tool({ inputSchema: "string", handler: () => "text" });
// @ts-expect-error: n is a number in the output schema
tool({ outputSchema: count, handler: () => ({ structuredContent: { n: "1" } }) });
`;

/** Program with user classes that implement a transport and an event store. */
const OWN_PARTS = `
import { memoryEventStore, type EventStore, type StoredEvent } from "./REV/server.js";
import { ConnectionError, type ConnectionFault, type Message, type Origin, type Receiver, type Transport } from "./REV/client.js";
export class Echo implements Transport {
  #receiver: Receiver | undefined;
  start(receiver: Receiver): void {
    this.#receiver = receiver;
  }
  send(message: Message): void {
    const origin: Origin = { session: "1" };
    this.#receiver?.receive(message, origin);
  }
  close(): void {
    this.#receiver?.closed();
  }
}
export class Noted implements EventStore {
  readonly #inner = memoryEventStore();
  append(stream: string, event: StoredEvent): void | Promise<void> {
    return this.#inner.append(stream, event);
  }
  after(...place: Parameters<EventStore["after"]>): ReturnType<EventStore["after"]> {
    return this.#inner.after(...place);
  }
  drop(stream: string): void | Promise<void> {
    return this.#inner.drop(stream);
  }
}
export const faultOf = (error: unknown): ConnectionFault | undefined =>
  error instanceof ConnectionError ? error.fault : undefined;
`;

/**
 * Program with code generated for all revisions. It uses methods that the
 * newest revision no longer has.
 */
const OLDER = `
import { createServer, tasks, tools } from "./REV/server.js";
import { createClient, elicitation, roots } from "./REV/client.js";
createServer({ name: "a", version: "1" }, {
  ...tools({ a: { taskSupport: "optional", handler: async (_args, ctx) => ctx.task?.taskId ?? "" } }),
  ...tasks({ pollInterval: 5 }),
  "logging/setLevel": ({ level }) => ({ own: level satisfies string }),
  "resources/subscribe": ({ uri }, ctx) => ({ own: uri.length, who: ctx.auth }),
  "resources/unsubscribe": async ({ uri }) => ({ own: uri.length }),
  "notifications/initialized": () => {},
  "notifications/progress": ({ progress }) => void progress.toFixed(),
  "notifications/roots/list_changed": () => {},
  // @ts-expect-error: no revision has resources/forget
  "resources/forget": () => ({}),
});
const asking = elicitation({ url: () => "accept" });
const client = createClient({ name: "a", version: "1" }, {
  ...asking,
  ...roots(["file:///a"]),
  "notifications/tasks/status": ({ taskId }) => void taskId.length,
});
export const kinds = (await asking.retry(() => client.callTool({ name: "a" }))).content.map(({ type }) => type);
asking.complete("id");
await client.ping();
await client.setLevel({ level: "debug" });
// @ts-expect-error: loud is not a log level
await client.setLevel({ level: "loud" });
await client.subscribe({ uri: "a://b" });
client.notify("notifications/roots/list_changed");
const task = await client.callTool({ name: "a" }, { task: true });
for await (const { status } of task) kinds.push(...(await task.result()).content.map(({ type }) => type), status as never);
export const same = client.task(task.taskId);
for await (const page of client.pages("tasks/list")) page.tasks.map(({ ttl }) => ttl);
`;

/**
 * Program with custom methods that are typed by guards. Needs more inference
 * than TypeScript 5.4 supports.
 */
const CUSTOM = `
import { createClient } from "./REV/client.js";
import type { ClientRequests } from "./REV/methods.js";
import { createServer, memory } from "./REV/server.js";

interface Text { text: string }
const isText = (value: unknown): value is Text => value !== null;
const methods = { "x/echo": { params: isText, result: isText }, "x/heard": { params: isText } };
const info = { name: "a", version: "1" };

const [near, far] = memory();
const server = createServer(
  info,
  { "x/echo": ({ text }, ctx) => ({ text: text.trim() + String(ctx.signal.aborted) }) },
  { methods },
);
const session = await server.connect(far);
const client = createClient(info, { "x/heard": ({ text }) => void text.trim() }, { methods });
await client.connect(near);
const { text } = await client.request("x/echo", { text: "a" });
text.trim();
session.notify("x/heard", { text });

/** User function that sends a request with any method. */
export const send = <M extends keyof ClientRequests>(method: M, params: ClientRequests[M]["params"]) =>
  client.request(method, params);
(await send("tools/list", {})).tools.at(0);

// Declares a custom method inline, as in the documentation.
createServer(info, { "x/y": ({ text }) => ({ text }) }, {
  methods: { "x/y": { params: isText, result: isText } },
});

// @ts-expect-error: text is not a number in the params
await client.request("x/echo", { text: 1 });
// @ts-expect-error: a notification is not a request
await client.request("x/heard", { text });
// @ts-expect-error: the method is not declared
await client.request("x/other", {});
// @ts-expect-error: text is not a number in the result
createServer(info, { "x/echo": () => ({ text: 1 }) }, { methods });
`;

/**
 * Program with tool arguments that are typed by a literal JSON Schema. Needs
 * TypeScript 6 or later.
 */
const LITERALS = `
import { tools } from "./REV/server.js";
const closed = { type: "object", properties: { n: { type: "number" } }, additionalProperties: false } as const;
tools({
  a: {
    inputSchema: {
      type: "object",
      properties: {
        city: { type: "string" },
        days: { type: "integer" },
        unit: { enum: ["C", "F"] },
        near: { type: "array", items: { type: ["string", "null"] } },
        at: { anyOf: [{ type: "object", properties: { lat: { type: "number" } }, required: ["lat"] }, { const: "here" }] },
        other: { $ref: "#/$defs/x" },
      },
      required: ["city", "near", "at"],
    },
    handler: ({ city, days, unit, near, at, other, more }) => {
      const whole: [string, number | undefined, "C" | "F" | undefined, (string | null)[]] = [city, days, unit, near];
      const lat: number = at === "here" ? 0 : at.lat;
      const unknown: unknown[] = [other, more];
      return JSON.stringify([whole, lat, unknown]);
    },
  },
  b: { inputSchema: closed, handler: async ({ n = 1 }) => n.toFixed() },
  c: { inputSchema: JSON.parse("{}"), handler: (args) => Object.keys(args).join() },
  d: { handler: (args) => Object.keys(args).join() },
  e: { inputSchema: { type: "object" }, handler: ({ seat }: { seat: string }) => seat.trim() },
});
// @ts-expect-error: city is a string in the schema
tools({ a: { inputSchema: { type: "object", properties: { city: { type: "string" } } }, handler: ({ city }) => city.toFixed() } });
// @ts-expect-error: the schema allows no property m
tools({ a: { inputSchema: closed, handler: ({ m }) => String(m) } });
// @ts-expect-error: city is optional in the schema
tools({ a: { inputSchema: { type: "object", properties: { city: { type: "string" } } }, handler: ({ city }) => city } });
`;

/** Type that is true only for identical types. */
const SAME = `
type Same<A, B> = (<X>() => X extends A ? 1 : 2) extends <X>() => X extends B ? 1 : 2 ? true : false;
const expect = <T extends true>(): T | undefined => undefined;
`;

/**
 * Schema with defaults of every kind: some are added to the arguments, and
 * others (such as those inside `anyOf`) are not.
 */
const DEFAULTS_SCHEMA = `{
  type: "object",
  properties: {
    n: { type: "number", default: 1 },
    s: { type: "string" },
    none: { type: "string", default: null },
    o: { type: "object", properties: { d: { type: "boolean", default: true } }, additionalProperties: false },
    l: { type: "array", items: { type: "object", properties: { d: { type: "boolean", default: true } }, additionalProperties: false } },
    any: { anyOf: [{ type: "object", properties: { d: { type: "boolean", default: true } }, additionalProperties: false }] },
  },
  additionalProperties: false,
}`;

const FILLED =
  "{ n: number; none: string | null; s?: string; o?: { d: boolean }; l?: { d: boolean }[]; any?: { d?: boolean } }";
const SPARSE =
  "{ n?: number; none?: string; s?: string; o?: { d?: boolean }; l?: { d?: boolean }[]; any?: { d?: boolean } }";

/**
 * Program with tool arguments that have defaults. Needs TypeScript 6 or later.
 */
const DEFAULTS = `
import { tools } from "./REV/server.js";
${SAME}
const schema = ${DEFAULTS_SCHEMA} as const;
type Filled = ${FILLED};
type Sparse = ${SPARSE};
tools({
  a: { inputSchema: ${DEFAULTS_SCHEMA}, handler: (args) => String(expect<Same<typeof args, Filled>>()) },
  b: { inputSchema: schema, handler: (args) => String(expect<Same<typeof args, Filled>>()) },
});
tools({
  a: { inputSchema: schema, handler: (args) => String(expect<Same<typeof args, Sparse>>()) },
}, { applyDefaults: false });
// @ts-expect-error: without the function \`tool\`, the type of the arguments ignores the tool's applyDefaults
tools({ a: { inputSchema: schema, applyDefaults: false, handler: ({ n }) => String(n) } });
// @ts-expect-error: s has no default
tools({ a: { inputSchema: schema, handler: ({ s }) => s } });
`;

/**
 * Program whose tools are defined with the function `tool` and have defaults.
 * The oldest compiler also supports this program.
 */
const TOOL_DEFAULTS = `
import { tool } from "./REV/server.js";
${SAME}
const schema = ${DEFAULTS_SCHEMA} as const;
export const filled = tool({
  inputSchema: schema,
  outputSchema: schema,
  handler: (args) => ({ structuredContent: expect<Same<typeof args, ${FILLED}>>() ? {} : { s: "" } }),
});
export const sparse = tool({
  inputSchema: schema,
  applyDefaults: false,
  handler: (args) => String(expect<Same<typeof args, ${SPARSE}>>()),
});
`;

/**
 * Program that requests input with a literal form. The type of the accepted
 * content follows from the form.
 */
const FORMS = `
import type { ServerContext } from "./REV/server.js";
${SAME}
export async function ask(ctx: ServerContext): Promise<string> {
  const answer = await ctx.elicit({
    message: "?",
    requestedSchema: {
      type: "object",
      properties: {
        text: { type: "string", title: "Text", format: "email" },
        whole: { type: "integer", minimum: 1 },
        real: { type: "number" },
        sure: { type: "boolean", default: false },
        one: { type: "string", enum: ["a", "b"] },
        MORE
      },
      required: ["whole", "one"],
    },
  });
  if (answer.action !== "accept") return answer.action;
  type Content = { whole: number; sure: boolean; one: "a" | "b"; text?: string; real?: number } & TYPE;
  expect<Same<typeof answer.content, { [K in keyof Content]: Content[K] }>>();
  // @ts-expect-error: text is optional in the form
  answer.content.text.trim();
  // @ts-expect-error: the form has no field other
  answer.content.other;
  const { action, content } = await ctx.elicit({ message: "?", requestedSchema: { type: "object", properties: { n: { type: "integer" } }, required: ["n"] } });
  return action === "accept" ? content.n.toFixed() : action;
}
// @ts-expect-error: a form has no field of the type null
export const wrong = (ctx: ServerContext) => ctx.elicit({ message: "?", requestedSchema: { type: "object", properties: { n: { type: "null" } } } });
`;

const PLAIN_FORMS = FORMS.replace("MORE", "").replace("TYPE", "{}");
const LISTED_FORMS = FORMS.replace(
  "MORE",
  `titled: { type: "string", oneOf: [{ const: "c", title: "C" }, { const: "d", title: "D" }] },
        many: { type: "array", items: { type: "string", enum: ["x", "y"] }, default: ["x"] },
        manyTitled: { type: "array", items: { anyOf: [{ const: "k", title: "K" }] } },`,
).replace(
  "TYPE",
  `{ many: ("x" | "y")[]; titled?: "c" | "d"; manyTitled?: "k"[] }`,
);

/**
 * Program that uses the context of handlers, wrappers and authentication
 * without type assertions.
 */
const CONTEXT = `
import { createServer, listen, tools, traceContext, wrapServer, type ServerWrap } from "./REV/server.js";
import { createClient, wrapClient } from "./REV/client.js";
declare module "./REV/server.js" {
  interface Principal { readonly tenant: number }
}
const log: ServerWrap = async ({ method, params }, ctx, next) => {
  const result = await next();
  ctx.progress(1);
  return params && method && ctx.auth?.tenant.toFixed() ? result : result;
};
const server = createServer({ name: "a", version: "1" }, tools(
  {
    a: {
      handler: (_args, { id, meta, auth, http, peer }) => {
        const { traceparent = "" } = traceContext(meta);
        return [id, auth?.tenant.toFixed(), http?.header("x"), http?.address, peer.info?.name, traceparent].join();
      },
    },
  },
  { access: (_name, { auth }) => auth?.tenant === 1 && auth.scopes?.includes("x") === true },
));
await listen(wrapServer(server, log), { auth: { verify: (token) => ({ subject: token, tenant: 1 }) } });
// @ts-expect-error: the principal lacks tenant
await listen(server, { auth: { verify: (token) => ({ subject: token }) } });
const client = wrapClient(createClient({ name: "a", version: "1" }), ({ method, params }, next) =>
  next({ method, params: { ...params, _meta: { ...params?._meta, traceparent: "" } } }));
await client.close();
`;

/** Program of a server with sessions, for revisions that have sessions. */
const IN_SESSIONS = `
import { createServer, sessions, tools } from "./REV/server.js";
declare module "./REV/server.js" {
  interface SessionData { cart?: string[] }
}
createServer({ name: "a", version: "1" }, [
  tools({ a: { handler: (_args, { session }) => (session?.data.cart ?? []).concat(session?.id ?? "").join() } }),
  sessions({
    onSession: ({ data, client }) => void (data.cart = [client.info?.name ?? ""]),
    onSessionEnd: ({ data }) => data.cart?.join(),
  }),
]);
`;

const PROGRAMS: readonly (readonly [string, string, readonly string[]])[] = [
  ["server", SERVER, TESTED_REVISIONS],
  ["arguments", ARGUMENTS, TESTED_REVISIONS],
  ["client", CLIENT, TESTED_REVISIONS],
  ["pages", PAGES, ["2025-11-25", "2026-07-28"]],
  ["asking", ASKING, ["2025-06-18", "2025-11-25", "2026-07-28"]],
  ["retry", RETRY, ["2025-11-25"]],
  ["own parts", OWN_PARTS, TESTED_REVISIONS],
  ["custom", CUSTOM, ["2025-06-18"]],
  ["literals", LITERALS, [...TESTED_REVISIONS, "."]],
  ["outputs", OUTPUTS, ["2025-06-18", "2025-11-25", "2026-07-28", "."]],
  ["defaults", DEFAULTS, [...TESTED_REVISIONS, "."]],
  [
    "tool defaults",
    TOOL_DEFAULTS,
    ["2025-06-18", "2025-11-25", "2026-07-28", "."],
  ],
  ["forms", PLAIN_FORMS, ["2025-06-18"]],
  ["listed forms", LISTED_FORMS, ["2025-11-25", "2026-07-28", "."]],
  ["context", CONTEXT, TESTED_REVISIONS],
  [
    "in sessions",
    IN_SESSIONS,
    TESTED_REVISIONS.filter((revision) => revision < "2026"),
  ],
  // The folder of the generated code for all revisions is `.`, so programs
  // import `././server.js`.
  ...[
    SERVER,
    ARGUMENTS,
    CLIENT,
    PAGES,
    ASKING,
    OLDER,
    OWN_PARTS,
    CONTEXT,
    IN_SESSIONS,
  ].map((source, index): (typeof PROGRAMS)[number] => [
    `all-${index}`,
    source,
    ["."],
  ]),
];

/**
 * Programs that do not compile with the oldest compiler, because its type
 * inference is weaker.
 */
const NEWER = ["custom", "literals", "defaults"];

/**
 * Revisions to check with the oldest compiler: only one in `make test`, because
 * the oldest compiler takes ten times as long.
 */
const AT: readonly string[] = sample(["2025-11-25", "2026-07-28", "."], 1);

for (const [compiler, at] of [
  ["typescript", [...TESTED_REVISIONS, "."]],
  ["typescript-5.4", WHOLE ? [...TESTED_REVISIONS, "."] : AT],
] as const)
  test(`example programs for ${at.map((name) => (name === "." ? "all revisions" : name)).join(", ")} type-check with ${compiler}`, async () => {
    const { folder, files } = copyModules(await getOutput("all"));
    const programs: Record<string, string> = {};
    for (const [name, source, revisions] of PROGRAMS)
      for (const revision of revisions)
        if (
          (compiler === "typescript" || !NEWER.includes(name)) &&
          at.includes(revision)
        )
          programs[`${name}-${revision}.ts`] = source.replaceAll(
            "REV",
            revision,
          );
    writeTree(folder, programs);
    // With `declaration`, the compiler also checks that the types of exports
    // can be named.
    const options = { ...NODE, declaration: true };
    const taken = files.filter(
      (file) =>
        at.includes(".") ||
        at.some((revision) => file.startsWith(`${revision}/`)),
    );
    const all = [...taken, ...Object.keys(programs)];
    assert.is(await typeCheck(folder, { files: all, compiler, options }), "");
  });

test.run();
