/**
 * Tests of a server of a revision with a handshake: log messages, and
 * notifications about resources.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  markChanges,
  Changes,
} from "../../../../runtime/protocol/handlers/changes.js";
import { ServerCore } from "../../../../runtime/protocol/server-core.js";
import type { Call } from "../../../../runtime/protocol/connection/call.js";
import {
  connect,
  HELLO,
  LIST,
  listing,
  LOGGING,
  openServer,
  SERVER,
  TOOLS,
  Wire,
} from "../../../harness/wire/wire.js";
import { requirement } from "../../../harness/run/requirement.js";

const LOG = "notifications/message";

const test = suite("initialized server: notifications");

requirement("a456147ed56e");
test("a server sends no log messages below the log level that the client has set", () => {
  const logs = listing((ctx) => {
    ctx.log("debug", "low");
    ctx.log("warning", undefined, "here");
  });
  const { wire } = openServer(logs, LOGGING);
  const logged = (): unknown[] => {
    wire.give(LIST);
    const sent = wire.sent.splice(0).slice(0, -1);
    return sent.map(({ params }) => params);
  };
  const low = { level: "debug", data: "low" };
  const high = { level: "warning", data: null, logger: "here" };
  assert.equal(logged(), [low, high]);
  wire.give({ id: 2, method: "logging/setLevel", params: { level: "notice" } });
  wire.give({ id: 3, method: "logging/setLevel", params: { level: "loud" } });
  const message = "Invalid params: params.level: expected a level";
  assert.equal(wire.sent.splice(0), [
    { id: 2, result: {} },
    { id: 3, error: { code: -32602, message } },
  ]);
  assert.equal(logged(), [high]);
});

test("log messages below the client's log level do not count towards the rate limit", () => {
  const logs = listing((ctx) => {
    for (let count = 0; count < 10_000; count += 1) ctx.log("debug", count);
    ctx.log("error", "last");
  });
  const { wire } = openServer(logs, LOGGING);
  wire.give({ id: 2, method: "logging/setLevel", params: { level: "error" } });
  wire.give(LIST);
  assert.equal(wire.sent[1], {
    method: LOG,
    params: { level: "error", data: "last" },
  });
});

test("a server filters log messages outside of requests by level", () => {
  const { wire, connection } = openServer(TOOLS, {
    ...LOGGING,
    redact: (data) => `not ${String(data)}`,
  });
  wire.give({ id: 1, method: "logging/setLevel", params: { level: "error" } });
  wire.sent.length = 0;
  const { lifecycle } = connection.endpoint;
  const levels =
    "debug info notice warning error critical alert emergency".split(" ");
  for (const level of levels) {
    lifecycle.broadcast(connection, LOG, { level, data: "all" });
    connection.notify(LOG, { level, data: "one" });
  }
  const told = levels.slice(4).flatMap((level) =>
    ["not all", "not one"].map((data) => ({
      method: LOG,
      params: { level, data },
    })),
  );
  assert.equal(wire.sent, told);
});

requirement("1b2327ce61fe");
test("a server without the logging capability reports its log messages to `onError`", () => {
  const { wire, errors } = openServer(
    listing((ctx) => ctx.log("info", 1)),
    { capabilities: { logging: false } },
  );
  wire.give(LIST);
  assert.equal(errors, [
    "notifications/message needs the capability logging, which this side did not declare",
  ]);
  assert.equal(wire.sent, [{ id: 1, result: { tools: [] } }]);
});

test("a server declares the logging capability only if its revision has log messages", () => {
  const { "notifications/message": _log, ...methods } = SERVER.methods;
  for (const [protocol, capabilities] of [
    [SERVER, { tools: {}, logging: {} }],
    [{ ...SERVER, methods }, { tools: {} }],
  ] as const)
    assert.equal(
      connect(protocol, TOOLS).connection.endpoint.capabilities,
      capabilities,
    );
});

test("a log message sent after its request or connection has ended is reported to `onError`", async () => {
  let late: Call | undefined;
  const { wire, connection, errors } = openServer(
    listing((ctx) => (late = ctx)),
  );
  wire.give(LIST);
  await wire.take();
  late?.log("info", 1);
  connection.transport.close();
  await connection.done;
  connection.notify(LOG, { level: "info", data: 1 });
  assert.equal(await wire.rest(), []);
  assert.equal(errors, [
    "notifications/message was not sent: its request or connection has ended",
    "notifications/message was not sent: its request or connection has ended",
  ]);
});

test("a log message that a handler sends after its request was cancelled is silently dropped", async () => {
  let running: Call | undefined;
  const { wire, errors } = openServer({
    "tools/list": (_params: never, ctx: Call) => {
      running = ctx;
      return new Promise(() => {});
    },
  });
  wire.give(LIST);
  wire.give({ method: "notifications/cancelled", params: { requestId: 1 } });
  running?.log("info", 1);
  assert.equal(await wire.rest(), []);
  assert.equal(errors, ["tools/list was cancelled: no reason"]);
});

test("if Server.notify cannot reach one client, it still notifies all other clients", async () => {
  const errors: string[] = [];
  const onError = ({ message }: Error) => void errors.push(message);
  const info = { name: "server", version: "1" };
  const server = new ServerCore(SERVER, info, TOOLS, { onError });
  const wires = [new Wire(), new Wire()];
  for (const wire of wires) {
    await server.connect(wire);
    wire.give(HELLO);
    wire.give({ method: "notifications/initialized" });
    wire.sent.length = 0;
  }
  const [broken, other] = wires;
  broken!.send = () => {
    throw new Error("broken");
  };
  server.notify(LOG, { level: "info", data: 1 });
  await new Promise(setImmediate);
  assert.equal([errors, other!.sent.length], [["broken"], 1]);
});

test("a request does not fail if one of its log messages cannot be serialized", () => {
  const logs = listing((ctx) => ctx.log("info", 1n));
  const { wire, errors } = openServer(logs, LOGGING);
  wire.give(LIST);
  assert.match(errors.join(), /^[^,]*BigInt[^,]*$/);
  assert.equal(wire.sent, [{ id: 1, result: { tools: [] } }]);
});

test("a server sends notifications about updated resources only to subscribed clients", async () => {
  const method = "notifications/resources/updated";
  const updates = new Changes(method, "resources.subscribe");
  const asked: unknown[] = [];
  const { wire, connection } = openServer({
    "resources/list": markChanges(() => ({ resources: [] }), updates),
    "resources/subscribe": ({ uri }: { uri: string }) => {
      asked.push(uri);
      if (uri === "a://no") throw new Error("no");
    },
  });
  const told = (uri: string): boolean => {
    connection.endpoint.lifecycle.broadcast(connection, method, { uri });
    const sent = wire.sent.splice(0);
    if (sent.length > 0) assert.equal(sent, [{ method, params: { uri } }]);
    return sent.length > 0;
  };
  const send = async (method: string, uri: string): Promise<unknown> => {
    wire.give({ id: 1, method: `resources/${method}`, params: { uri } });
    const { result, error } = await wire.next();
    return result ?? error.message;
  };
  assert.equal(await send("subscribe", "a://b"), {});
  assert.is(await send("subscribe", "a://no"), "Internal error");
  assert.equal(asked, ["a://b", "a://no"]);
  const uris = ["a://b", "a://no", "a://c"];
  assert.equal(uris.map(told), [true, false, false]);
  assert.equal(await send("unsubscribe", "a://b"), {});
  assert.not(told("a://b"));
});

test("a server rejects a subscription above the limit without calling the subscription handler", async () => {
  const heard: string[] = [];
  const { wire } = openServer(
    {
      "resources/subscribe": ({ uri }: { uri: string }) => void heard.push(uri),
    },
    { capabilities: { resources: { subscribe: true } } },
  );
  const subscribe = (id: number, uri: string): void => {
    wire.give({ id, method: "resources/subscribe", params: { uri } });
  };
  // The test repeats a subscription, and ends a subscription that does not
  // exist. Neither must change the quota.
  subscribe(10_003, "a://1");
  await wire.take();
  for (let id = 1; id <= 10_000; id += 1) subscribe(id, `a://${id}`);
  const all = (await wire.take(10_000)) as { result?: object }[];
  assert.is(all.filter(({ result }) => result).length, 10_000);
  const params = { uri: "a://none" };
  wire.give({ id: 10_004, method: "resources/unsubscribe", params });
  await wire.take();
  heard.length = 0;
  subscribe(10_001, "a://more");
  subscribe(10_002, "a://1");
  const answers = (await wire.take(2)) as { id: number; error?: object }[];
  assert.equal(heard, ["a://1"]);
  const error = { code: -32602, message: "Too many subscriptions" };
  assert.equal(
    answers.sort((a, b) => a.id - b.id),
    [
      { id: 10_001, error },
      { id: 10_002, result: {} },
    ],
  );
});

test.run();
