/**
 * Tests of cancelled requests, and of pending requests when a connection ends.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { toolHandlers } from "../../../runtime/features/tools.js";
import { createSession } from "../../../runtime/protocol/connection/session.js";
import type { Call } from "../../../runtime/protocol/connection/call.js";
import { defer } from "../../harness/run/deferred.js";
import {
  CLIENT,
  connect,
  LIST,
  getRejectionMessage,
  openClient,
  openServer,
  TOOLS,
} from "../../harness/wire/wire.js";
import { requirement } from "../../harness/run/requirement.js";

const test = suite("json-rpc: cancellation and closing");

const cancelled = (requestId: unknown, reason?: string): object => ({
  method: "notifications/cancelled",
  params: reason === undefined ? { requestId } : { requestId, reason },
});

/**
 * Handler that runs until its request is cancelled. Then its promise rejects
 * with the reason of the cancellation.
 */
const waits = (_: never, { signal }: Call): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error));
  });

requirement(`
  890bc3c08818 719a681f46d5 f5119c17b4f8 d6f31ccb151a a15e693d834a
  103c85f37065
`);
test("the cancellation of a request aborts the signal of its handler", async () => {
  for (const [method, handlers] of [
    ["tools/list", { "tools/list": waits }],
    ["tools/call", toolHandlers({ t: { handler: waits } })],
  ] as const) {
    const { wire, errors } = openServer(handlers);
    wire.give({ id: 1, method, params: { name: "t" } });
    wire.give(cancelled(1, "changed my mind"));
    assert.equal(await wire.rest(), []);
    assert.equal(errors, [`${method} was cancelled: changed my mind`]);
  }
});

test("a handler that first reads ctx.signal after the cancellation gets an aborted signal", async () => {
  let look = (): unknown => undefined;
  const { wire } = openServer({
    "tools/list": (_params: never, call: Call) => {
      look = () => call.signal.aborted && (call.signal.reason as Error).message;
      return new Promise(() => {});
    },
  });
  wire.give(LIST);
  wire.give(cancelled(1, "enough"));
  assert.is(look(), "enough");
});

requirement("dad069a3d74f 8d5e3d6761d3");
test("cancellation notifications for unknown requests are ignored", async () => {
  const { wire, errors } = openServer(TOOLS);
  wire.give(LIST);
  for (const id of [1, 9, undefined, {}]) wire.give(cancelled(id));
  const { method } = cancelled(1) as { method: string };
  wire.give({ method });
  wire.give({ method, params: [1] });
  assert.is((await wire.rest()).length, 1);
  assert.equal(errors, []);
});

test('a cancellation of the id "1" does not cancel the request with the id 1', async () => {
  const { wire, errors } = openServer({
    "tools/list": () => Promise.resolve({ tools: [] }),
  });
  wire.give(LIST);
  wire.give(cancelled("1"));
  assert.equal(await wire.take(), [{ id: 1, result: { tools: [] } }]);
  assert.equal(errors, []);
});

requirement(`
  2fc4e2119ff7 b4ce204ed2ab 4e1196cb4d90 86d96cc9e9b7 9133018b542b
  dad069a3d74f beb7ee0012f1
`);
test("aborting a request rejects its promise and notifies the peer", async () => {
  const { wire, connection, errors } = await openClient();
  const stop = new AbortController();
  const { signal } = stop;
  const request = connection.request("tools/list", undefined, { signal });
  const { id } = await wire.next();
  stop.abort(new Error("enough"));
  assert.is(await getRejectionMessage(request), "enough");
  assert.equal(await wire.take(), [cancelled(id, "enough")]);
  wire.give({ id, result: { tools: [] } });
  assert.equal(errors, []);
  wire.give({ id, result: { tools: [] } });
  assert.equal(errors, [`No pending request has the id ${id}`]);
  const never = connection.request("tools/list", undefined, { signal });
  assert.is(await getRejectionMessage(never), "enough");
  assert.equal(await wire.rest(), []);
});

