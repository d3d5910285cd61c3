import * as assert from "uvu/assert";
import { BATCH_SERVER } from "../../../harness/wire/wire.js";
import {
  gate,
  listenTo,
  opened,
  openSession,
  OPENING,
  onPlatforms,
  post,
  SESSIONS,
  type Site,
} from "../../../harness/http/site.js";
import type { Call } from "../../../../runtime/protocol/connection/call.js";
import { requirement } from "../../../harness/run/requirement.js";

const handlers = {
  "tools/call": (params: never) => ({ got: params }),
  "tools/list": () => ({ tools: [] }),
};

const call = (id: number | string, name = "x") => ({
  id,
  method: "tools/call",
  params: { name },
});

const remove = (site: Site, session: { [name: string]: string }) =>
  site.request("/mcp", { method: "DELETE", headers: session });

const test = onPlatforms("http sessions");

requirement("547ce68270f3 67528c1c8817 fee40b83c43f 6b4dbff692e0");
test("the response to `initialize` carries a session id of visible ASCII characters", async (serve) => {
  const site = await serve(SESSIONS, handlers);
  const first = await post(site, OPENING);
  assert.is(first.status, 200);
  assert.is(first.headers.get("content-type"), "application/json");
  const answer = (await first.json()) as { id: number; result: object };
  assert.is(answer.id, 0);
  const id = first.headers.get("mcp-session-id") ?? "";
  assert.match(id, /^[\x21-\x7e]{32,}$/);
  const second = await post(site, OPENING);
  assert.is.not(second.headers.get("mcp-session-id"), id);
});

requirement("b472ad495ec7 67e6198501bf d9684381172f");
test("after DELETE has ended a session, requests in that session get 404", async (serve) => {
  const { site, session } = await opened(serve, SESSIONS, handlers);
  const answer = await post(site, call(1), session);
  const result = { got: { name: "x" } };
  assert.equal(await answer.json(), { jsonrpc: "2.0", id: 1, result });
  const note = { method: "notifications/cancelled", params: {} };
  const accepted = await post(site, note, session);
  assert.is(accepted.status, 202);
  assert.is(await accepted.text(), "");
  assert.is((await remove(site, session)).status, 204);
  assert.is((await post(site, call(2), session)).status, 404);
  assert.is((await listenTo(site, session)).status, 404);
  assert.is((await remove(site, session)).status, 404);
});

test("over HTTP, a second initialize request in a session is rejected", async (serve) => {
  const { site, session } = await opened(serve, SESSIONS, handlers);
  const answer = await post(site, { ...OPENING, id: 5 }, session);
  const { error } = (await answer.json()) as { error: { message: string } };
  assert.is(error.message, "Already initialized");
  assert.is((await post(site, call(1), session)).status, 200);
});

requirement("0641f8fbbdca");
test("a request with an unknown session id gets 404", async (serve) => {
  const site = await serve(SESSIONS, handlers);
  const missing = await post(site, call("a"));
  assert.is(missing.status, 400);
  assert.is(((await missing.json()) as { id: string }).id, "a");
  const unknown = { "mcp-session-id": crypto.randomUUID() };
  assert.is((await post(site, call(1), unknown)).status, 404);
});

test("an idle session ends, but a session with an open stream or a running request does not", async (serve) => {
  // Simulate the clock, so that sessions do not end while the test itself runs
  // slowly.
  const { now } = Date;
  let clock = now();
  Date.now = () => clock;
  const done = gate();
  const waiting = { "prompts/list": () => done.promise.then(() => ({})) };
  const all = { ...handlers, ...waiting };
  const site = await serve(SESSIONS, all, { sessionIdle: 40 });
  try {
    const unused = await openSession(site);
    const used = await openSession(site);
    const listens = await openSession(site);
    const waits = await openSession(site);
    const stream = await listenTo(site, listens);
    const answer = post(site, { id: 9, method: "prompts/list" }, waits);
    for (let round = 0; round < 10; round += 1) {
      clock += 30;
      assert.is((await post(site, call(1), used)).status, 200);
      await new Promise((resolve) => setTimeout(resolve, 12));
    }
    assert.is((await post(site, call(1), unused)).status, 404);
    for (const session of [listens, waits])
      assert.is((await post(site, call(1), session)).status, 200);
    done.open();
    assert.is((await answer).status, 200);
    await stream.body?.cancel();
  } finally {
    Date.now = now;
    await site.close();
  }
});

