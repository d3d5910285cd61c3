/** Mutated traffic to servers without a handshake: all they say is valid. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { isObject } from "../../templates/runtime/validation/guards.js";
import { EventReader } from "../../templates/runtime/http/client/sse-read.js";
import { load, WireCheck } from "../interop/support.js";
import { Wire } from "../runtime/support.js";
import { mutate, random } from "../support/mutations.js";
import { MODERN } from "./support.js";
import type { Below } from "../support/mutations.js";
import { metaOf } from "../support/meta.js";

const test = suite("mutated traffic without a handshake");

interface Server {
  connect(wire: Wire): Promise<void>;
  close(): Promise<void>;
}

interface ServerModule {
  createServer(info: object, handlers: object, options: object): Server;
  fetchHandler(server: object): Handler;
  completions(specification: object): object;
  prompts(definitions: object): object;
  resources(definitions: object, settings: object): object;
  tools(definitions: object): object;
}

type Handler = ((request: Request) => Promise<Response>) & {
  close(): Promise<void>;
};

interface Context {
  log(level: string, data: unknown): void;
  progress(progress: number): void;
  elicit(params: object): Promise<{ action: string }>;
}

const question = {
  message: "?",
  requestedSchema: { type: "object", properties: { a: { type: "string" } } },
};

async function serverOf(revision: string): Promise<[Server, Handler]> {
  const made = await load<ServerModule>(revision, "server");
  const { createServer, completions, prompts, resources, tools } = made;
  const server = createServer(
    { name: "s", version: "1" },
    {
      ...tools({
        echo: {
          inputSchema: {
            type: "object",
            properties: { text: { type: "string", "x-mcp-header": "Text" } },
          },
          outputSchema: { type: "object" },
          handler: ({ text }: { text?: string }) => ({
            structuredContent: { text: text ?? "" },
          }),
        },
        noisy: {
          handler: async (_args: unknown, ctx: Context) => {
            ctx.log("info", { some: "data" });
            ctx.progress(1);
            await Promise.resolve();
            return "done";
          },
        },
        ask: {
          handler: async (_args: unknown, ctx: Context) =>
            (await ctx.elicit(question)).action,
        },
      }),
      ...prompts({ p: { arguments: [{ name: "a" }], handler: () => "hi" } }),
      ...resources({ "x://y": { read: () => "text" } }, { subscribe: true }),
      ...completions({ prompts: { p: { a: ["one", "two"] } } }),
    },
    { capabilities: { logging: {} }, onError: () => {} },
  );
  return [server, made.fetchHandler(server)];
}

const META = {
  ...metaOf(MODERN, { elicitation: {} }),
  "io.modelcontextprotocol/clientInfo": { name: "c", version: "1" },
  "io.modelcontextprotocol/logLevel": "debug",
  progressToken: "t",
};

interface Seed {
  readonly jsonrpc: "2.0";
  readonly id?: string | number;
  readonly method: string;
  readonly params: { readonly [name: string]: unknown };
}

const seed = (method: string, params: object = {}): Seed => ({
  jsonrpc: "2.0",
  id: 1,
  method,
  params: { ...params, _meta: META },
});

const SEEDS: readonly Seed[] = [
  seed("server/discover"),
  seed("tools/list", { cursor: "x" }),
  seed("tools/list"),
  seed("tools/call", { name: "echo", arguments: { text: "é" } }),
  seed("tools/call", { name: "noisy", arguments: {} }),
  seed("tools/call", { name: "ask", arguments: {} }),
  seed("tools/call", {
    name: "ask",
    inputResponses: { any: { action: "accept", content: {} } },
    requestState: "sealed",
  }),
  seed("prompts/list"),
  seed("prompts/get", { name: "p", arguments: { a: "b" } }),
  seed("resources/read", { uri: "x://y" }),
  seed("resources/templates/list"),
  seed("completion/complete", {
    ref: { type: "ref/prompt", name: "p" },
    argument: { name: "a", value: "o" },
  }),
  seed("subscriptions/listen", {
    notifications: { toolsListChanged: true, resourceSubscriptions: ["x://y"] },
  }),
];
const CANCEL = {
  jsonrpc: "2.0",
  method: "notifications/cancelled",
  params: { requestId: 1, reason: "r" },
};

/** Headers that say what a message says, most of the time. */
function headersOf(message: unknown, below: Below): Record<string, string> {
  const { method, params } = (
    isObject(message) ? message : {}
  ) as Partial<Seed>;
  const { name, uri, _meta, arguments: args } = isObject(params) ? params : {};
  const meta = isObject(_meta) ? _meta : {};
  const text = isObject(args) ? args.text : undefined;
  const values: Record<string, unknown> = {
    "mcp-protocol-version": meta["io.modelcontextprotocol/protocolVersion"],
    "mcp-method": method,
    "mcp-name": name ?? uri,
    "mcp-param-text":
      typeof text === "string"
        ? `=?base64?${Buffer.from(text).toString("base64")}?=`
        : undefined,
  };
  const said = Object.entries(values).filter(
    ([, value]) => typeof value === "string" && below(40) > 0,
  );
  return {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    ...(Object.fromEntries(said) as Record<string, string>),
  };
}

