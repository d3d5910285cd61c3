/**
 * Tests that interceptors which delay every request do not change the messages
 * between server and client.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { TESTED_REVISIONS } from "../harness/run/sampling.js";
import { load } from "../harness/generated/load.js";
import type {
  ClientModule,
  Context,
  ServerModule,
  Task,
} from "../harness/generated/modules.js";
import { waitUntil } from "../harness/run/time-limit.js";

const test = suite("interceptors of all requests");

interface Request {
  readonly method: string;
}
type Next = () => Promise<unknown>;

interface Wrapping {
  wrapServer(
    server: object,
    ...wraps: ((request: Request, ctx: unknown, next: Next) => unknown)[]
  ): void;
  wrapClient(
    client: object,
    ...wraps: ((request: Request, next: Next) => unknown)[]
  ): void;
}

interface Methods {
  readonly METHODS: {
    readonly [method: string]: {
      readonly kind: string;
      readonly sender: string;
      readonly embedded: boolean;
    };
  };
}

const URI = "a://b";
const PARAMS: { readonly [method: string]: object } = {
  "completion/complete": {
    ref: { type: "ref/prompt", name: "p" },
    argument: { name: "a", value: "" },
  },
  "logging/setLevel": { level: "debug" },
  "prompts/get": { name: "p" },
  "resources/read": { uri: URI },
  "resources/subscribe": { uri: URI },
  "resources/unsubscribe": { uri: URI },
  "tools/call": { name: "t" },
  "tasks/get": { taskId: "none" },
  "tasks/result": { taskId: "none" },
  "tasks/cancel": { taskId: "none" },
};

/**
 * Methods that the test excludes, because they open the connection or do not
 * end.
 */
const APART = ["initialize", "server/discover", "subscriptions/listen"];

/**
 * Returns handlers for server features of every kind. The tools request input,
 * report progress, fail and wait.
 */
function createHandlers(server: ServerModule, note: (what: unknown) => void) {
  const form = { type: "object", properties: {} };
  const tools = server.tools({
    t: { handler: () => "done" },
    ask: {
      handler: async (_args: unknown, ctx: Context) => {
        const params = { message: "?", requestedSchema: form };
        const first = await ctx.elicit(params, { key: "a" });
        const second = await ctx.elicit(params, { key: "b" });
        return `${first.action} ${second.action}`;
      },
    },
    report: {
      handler: async (_args: unknown, ctx: Context) => {
        ctx.log("info", "said");
        ctx.progress(1);
        ctx.progress(2);
        return "reported";
      },
    },
    later: {
      taskSupport: "optional",
      handler: async (_args: unknown, { task }: Context) => {
        await sleep(1);
        return task ? "a task" : "no task";
      },
    },
    fail: {
      handler: () => {
        throw new Error("broken");
      },
    },
    wait: {
      handler: (_args: unknown, { signal }: { signal: AbortSignal }) =>
        new Promise((resolve) => {
          note("waits");
          signal.addEventListener("abort", () => resolve(note("cancelled")));
        }),
    },
  });
  return {
    tools,
    all: [
      tools,
      server.resources({ [URI]: { read: () => "b" } }, { subscribe: true }),
      server.prompts({ p: { handler: () => "p" } }),
      server.completions?.({ prompts: { p: { a: ["x"] } } }) ?? {},
      server.tasks?.({ owner: () => "me" }) ?? {},
    ],
  };
}

/**
 * Runs a conversation between client and server, with or without interceptors.
 * Returns a log of everything that happened.
 */
async function conversation(output: string, spoken: string, around: boolean) {
  const server = await load<ServerModule & Wrapping>(output, "server");
  const client = await load<ClientModule & Wrapping>(output, "client");
  const { METHODS } = await load<Methods>(
    output,
    output === "all" ? `${spoken}/methods` : "methods",
  );
  const log: unknown[] = [];
  const seen = { server: new Set<string>(), client: new Set<string>() };
  const note = (what: unknown): void => void log.push(what);
  const { tools, all } = createHandlers(server, note);
  const info = { name: "a", version: "1" };
  const quiet = { onError: () => {} };
  const served = server.createServer(info, all, {
    ...quiet,
    capabilities: { logging: {} },
    ...(METHODS["elicitation/create"]?.embedded && {
      state: { key: "k".repeat(32) },
    }),
  });
  const asks = METHODS["elicitation/create"] !== undefined;
  const used = client.createClient(
    info,
    {
      ...(asks && client.elicitation({ form: () => ({ action: "decline" }) })),
      "notifications/message": (params: unknown) => note(params),
      "notifications/tools/list_changed": () => note("changed"),
    },
    { ...quiet, ...(output === "all" && { revisions: [spoken] }) },
  );
  if (around) {
    const delay =
      (methods: Set<string>) =>
      async ({ method }: Request, next: Next): Promise<unknown> => {
        methods.add(method);
        await sleep(1);
        const result = await next();
        await sleep(1);
        return result;
      };
    const delayAnswer = delay(seen.server);
    server.wrapServer(served, (request, _ctx, next) =>
      delayAnswer(request, next),
    );
    client.wrapClient(used, delay(seen.client));
  }
  const [near, far] = server.memory();
  await Promise.all([served.connect(far), used.connect(near)]);
  note(used.server);
  const send = async (method: string, params: object, options?: object) => {
    const sent = used.request(method, params, options);
    note(await sent.catch(({ code, message }) => [code, message]));
  };
  const asked = Object.entries(METHODS)
    .filter(([, { kind, sender }]) => kind === "request" && sender !== "server")
    .map(([method]) => method)
    .filter((method) => !APART.includes(method));
  for (const method of asked) await send(method, PARAMS[method] ?? {});
  const call = (name: string, options?: object) =>
    send("tools/call", { name }, options);
  if (asks) await call("ask");
  await call("report", {
    onProgress: ({ progress }: { progress: number }) => note(progress),
  });
  await call("fail");
  if (METHODS["tasks/get"]) {
    const task = await used.callTool({ name: "later" }, { task: true });
    note((await (task as unknown as Task).result()).content);
  }
  const abort = new AbortController();
  const waiting = call("wait", { signal: abort.signal });
  await waitUntil("the tool waits", () => log.includes("waits"));
  abort.abort("enough");
  await waiting;
  await waitUntil("the tool is cancelled", () => log.includes("cancelled"));
  tools.set("more", { handler: () => "x" });
  await used.close();
  return { log, seen, asked };
}

for (const [output, spoken] of [
  ...TESTED_REVISIONS.map((revision) => [revision, revision] as const),
  ["all", "2025-11-25"],
  ["all", "2026-07-28"],
] as const)
  test(`interceptors that delay requests do not change the messages (revision ${spoken}, code for ${output})`, async () => {
    const plain = await conversation(output, spoken, false);
    const wrapped = await conversation(output, spoken, true);
    assert.equal(wrapped.log, plain.log);
    for (const method of wrapped.asked)
      for (const side of ["server", "client"] as const)
        assert.ok(wrapped.seen[side].has(method), `${side}: ${method}`);
    assert.ok(
      wrapped.seen.client.size > wrapped.asked.length,
      "the interceptor did not receive the initial request",
    );
  });

test.run();
