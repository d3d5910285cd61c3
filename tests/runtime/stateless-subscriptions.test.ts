/** Subscriptions without a handshake: requests whose answers stay open. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ServerCore } from "../../templates/runtime/endpoint/server.js";
import { resourceHandlers } from "../../templates/runtime/features/resources/resources.js";
import { toolHandlers } from "../../templates/runtime/features/tools.js";
import { connect, STATELESS_SERVER, TOOLS, Wire } from "./support.js";
import { META, SIGNED } from "./stateless-support.js";

const test = suite("without a handshake: subscriptions");

function listenRequest(id: number, notifications: object): object {
  return {
    id,
    method: "subscriptions/listen",
    params: { _meta: META, notifications },
  };
}

const ID = "io.modelcontextprotocol/subscriptionId";

test("subscriptions: acknowledged first, then what was asked for, until cancelled", async () => {
  const tools = toolHandlers({});
  const server = new ServerCore(
    STATELESS_SERVER,
    { name: "server", version: "1" },
    tools,
    {},
  );
  const wire = new Wire();
  await server.connect(wire);
  wire.give(
    listenRequest(1, {
      toolsListChanged: true,
      promptsListChanged: true,
      resourceSubscriptions: ["a://b"],
    }),
  );
  wire.give(listenRequest(2, {}));
  assert.equal(wire.sent.splice(0), [
    {
      method: "notifications/subscriptions/acknowledged",
      params: { _meta: { [ID]: 1 }, notifications: { toolsListChanged: true } },
    },
    {
      method: "notifications/subscriptions/acknowledged",
      params: { _meta: { [ID]: 2 }, notifications: {} },
    },
  ]);
  const changed = (id: number): object => ({
    method: "notifications/tools/list_changed",
    params: { _meta: { [ID]: id } },
  });
  tools.set("one", { handler: () => "" });
  assert.equal(wire.sent.splice(0), [changed(1)]);
  tools.remove("none");
  tools.remove("one");
  assert.equal(wire.sent.splice(0), [changed(1)]);
  wire.give({ method: "notifications/cancelled", params: { requestId: 1 } });
  tools.set("two", { handler: () => "" });
  assert.equal(await wire.rest(), []);
});
test("who may not read a resource is not told that it changed", async () => {
  const read = (): string => "x";
  const resources = resourceHandlers(
    { "a://mine": { read }, "a://other": { read } },
    { subscribe: true, access: async (uri) => uri.endsWith("mine") },
  );
  const { wire } = connect(STATELESS_SERVER, resources);
  const resourceSubscriptions = ["a://mine", "a://other", "a://none"];
  wire.give(listenRequest(1, { resourceSubscriptions }));
  const { params } = await wire.next();
  assert.equal(params, {
    _meta: { [ID]: 1 },
    notifications: { resourceSubscriptions: ["a://mine"] },
  });
});
test("subscriptions whose access is asked for count as open, and end with the server", async () => {
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
  const [refused] = (await wire.rest()) as [object];
  assert.equal(refused, {
    id: 1_001,
    error: { code: -32602, message: "Too many subscriptions are open" },
  });
  await connection.close();
  const results = wire.sent.filter((one) => "result" in one);
  assert.is(results.length, 1_000);
});

for (const [ended, when] of [
  [true, "has begun"],
  [false, "is asked for"],
] as const) {
  test(`handlers of resources hear the end of a subscription that ${when}`, async () => {
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
    wire.give({ method: "notifications/cancelled", params: { requestId: 1 } });
    assert.equal(await wire.rest(), []);
    assert.equal(heard, ["+ a://b", "+ a://odd", "- a://b", "- a://odd"]);
    assert.ok(errors.includes("Already gone"), String(errors));
  });
}

test("subscriptions end with a result when the server closes", async () => {
  const { wire, connection } = connect(STATELESS_SERVER, TOOLS);
  wire.give(listenRequest(7, {}));
  wire.sent.length = 0;
  await connection.close();
  assert.equal(wire.sent, [
    {
      method: "notifications/cancelled",
      params: { requestId: 7, reason: "The server ends" },
    },
    {
      id: 7,
      result: { resultType: "complete", _meta: { ...SIGNED, [ID]: 7 } },
    },
  ]);
});

test.run();