test("late responses to the last 10,000 aborted requests are ignored", async () => {
  const { wire, connection, errors } = await openClient();
  // With one controller for all requests, removing the listeners of its signal
  // takes quadratic time.
  const stops = Array.from({ length: 10_001 }, () => new AbortController());
  const given = stops.map(({ signal }) =>
    getRejectionMessage(connection.request("tools/list", {}, { signal })),
  );
  const ids = wire.sent.map((message) => message.id);
  for (const stop of stops) stop.abort("enough");
  await Promise.all(given);
  const late = (id: number | undefined): string[] => {
    wire.give({ id, result: { tools: [] } });
    return errors.splice(0);
  };
  assert.equal(late(ids.at(-1)), []);
  assert.is(late(ids[0]).length, 1);
});

test("pending requests reject with the reason why the connection to the peer ended", async () => {
  for (const problem of [undefined, new Error("it broke")]) {
    const { wire, connection, errors } = await openClient();
    const failure = getRejectionMessage(connection.request("tools/list"));
    wire.receiver.closed(problem, "the server ended");
    assert.is(await failure, "the server ended");
    assert.equal(errors, problem ? ["it broke"] : []);
  }
});

test("closing a connection rejects its sent requests and aborts its running handlers", async () => {
  const aborted = defer();
  const { wire, connection } = openServer({
    "tools/list": (_: never, { signal }: Call) =>
      new Promise(() =>
        signal.addEventListener("abort", () => aborted.resolve()),
      ),
  });
  wire.give(LIST);
  const request = getRejectionMessage(connection.request("roots/list"));
  await connection.close();
  assert.is(await request, "The connection was closed");
  await aborted.promise;
  const late = connection.request("roots/list");
  assert.is(await getRejectionMessage(late), "The connection was closed");
  await connection.done;
  assert.is(wire.closes, 1);
  wire.give(LIST);
  const after = JSON.stringify(await wire.rest());
  assert.not.match(after, "result");
});

test("after the end of input, running requests are answered before the connection closes", async () => {
  const end = defer<object>();
  const { wire, connection } = openServer({ "tools/list": () => end.promise });
  wire.give(LIST);
  const request = connection.request("roots/list");
  wire.sent.length = 0;
  wire.receiver.ended();
  assert.is(
    await getRejectionMessage(request),
    "The peer closed the connection",
  );
  assert.is(wire.closes, 0);
  wire.give({ id: 2, method: "ping" });
  end.resolve({ tools: [] });
  await connection.done;
  assert.equal(await wire.take(), [{ id: 1, result: { tools: [] } }]);
  assert.is(wire.closes, 1);
});

test("after the end of input, `close()` ends a session without waiting for running requests", async () => {
  const { wire, connection } = openServer({
    "tools/list": () => new Promise(() => {}),
  });
  wire.give(LIST);
  wire.receiver.ended();
  assert.is(wire.closes, 0);
  const closed = createSession(connection).close();
  assert.is(wire.closes, 1);
  await closed;
  await createSession(connection).close();
  assert.is(wire.closes, 1);
});

test("a connection ends even if its transport fails to close", async () => {
  for (const end of ["close", "ended", "open"] as const) {
    const { wire, connection, errors } = connect(CLIENT);
    wire.close = () => Promise.reject(new Error("stuck"));
    if (end === "close") await connection.close();
    else if (end === "ended") wire.receiver.ended();
    else {
      wire.start = () => Promise.reject(new Error("no such host"));
      assert.is(await getRejectionMessage(connection.open()), "no such host");
    }
    await connection.done;
    assert.equal([end, errors], [end, ["stuck"]]);
  }
});

test("a response that arrives while the connection closes is ignored", async () => {
  const { wire, connection, errors } = await openClient();
  const failure = getRejectionMessage(connection.request("tools/list"));
  const { id } = await wire.next();
  wire.close = () => {
    wire.give({ id, result: { tools: [] } });
    wire.receiver.closed();
  };
  await connection.close();
  assert.is(await failure, "The connection was closed");
  assert.equal(errors, []);
});

test.run();
