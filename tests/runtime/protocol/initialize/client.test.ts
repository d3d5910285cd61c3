/**
 * Tests of a client of a revision with a handshake: initialization, requests
 * and notifications.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  CLIENT,
  connect,
  getRejectionMessage,
  openClient,
} from "../../../harness/wire/wire.js";
import { requirement } from "../../../harness/run/requirement.js";

const test = suite("initialization: client");

requirement(`
  91809696ced2 127bd531a458 7a6952106c63 ebef062a03b2 3e0122d57976
  31dd52eb1a14 a18ba1916da9 c28d62fc955e 79289c707e3d d345ca729ee6
  fe6a42174458
`);
test("a client sends initialize and then notifications/initialized", async () => {
  const roots = (): object => ({ roots: [] });
  const { wire, connection } = connect(CLIENT, { "roots/list": roots });
  assert.is(
    await getRejectionMessage(connection.request("tools/list")),
    "tools/list must not be sent before the connection is initialized",
  );
  const open = connection.open();
  const { id, ...hello } = await wire.next();
  const protocolVersion = "2000-01-01";
  assert.equal(hello as object, {
    method: "initialize",
    params: {
      protocolVersion,
      capabilities: { roots: {} },
      clientInfo: { name: "client", version: "1" },
    },
  });
  wire.give({ id: "early", method: "roots/list" });
  wire.give({ id: "ping", method: "ping" });
  const message = "roots/list arrived before the response to initialize";
  assert.equal(await wire.take(2), [
    { id: "early", error: { code: -32600, message } },
    { id: "ping", result: {} },
  ]);
  const capabilities = { tools: {} };
  const info = { name: "s", version: "2" };
  const instructions = "Use it";
  const said = { capabilities, serverInfo: info, instructions };
  wire.give({ id, result: { protocolVersion, ...said } });
  await open;
  assert.equal(await wire.take(), [{ method: "notifications/initialized" }]);
  const version = protocolVersion;
  const peer = { info, capabilities, version, instructions };
  assert.equal(connection.peer, peer);
  wire.give({ id: "later", method: "roots/list" });
  assert.equal(await wire.take(), [{ id: "later", result: { roots: [] } }]);
});

requirement("8a52cde2a192 6aa66d441a6c 7cfc76c50858");
test("a client disconnects from a server that answers initialize with an unsupported version", async () => {
  const { wire, connection } = connect(CLIENT);
  const open = connection.open();
  const { id } = await wire.next();
  const protocolVersion = "1999-12-31";
  const result = { protocolVersion, capabilities: {}, serverInfo: {} };
  wire.give({ id, result });
  assert.is(
    await getRejectionMessage(open),
    "The server supports 1999-12-31, but this client supports 2000-01-01; generate the client with --rev 1999-12-31,2000-01-01",
  );
  assert.is(wire.closes, 1);
  assert.equal(await wire.rest(), []);
});

requirement("41fa3d641834");
test("a client does not send a cancellation for initialize", async () => {
  const { wire, connection } = connect(CLIENT);
  const open = connection.open({ timeout: 5 });
  assert.match(await getRejectionMessage(open), /^No answer to initialize/);
  assert.equal(
    wire.sent.map(({ method }) => method),
    ["initialize"],
  );
});

requirement("11e7a0b77792 8b1cf09278d2 a37678a7f2f5");
test("a client rejects its own requests that need an undeclared server capability", async () => {
  const { wire, connection } = await openClient({}, { resources: {} });
  for (const [method, capability] of [
    ["tools/list", "tools"],
    ["resources/subscribe", "resources.subscribe"],
  ] as const) {
    const problem = await getRejectionMessage(
      connection.request(method, { uri: "a:b" }),
    );
    const why = `needs the capability ${capability}, which the peer did not declare`;
    assert.is(problem, `${method} ${why}`);
  }
  assert.equal(wire.sent, []);
});

requirement("daa1a8c70e2b");
test("a client reports the errors of failing notification handlers", async () => {
  const heard: unknown[] = [];
  const { wire, errors } = await openClient({
    "notifications/message": (params: unknown) => heard.push(params),
    "notifications/tools/list_changed": () => {
      throw new Error("first");
    },
    "notifications/resources/list_changed": () =>
      Promise.reject(new Error("second")),
  });
  const params = { level: "info", data: 1 };
  wire.give({ method: "notifications/message", params });
  wire.give({ method: "notifications/tools/list_changed" });
  wire.give({ method: "notifications/resources/list_changed" });
  wire.give({ method: "notifications/unknown" });
  assert.equal(await wire.rest(), []);
  assert.equal(heard, [params]);
  assert.equal(errors, ["first", "second"]);
});

test.run();
