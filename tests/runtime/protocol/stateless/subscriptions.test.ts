/** Tests of subscriptions in a stateless revision (without a handshake). */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ServerCore } from "../../../../runtime/protocol/server-core.js";
import { resourceHandlers } from "../../../../runtime/features/resources/resources.js";
import { toolHandlers } from "../../../../runtime/features/tools.js";
import {
  connect,
  STATELESS_SERVER,
  TOOLS,
  Wire,
} from "../../../harness/wire/wire.js";
import { META, SIGNED } from "../../../harness/wire/stateless.js";
import { requirement } from "../../../harness/run/requirement.js";

const test = suite("stateless server: subscriptions");

function listenRequest(id: number, notifications: object): object {
  const params = { _meta: META, notifications };
  return { id, method: "subscriptions/listen", params };
}

const ID = "io.modelcontextprotocol/subscriptionId";

const acknowledged = (id: number, notifications: object): object => ({
  method: "notifications/subscriptions/acknowledged",
  params: { _meta: { [ID]: id }, notifications },
});

const CANCEL = { method: "notifications/cancelled", params: { requestId: 1 } };

requirement(`
  2503bde4f79c f6e827b7d42c ecf2fd18ce78 509c937af391 8e79db21e8fa
  918dc355633b
`);
test("a server sends the requested notifications until the subscription is cancelled", async () => {
  const tools = toolHandlers({});
  const info = { name: "server", version: "1" };
  const server = new ServerCore(STATELESS_SERVER, info, tools, {});
  const wire = new Wire();
  await server.connect(wire);
  const toolsListChanged = true;
  wire.give(
    listenRequest(1, {
      toolsListChanged,
      promptsListChanged: true,
      resourceSubscriptions: ["a://b"],
    }),
  );
  wire.give(listenRequest(2, {}));
  assert.equal(wire.sent.splice(0), [
    acknowledged(1, { toolsListChanged }),
    acknowledged(2, {}),
  ]);
  const changed = {
    method: "notifications/tools/list_changed",
    params: { _meta: { [ID]: 1 } },
  };
  tools.set("one", { handler: () => "" });
  assert.equal(wire.sent.splice(0), [changed]);
  tools.remove("none");
  tools.remove("one");
  assert.equal(wire.sent.splice(0), [changed]);
  wire.give(CANCEL);
  tools.set("two", { handler: () => "" });
  assert.equal(await wire.rest(), []);
});

test("a server sends nothing after a change if no subscription is open", () => {
  const { wire, connection } = connect(STATELESS_SERVER, TOOLS);
  const { lifecycle } = connection.endpoint;
  lifecycle.broadcast(connection, "notifications/tools/list_changed");
  assert.equal(wire.sent, []);
});

test("a server does not acknowledge subscriptions to resources that the client must not read", async () => {
  const read = (): string => "x";
  const resources = resourceHandlers(
    { "a://mine": { read }, "a://other": { read } },
    { subscribe: true, access: async (uri) => uri.endsWith("mine") },
  );
  const { wire } = connect(STATELESS_SERVER, resources);
  const resourceSubscriptions = ["a://mine", "a://other", "a://none"];
  wire.give(listenRequest(1, { resourceSubscriptions }));
  const mine = { resourceSubscriptions: ["a://mine"] };
  assert.equal(await wire.take(), [acknowledged(1, mine)]);
});

for (const [about, uris, length] of [
  ["no resources", [], 16_000],
  ["10 resources with short URIs", Array.from("0123456789"), 16_000],
  ["11 resources with short URIs", Array.from("0123456789a"), 17_600],
  ["a resource with a long URI", ["x".repeat(20_000)], 20_000],
] as const)
  test(`a subscription to ${about} adds ${length} characters to the quota of the client until the subscription ends`, () => {
    const { wire, connection } = connect(
      STATELESS_SERVER,
      { "resources/read": () => ({ contents: [] }) },
      { capabilities: { resources: { subscribe: true } } },
    );
    const lengths: number[] = [];
    connection.traffic.keep = (length) => void lengths.push(length);
    wire.give(listenRequest(1, { resourceSubscriptions: uris }));
    assert.equal(lengths, [length]);
    wire.give(CANCEL);
    assert.equal(lengths, [length, -length]);
  });

