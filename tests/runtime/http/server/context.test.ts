/**
 * Tests of the context that handlers receive over HTTP: headers, principal and
 * session.
 */
import * as assert from "uvu/assert";
import { combineHandlers } from "../../../../runtime/features/modules.js";
import { sessionHandlers } from "../../../../runtime/features/sessions.js";
import type { Call } from "../../../../runtime/protocol/connection/call.js";
import type { Handlers } from "../../../../runtime/protocol/lifecycle.js";
import {
  CALL,
  HEADERS,
  LEGACY_SSE,
  onPlatforms,
  opened,
  OPENING,
  post,
  SESSIONS,
  SINGLE,
  single,
} from "../../../harness/http/site.js";

const test = onPlatforms("http context");

const auth = {
  verify: (token: string) => ({ subject: token, tenant: 7 }),
};
const ANN = { authorization: "Bearer ann", "x-tenant": "north" };

/** Returns a tool handler that appends its context to `seen` on each call. */
function recordCalls(seen: unknown[]): Handlers {
  return {
    "tools/call": ({ name }: { name: string }, ctx: Call) => {
      const { id, method, auth, http, session } = ctx;
      if (session) session.data["calls"] = name;
      seen.push({
        id,
        method,
        auth,
        http: [http?.method, http?.target, http?.header("x-tenant")],
        session: session && [session.id, session.data],
      });
      return {};
    },
  };
}

/** Returns the expected content of `seen` after one call. */
const context = (id: unknown, target: string, session: unknown) => [
  {
    id,
    method: "tools/call",
    auth: { subject: "ann", tenant: 7 },
    http: ["POST", target, "north"],
    session,
  },
];

test("a handler in a session receives the principal, the request and the session", async (serve, platform) => {
  const seen: unknown[] = [];
  const ends: unknown[] = [];
  const handlers = combineHandlers([
    recordCalls(seen),
    sessionHandlers({
      onSession: ({ id }) => ends.push(id),
      onSessionEnd: ({ data }) => ends.push(data),
    }),
  ]);
  const site = await serve(SESSIONS, handlers, { auth });
  const opening = await post(site, OPENING, ANN);
  const id = opening.headers.get("mcp-session-id") ?? "";
  await opening.text();
  const headers = { ...ANN, "mcp-session-id": id };
  await post(site, { method: "notifications/initialized" }, headers);
  await (await post(site, CALL, headers)).text();
  assert.equal(seen, context(1, "/mcp", [id, { calls: "x" }]));
  assert.equal(ends, [id], platform);
  await site.request("/mcp", { method: "DELETE", headers });
  assert.equal(ends, [id, { calls: "x" }]);
});

test("a handler of a stateless request receives the principal and the request", async (serve) => {
  const seen: unknown[] = [];
  const site = await serve(SINGLE, recordCalls(seen), { auth });
  const [message, headers] = single("tools/call", { name: "x" });
  await (await post(site, message, { ...ANN, ...headers })).text();
  assert.equal(seen, context("r", "/mcp", undefined));
});

test("a handler over legacy SSE receives the principal, the request and the session", async (serve) => {
  const seen: unknown[] = [];
  const site = await serve(LEGACY_SSE, recordCalls(seen), { auth });
  const accept = "text/event-stream";
  const { body } = await site.request("/sse", { headers: { ...ANN, accept } });
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  const [, address = "", id] =
    /data: (\S+=(\S+))/.exec((await reader?.read())?.value ?? "") ?? [];
  for (const message of [
    OPENING,
    { method: "notifications/initialized" },
    CALL,
  ]) {
    await site.request(address, {
      method: "POST",
      headers: { ...HEADERS, ...ANN },
      body: JSON.stringify({ jsonrpc: "2.0", ...message }),
    });
  }
  await reader?.cancel();
  assert.equal(seen, context(1, address, [id, { calls: "x" }]));
});

test("an interceptor receives the `initialize` request together with the new session", async (serve) => {
  const seen: unknown[] = [];
  const { site } = await opened(serve, SESSIONS, {});
  site.server.endpoint.intercept({
    answer(call, next) {
      seen.push(call.http?.header("x-first"), call.session?.data);
      return next(call);
    },
  });
  await (await post(site, OPENING, { "x-first": "yes" })).text();
  assert.equal(seen, ["yes", {}]);
});

test.run();