/** The messages of an answer; of a subscription the first. */
async function messagesOf(response: Response): Promise<object[]> {
  const type = response.headers.get("content-type");
  if (type === "application/json") return [(await response.json()) as object];
  if (type !== "text/event-stream" || response.body === null) return [];
  const messages: object[] = [];
  const events = new EventReader(1e6, ({ data }) =>
    messages.push(JSON.parse(data) as object),
  );
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return messages;
    events.push(decoder.decode(value, { stream: true }));
    const first = messages[0] as { method?: string } | undefined;
    if (first?.method !== "notifications/subscriptions/acknowledged") continue;
    await reader.cancel();
    return messages;
  }
}

const STATUSES = [200, 202, 400, 404];

async function quietly(work: () => Promise<void>): Promise<void> {
  const unhandled: unknown[] = [];
  const note = (reason: unknown): void => void unhandled.push(reason);
  process.on("unhandledRejection", note);
  await work();
  process.off("unhandledRejection", note);
  assert.equal(unhandled, []);
  assert.is(({} as { polluted?: unknown }).polluted, undefined);
}

for (const revision of [MODERN, "all"])
  for (const number of [1, 2]) {
    test(`over HTTP, a server of ${revision}, seed ${number}`, () =>
      quietly(async () => {
        const below = random(number);
        const [, handler] = await serverOf(revision);
        const check = await WireCheck.of(MODERN, "server");
        const statuses = new Set<number>();
        const post = async (message: unknown): Promise<object[]> => {
          if (isObject(message)) check.asked(message);
          const response = await handler(
            new Request("http://127.0.0.1/mcp", {
              method: "POST",
              headers: headersOf(message, below),
              body: JSON.stringify(message),
            }),
          );
          statuses.add(response.status);
          const messages = await messagesOf(response);
          for (const one of messages) check.check(one);
          const { id } = isObject(message) ? message : {};
          const answer = messages.at(-1) as { id?: unknown; result?: object };
          if (answer?.result) assert.is(answer.id, id);
          return messages;
        };
        for (let count = 0; count < 700; count++) {
          const one = SEEDS[below(SEEDS.length)] as Seed;
          await post(below(5) === 0 ? one : mutate(one, below));
        }
        assert.equal(check.problems, []);
        assert.equal(
          [...statuses].filter((status) => !STATUSES.includes(status)),
          [],
        );
        assert.ok(check.count > 500, `${check.count} messages`);
        const [alive] = await post(seed("tools/list"));
        assert.ok("tools" in (alive as { result: object }).result);
        await handler.close();
      }));

    test(`over streams, a server of ${revision}, seed ${number}`, () =>
      quietly(async () => {
        const below = random(number);
        const [server] = await serverOf(revision);
        const check = await WireCheck.of(MODERN, "server");
        const wire = new Wire();
        await server.connect(wire);
        const give = (message: object): void => {
          check.asked(message);
          wire.give(message);
        };
        const seeds = [...SEEDS, CANCEL];
        for (let count = 0; count < 1_500; count++) {
          const one = seeds[below(seeds.length)] as object;
          const id = `${count}`;
          const changed = below(5) === 0 ? { ...one } : mutate(one, below);
          if (isObject(changed) && "id" in changed) give({ ...changed, id });
          else wire.receiver.receive(changed);
          if (count % 100 > 0) continue;
          for (const said of (await wire.rest()) as object[]) check.check(said);
        }
        for (const said of (await wire.rest()) as object[]) check.check(said);
        assert.equal(check.problems, []);
        assert.ok(check.count > 1_200, `${check.count} messages`);
        give({ ...seed("tools/list"), id: "alive" });
        const said = (await wire.rest()) as { id?: unknown; result?: object }[];
        assert.ok(said.some(({ id, result }) => id === "alive" && result));
        await server.close();
      }));
  }

test.run();
