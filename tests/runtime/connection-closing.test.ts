/** How a connection ends, and what becomes of what still waits. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Call } from "../../templates/runtime/connection/call.js";
import {
  CLIENT,
  connect,
  messageOf,
  openClient,
  openServer,
} from "./support.js";
import { LIST } from "./connection-support.js";

const test = suite("connection: closing");
test("who waits is told how the peer ended, in order or not", async () => {
  for (const problem of [undefined, new Error("it broke")]) {
    const { wire, connection, errors } = await openClient();
    const told = messageOf(connection.request("tools/list"));
    wire.receiver.closed(problem, "the server ended");
    assert.is(await told, "the server ended");
    assert.equal(errors, problem ? ["it broke"] : []);
  }
});

test("closing settles every promise, in both directions", async () => {
  let aborted = false;
  const { wire, connection } = openServer({
    "tools/list": (_: never, { signal }: Call) =>
      new Promise(() => {
        signal.addEventListener("abort", () => (aborted = true));
      }),
  });
  wire.give(LIST);
  const request = connection.request("roots/list");
  await connection.close();
  assert.is(await messageOf(request), "The connection was closed");
  assert.is(aborted, true);
  assert.is(
    await messageOf(connection.request("roots/list")),
    "The connection was closed",
  );
  await connection.done;
  assert.is(wire.closes, 1);
  wire.give(LIST);
  assert.equal(
    (await wire.rest()).filter((one) => "result" in (one as object)),
    [],
  );
});

test("the end of input: what runs is answered, then the connection closes", async () => {
  let finish = (): void => {};
  const { wire, connection } = openServer({
    "tools/list": () =>
      new Promise((resolve) => (finish = () => resolve({ tools: [] }))),
  });
  wire.give(LIST);
  const request = connection.request("roots/list");
  wire.sent.length = 0;
  wire.receiver.ended();
  assert.is(await messageOf(request), "The peer closed");
  assert.is(wire.closes, 0);
  wire.give({ id: 2, method: "ping" });
  finish();
  await connection.done;
  assert.equal(wire.sent, [{ id: 1, result: { tools: [] } }]);
  assert.is(wire.closes, 1);
});

test("a transport that cannot close: that is reported, and the connection ends", async () => {
  for (const end of ["close", "ended", "open"] as const) {
    const { wire, connection, errors } = connect(CLIENT);
    wire.close = () => Promise.reject(new Error("stuck"));
    if (end === "close") await connection.close();
    else if (end === "ended") wire.receiver.ended();
    else {
      wire.start = () => Promise.reject(new Error("no such host"));
      assert.is(await messageOf(connection.open()), "no such host");
    }
    await connection.done;
    assert.equal([end, errors], [end, ["stuck"]]);
  }
});

test("an answer that is late because this side ended is no problem", async () => {
  const { wire, connection, errors } = await openClient();
  const request = connection.request("tools/list");
  const [{ id }] = (await wire.take()) as [{ id: number }];
  const told = messageOf(request);
  wire.close = () => {
    wire.give({ id, result: { tools: [] } });
    wire.receiver.closed();
  };
  await connection.close();
  assert.is(await told, "The connection was closed");
  assert.equal(errors, []);
});

test.run();
