/**
 * Tests of interceptors, which process requests on the server and on the
 * client.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { McpError } from "../../../runtime/json-rpc/messages/errors.js";
import type { Call } from "../../../runtime/protocol/connection/call.js";
import {
  wrapAnswers,
  wrapClient,
  type AnswerWrap,
  type ClientWrap,
} from "../../../runtime/protocol/interceptors.js";
import { defer } from "../../harness/run/deferred.js";
import { getRejectionMessage, pair, TOOLS } from "../../harness/wire/wire.js";
import type { Handlers } from "../../../runtime/protocol/lifecycle.js";

const test = suite("interceptors");

/** Connects a client to a server with the given server interceptors. */
async function wrapped(handlers: Handlers, ...wraps: readonly AnswerWrap[]) {
  const both = await pair(handlers);
  wrapAnswers(both.server, wraps);
  return both;
}

test("server interceptors run in their configured order", async () => {
  const seen: unknown[] = [];
  const note =
    (name: string): AnswerWrap =>
    async (request, ctx: Call, next) => {
      const { id, method, params } = request;
      seen.push([name, id === ctx.id, method, params, ctx.meta]);
      const result = await next();
      seen.push([name, result]);
      return result;
    };
  const { client } = await wrapped(TOOLS, note("a"), note("b"));
  const params = { _meta: { traceparent: "x" } };
  await client.request("tools/list", params);
  const before = [true, "tools/list", params, params._meta];
  const result = { tools: [] };
  assert.equal(seen, [
    ["a", ...before],
    ["b", ...before],
    ["b", result],
    ["a", result],
  ]);
});

test("a server interceptor receives the errors of rejected requests", async () => {
  const seen: unknown[] = [];
  const { client } = await wrapped(
    {
      ...TOOLS,
      "tools/call": () => {
        throw new McpError(-32000, "no");
      },
    },
    ({ method }, _ctx, next) =>
      next().catch((error: McpError) => {
        seen.push([method, error.code]);
        throw error;
      }),
  );
  for (const [method, message] of [
    ["prompts/get", "Method not found: prompts/get"],
    ["tools/call", "no"],
  ] as const) {
    const sent = client.connection.requests.send(method, { name: "t" }, {}, 0);
    assert.is(await getRejectionMessage(sent), message);
  }
  assert.equal(seen, [
    ["prompts/get", -32601],
    ["tools/call", -32000],
  ]);
});

test("a server interceptor can answer a request itself", async () => {
  const { client, problems } = await wrapped(
    TOOLS,
    ({ method }, ctx: Call, next) => {
      if (method === "ping") throw new Error("private");
      if (ctx.meta.own) return { tools: [], own: 1 };
      return next().then((result) => ({ ...(result as object), more: 2 }));
    },
  );
  const own = await client.request("tools/list", { _meta: { own: true } });
  assert.equal(own, { tools: [], own: 1 });
  assert.equal(await client.request("tools/list"), { tools: [], more: 2 });
  assert.is(
    await getRejectionMessage(client.request("ping")),
    "Internal error",
  );
  assert.equal(problems, ["private"]);
});

test("an interceptor that answers before the handler finishes aborts the handler", async () => {
  const aborted = defer<unknown>();
  let other: AbortSignal | undefined;
  const { client } = await wrapped(
    {
      "tools/list": async (_params: never, { signal }: Call) => {
        signal.addEventListener("abort", () => aborted.resolve(signal.reason));
        await aborted.promise;
        return { tools: [] };
      },
      "prompts/list": async (_params: never, { signal }: Call) => {
        other = signal;
        return { prompts: [] };
      },
    },
    async ({ method }, _ctx, next) => {
      const answer = next();
      if (method === "prompts/list") return answer;
      throw new McpError(-32000, "It took too long");
    },
  );
  const early = client.request("tools/list");
  assert.is(await getRejectionMessage(early), "It took too long");
  assert.match(
    String(await aborted.promise),
    "tools/list was answered before its handler finished",
  );
  await client.request("prompts/list");
  // The interceptor would abort the handler in a timer. This timer is later.
  await new Promise((resolve) => setTimeout(resolve));
  assert.is(other?.aborted, false);
});

test("a server without interceptors can answer a request synchronously", async () => {
  const { server } = await pair(TOOLS);
  wrapAnswers(server, []);
  const call = {
    method: "tools/list",
    message: { jsonrpc: "2.0", id: 1, method: "tools/list" },
    connection: { phase: "open" },
  };
  assert.equal(server.endpoint.answer(call as never), { tools: [] });
});

test("a client interceptor receives outgoing requests and can replace them", async () => {
  const seen: unknown[] = [];
  const { client } = await pair({
    "tools/list": ({ cursor }: { cursor?: string }, { meta }: Call) => {
      seen.push([cursor, meta]);
      return { tools: [] };
    },
  });
  const trace: ClientWrap = ({ method, params }, next) => {
    const _meta = { ...params?._meta, traceparent: "t" };
    return next({ method, params: { ...params, _meta } });
  };
  const note: ClientWrap = async (request, next) => {
    seen.push(request);
    const result = await next();
    seen.push(result);
    return result;
  };
  wrapClient(client, note, trace);
  await client.request("tools/list", { cursor: "c" });
  const sent = { method: "tools/list", params: { cursor: "c" } };
  const told = ["c", { traceparent: "t" }];
  assert.equal(seen, [sent, told, { tools: [] }]);
  seen.length = 0;
  for await (const _ of client.pages("tools/list")) break;
  assert.equal(seen[0], { method: "tools/list", params: undefined });
});

test.run();
