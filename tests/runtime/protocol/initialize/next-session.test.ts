/**
 * Tests of a server whose client sends `initialize` again on the same
 * transport. A bridge that serves several clients with one server process does
 * so.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ServerCore } from "../../../../runtime/protocol/server-core.js";
import { sessionHandlers } from "../../../../runtime/features/sessions.js";
import {
  markChanges,
  Changes,
} from "../../../../runtime/protocol/handlers/changes.js";
import { pings } from "../../../../runtime/json-rpc/health.js";
import {
  HELLO,
  LIST,
  getRejectionMessage,
  SERVER,
  Wire,
  type Sent,
} from "../../../harness/wire/wire.js";
import type { Call } from "../../../../runtime/protocol/connection/call.js";
import type { EndpointOptions } from "../../../../runtime/protocol/endpoint-options.js";
import type { Handlers } from "../../../../runtime/protocol/lifecycle.js";
import type { Session } from "../../../../runtime/protocol/connection/session.js";

const test = suite("initialization: next session of a server");

const ENDED = "The client has started a new session";

/** Connects a server to a test transport and initializes its first session. */
async function serve(handlers: Handlers, options: EndpointOptions = {}) {
  const info = { name: "s", version: "1" };
  const server = new ServerCore(SERVER, info, handlers, {
    onError: () => {},
    ...options,
  });
  const wire = new Wire();
  const session = await server.connect(wire);
  initialize(wire);
  return { server, wire, session };
}

/** Initializes a session, and drops the messages that were sent before. */
function initialize(wire: Wire, more: object = {}): Sent {
  wire.sent.length = 0;
  wire.give({ ...HELLO, ...more });
  const [answer] = wire.sent.splice(0);
  wire.give({ method: "notifications/initialized" });
  return answer as Sent;
}

test("the first `initialize` request uses the session that `server.connect` returned", async () => {
  const seen: unknown[] = [];
  const { wire, session } = await serve({
    "tools/list": (_params: never, ctx: Call) => {
      seen.push({ ...ctx.session?.data });
      return { tools: [] };
    },
  });
  session.data["user"] = "a";
  wire.give({ id: 1, method: "tools/list" });
  await wire.rest();
  assert.equal(seen, [{ user: "a" }]);
});

test("a second initialize request begins a session without the data of the first session", async () => {
  const seen: Session[] = [];
  const calls: Call[] = [];
  const ends: (() => void)[] = [];
  const log: string[] = [];
  const { wire, session } = await serve({
    ...sessionHandlers({
      onSession: () => log.push("begin"),
      onSessionEnd: () => log.push("end"),
    }),
    "tools/list": (_params: never, ctx: Call) => {
      seen.push(ctx.session as Session);
      return { tools: [], data: { ...ctx.session?.data } };
    },
    "resources/list": (_params: never, ctx: Call) => {
      calls.push(ctx);
      ctx.signal.addEventListener("abort", () => log.push("abort"));
      return new Promise((resolve) => ends.push(() => resolve({})));
    },
  });
  session.data["user"] = "a";
  wire.give({ id: 7, method: "resources/list" });
  const asked = getRejectionMessage(session.request("roots/list"));
  const clientInfo = { name: "next", version: "1" };
  const params = { ...HELLO.params, clientInfo };
  const { id, result } = initialize(wire, { params });
  assert.equal(
    [id as unknown, result["protocolVersion"]],
    ["hello", "2000-01-01"],
  );
  assert.is(await asked, ENDED);
  await session.closed;
  assert.equal(log, ["begin", "abort", "begin", "end"]);
  const reasons = calls.map(({ signal }) => (signal.reason as Error).message);
  assert.equal(reasons, [ENDED]);
  // The new client sends a request with the same id as the cancelled request.
  // The handler of the cancelled request ends only afterwards, and its result
  // must not be sent as the answer to the new request.
  wire.give({ ...LIST, id: 7 });
  for (const end of ends) end();
  assert.equal(await wire.rest(), [{ id: 7, result: { tools: [], data: {} } }]);
  assert.is.not(seen[0], session);
  assert.is(seen[0]?.client.info?.name, "next");
  await session.close();
  session.notify("notifications/progress", { progressToken: 1, progress: 1 });
  assert.equal([await wire.rest(), wire.closes], [[], 0]);
});

test("a second initialize ends the resource subscriptions and the log level of the first session", async () => {
  const method = "notifications/resources/updated";
  const updates = new Changes(method, "resources.subscribe");
  const { server, wire } = await serve(
    {
      "resources/list": markChanges(() => ({ resources: [] }), updates),
      "resources/subscribe": () => ({}),
      "tools/list": (_params: never, ctx: Call) => {
        ctx.log("info", "listed");
        return { tools: [] };
      },
    },
    { capabilities: { logging: {} } },
  );
  const params = { uri: "a://b" };
  const observe = async (): Promise<unknown[]> => {
    server.notify(method, params);
    wire.give(LIST);
    return (await wire.rest()).map((sent) => (sent as Sent).method);
  };
  wire.give({ id: 1, method: "resources/subscribe", params });
  wire.give({ id: 2, method: "logging/setLevel", params: { level: "error" } });
  await wire.rest();
  assert.equal(await observe(), [method, undefined]);
  initialize(wire);
  assert.equal(await observe(), ["notifications/message", undefined]);
});

test("a second initialize stops neither the server's health check nor its transport", async () => {
  const alive = setInterval(() => {}, 1_000);
  const health = pings({ interval: 1 });
  const { server, wire } = await serve({}, { health });
  for (let count = 0; count < 3; count += 1) {
    initialize(wire);
    assert.is((await wire.next()).method, "ping");
  }
  await server.close();
  assert.is(wire.closes, 1);
  clearInterval(alive);
});

test("an `initialize` request that arrives after the end of the input starts no session", async () => {
  const { wire } = await serve({
    "tools/list": () =>
      new Promise((resolve) => setImmediate(resolve, { tools: [] })),
  });
  initialize(wire);
  wire.give(LIST);
  wire.receiver.ended();
  // The input has ended, so this message opens no session.
  wire.give({ ...HELLO, id: 2 });
  assert.equal(await wire.take(), [{ id: 1, result: { tools: [] } }]);
  assert.equal([await wire.rest(), wire.closes], [[], 1]);
});

test("errors of the connection are reported to the current session", async () => {
  const errors: string[] = [];
  const sessions: Session[] = [];
  const { wire } = await serve(
    {
      "tools/list": (_params: never, ctx: Call) => {
        sessions.push(ctx.session as Session);
        return { tools: [] };
      },
    },
    { onError: ({ message }) => void errors.push(message) },
  );
  initialize(wire);
  wire.give(LIST);
  await wire.rest();
  const [session] = sessions;
  if (!session) throw new Error("The server answered no request.");
  const asked = getRejectionMessage(session.request("roots/list"));
  const { id } = await wire.next();
  wire.receiver.failed(id, new Error("not sent"));
  wire.receiver.unreadable(new Error("not JSON"));
  assert.equal(await wire.rest(), [
    { error: { code: -32700, message: "not JSON" } },
  ]);
  let ended = false;
  void session.closed.then(() => (ended = true));
  wire.receiver.closed(new Error("broken"));
  await wire.rest();
  assert.equal([ended, errors], [true, ["not JSON", "broken"]]);
  assert.is(await asked, "not sent");
});

test.run();