test("subscriptions with a pending access check count towards the limit", async () => {
  let asked = 0;
  const { wire, connection } = connect(
    STATELESS_SERVER,
    {
      "resources/subscribe": () => new Promise(() => (asked += 1)),
      "resources/read": () => ({ contents: [] }),
    },
    { capabilities: { resources: { subscribe: true } } },
  );
  const resourceSubscriptions = ["a://b"];
  for (let id = 1; id <= 1_001; id += 1) {
    wire.give(listenRequest(id, { resourceSubscriptions }));
  }
  assert.is(asked, 1_000);
  const message = "Too many subscriptions are open";
  const refused = { id: 1_001, error: { code: -32602, message } };
  assert.equal((await wire.rest())[0], refused);
  await connection.close();
  const results = wire.sent.filter((message) => "result" in message);
  assert.is(results.length, 1_000);
});

for (const [ended, when] of [
  [true, "an acknowledged"],
  [false, "a pending"],
] as const)
  test(`at the end of ${when} subscription, a server calls the handler of resources/unsubscribe`, async () => {
    const heard: string[] = [];
    const { wire, errors } = connect(
      STATELESS_SERVER,
      {
        "resources/subscribe": async ({ uri }: { uri: string }) => {
          if (uri === "a://no") throw new Error("Not that one");
          heard.push(`+ ${uri}`);
          return {};
        },
        "resources/unsubscribe": ({ uri }: { uri: string }) => {
          heard.push(`- ${uri}`);
          if (uri === "a://odd") throw new Error("Already gone");
        },
      },
      { capabilities: { resources: { subscribe: true } } },
    );
    const resourceSubscriptions = ["a://b", "a://no", "a://odd", "a://b"];
    wire.give(listenRequest(1, { resourceSubscriptions }));
    if (ended) assert.is((await wire.take()).length, 1);
    wire.give(CANCEL);
    assert.equal(await wire.rest(), []);
    assert.equal(heard, ["+ a://b", "+ a://odd", "- a://b", "- a://odd"]);
    assert.ok(errors.includes("Already gone"), String(errors));
  });

test("a server without a handler for `resources/subscribe` accepts each resource of a subscription", async () => {
  const { wire } = connect(
    STATELESS_SERVER,
    { "resources/read": () => ({ contents: [] }) },
    { capabilities: { resources: { subscribe: true } } },
  );
  const resourceSubscriptions = ["a://b"];
  wire.give(listenRequest(1, { resourceSubscriptions }));
  assert.equal(await wire.take(), [acknowledged(1, { resourceSubscriptions })]);
});

for (const subscribed of [false, true])
  test(`subscriptions/listen ${subscribed ? "with" : "without"} a resource URI gets an error if sending the acknowledgement fails`, async () => {
    const { wire } = connect(
      STATELESS_SERVER,
      {
        "resources/subscribe": async () => ({}),
        "resources/read": () => ({ contents: [] }),
      },
      { capabilities: { resources: { subscribe: true } } },
    );
    const { send } = wire;
    wire.send = (message) => {
      if ("method" in message) throw new Error("no room");
      send.call(wire, message);
    };
    const resourceSubscriptions = subscribed ? ["a://b"] : undefined;
    wire.give(listenRequest(1, { resourceSubscriptions }));
    const error = { code: -32603, message: "Internal error" };
    assert.equal(await wire.take(), [{ id: 1, error }]);
    // The rejected subscription is closed, so its id can be used again.
    wire.give(listenRequest(1, { resourceSubscriptions }));
    assert.equal(await wire.take(), [{ id: 1, error }]);
  });

requirement(`
  51097a0794dd 2dc87030fe5e d30b8b0197c3 1ba5b6a54be9 aa85d1aae1e6
`);
test("a server sends a result for each open subscription when the server closes", async () => {
  for (const end of ["the server", "its input"]) {
    const { wire, connection } = connect(STATELESS_SERVER, TOOLS);
    wire.give(listenRequest(7, {}));
    wire.sent.length = 0;
    if (end === "its input") wire.receiver.ended();
    else void connection.close();
    await connection.done;
    const params = { requestId: 7, reason: "The server is closing" };
    const _meta = { ...SIGNED, [ID]: 7 };
    assert.equal(wire.sent, [
      { method: CANCEL.method, params },
      { id: 7, result: { resultType: "complete", _meta } },
    ]);
  }
});

test.run();