test("a request gets 400 if it has the same id as a running request", async (serve) => {
  const { promise, open } = gate();
  const { site, session } = await opened(serve, SESSIONS, {
    "tools/call": () => promise.then(() => ({ done: true })),
  });
  const first = post(site, call(1), session);
  await post(site, { id: 9, method: "ping" }, session);
  const second = await post(site, call(1), session);
  assert.is(second.status, 400);
  open();
  const { result } = (await (await first).json()) as { result: object };
  assert.equal(result, { done: true });
});

test("the response to a cancelled request has an empty body", async (serve) => {
  const started = gate();
  const { site, session } = await opened(serve, SESSIONS, {
    "tools/call": (_params: never, ctx: Call) =>
      new Promise((resolve) => {
        ctx.signal.addEventListener("abort", () => resolve({ late: true }));
        started.open();
      }),
  });
  const response = post(site, call(5), session);
  await started.promise;
  const params = { requestId: 5 };
  const note = { method: "notifications/cancelled", params };
  assert.is((await post(site, note, session)).status, 202);
  assert.is(await (await response).text(), "");
  // After the cancellation, another request may use the id 5.
  const again = { id: 5, method: "ping" };
  assert.is((await post(site, again, session)).status, 200);
});

requirement("4e15d1957c05 7bce9c9dc0bc d4ab2e3a6f7f");
test("in a revision with batches, the server answers a batch with one batch", async (serve) => {
  const batch = [call(1), { method: "notifications/x" }, call(2)];
  const { site, session } = await opened(serve, BATCH_SERVER, handlers);
  const response = await post(site, batch, session);
  const answers = (await response.json()) as { id: number }[];
  assert.equal(answers.map(({ id }) => id).sort(), [1, 2]);
  for (const [messages, status] of [
    [[{ method: "notifications/x" }], 202],
    [[], 400],
    [[call(1), call(1)], 400],
    [[OPENING], 400],
  ] as const)
    assert.is((await post(site, messages, session)).status, status);
});

requirement("7bce9c9dc0bc d4ab2e3a6f7f");
test("in a revision without batches, a batch gets 400", async (serve) => {
  const { site, session } = await opened(serve, SESSIONS, handlers);
  assert.is((await post(site, [call(1)], session)).status, 400);
});

test("a request whose handler closes the session gets no JSON-RPC response", async (serve) => {
  const ending = (_params: never, ctx: Call) => {
    void ctx.session?.close();
    return {};
  };
  const all = { "tools/call": ending as never };
  const { site, session } = await opened(serve, SESSIONS, all);
  const ended = await post(site, call(1), session);
  assert.is(ended.headers.get("content-type"), "text/event-stream");
  assert.is(await ended.text(), "");
  assert.is((await post(site, call(2), session)).status, 404);
});

test("closing the server waits for running requests and refuses new requests", async (serve) => {
  const { promise, open } = gate();
  const started = gate();
  const { site, session } = await opened(serve, SESSIONS, {
    "tools/call": async () => {
      started.open();
      await promise;
      return { done: true };
    },
  });
  const stream = await listenTo(site, session);
  const running = post(site, call(1), session);
  await started.promise;
  const closed = site.close();
  const refused = await post(site, call(2), session).catch(() => null);
  if (refused) assert.is(refused.status, 503);
  open();
  const { result } = (await (await running).json()) as { result: object };
  assert.equal(result, { done: true });
  assert.is(await stream.text(), "");
  await closed;
});

test.run();
