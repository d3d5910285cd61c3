/**
 * Tests of the specification's requirements for clients, as far as no other
 * test covers them.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ClientCore } from "../../runtime/protocol/client-core.js";
import { elicitationHandlers } from "../../runtime/features/client/elicitation.js";
import { Scripted } from "../harness/host/scripted-servers.js";
import {
  CLIENT,
  openClient,
  type Sent,
  STATELESS_CLIENT,
  Wire,
} from "../harness/wire/wire.js";
import { recordDelays } from "../harness/time/timers.js";
import type { Handlers } from "../../runtime/protocol/lifecycle.js";
import { discovered } from "../harness/wire/stateless.js";
import { requirement } from "../harness/run/requirement.js";

const test = suite("requirements: clients");

const INFO = { name: "c", version: "1" };
const ID = "io.modelcontextprotocol/subscriptionId";
const DISCOVERED = {
  supportedVersions: ["2000-01-01"],
  capabilities: { tools: { listChanged: true }, resources: {} },
};

requirement("34a698710902 bd8fe22be61a c8e0b013906a");
test("a client passes a notification to the subscription with the id in the notification", async () => {
  const everything: unknown[] = [];
  const { wire, connection } = await discovered(
    { "notifications/tools/list_changed": () => everything.push("changed") },
    DISCOVERED,
  );
  const heard: [unknown, unknown][][] = [[], []];
  for (const received of heard) {
    const onNotification = (method: string, params: object): void =>
      void received.push([
        method,
        "notifications" in params && params.notifications,
      ]);
    const notifications = { toolsListChanged: true };
    void connection
      .request("subscriptions/listen", { notifications }, { onNotification })
      .catch(() => {});
  }
  const [first, second] = (await wire.take(2)) as Sent[];
  const acknowledged = "notifications/subscriptions/acknowledged";
  const changed = "notifications/tools/list_changed";
  const say = (id: unknown, method: string, params: object = {}): void =>
    wire.give({ method, params: { _meta: { [ID]: id }, ...params } });
  say(second?.id, acknowledged, { notifications: {} });
  say(first?.id, acknowledged, { notifications: { toolsListChanged: true } });
  say(first?.id, changed);
  for (const id of [99, "1", {}, null]) say(id, changed);
  wire.give({ method: changed });
  assert.equal(heard, [
    [
      [acknowledged, { toolsListChanged: true }],
      [changed, false],
    ],
    [[acknowledged, {}]],
  ]);
  assert.is(everything.length, 6);
  await connection.close();
});

requirement("76536dc21b97 cc4f8b447054");
test("a client passes a progress notification to the request with the same progress token", async () => {
  const { wire, connection } = await openClient();
  const heard: number[][] = [[], []];
  for (const received of heard) {
    const onProgress = ({ progress }: { progress: number }): void =>
      void received.push(progress);
    void connection
      .request("tools/list", undefined, { onProgress })
      .catch(() => {});
  }
  const sent = (await wire.take(2)) as Sent[];
  for (const [index, { params }] of sent.entries()) {
    const { progressToken } = params["_meta"] as { progressToken: unknown };
    const method = "notifications/progress";
    wire.give({ method, params: { progressToken, progress: index + 1 } });
  }
  assert.equal(heard, [[1], [2]]);
  await connection.close();
});

requirement("3f2771aa0d64");
test("a client requests the next page of a list if nextCursor is an empty string", async () => {
  const client = new ClientCore(CLIENT, INFO, {}, {});
  const server = new Scripted((_method, { cursor } = {}) =>
    cursor === undefined
      ? { tools: [], nextCursor: "" }
      : { tools: [], cursor },
  );
  await client.connect(server);
  const cursors: unknown[] = [];
  for await (const page of client.pages("tools/list"))
    cursors.push((page as { cursor?: unknown }).cursor);
  assert.equal(cursors, [undefined, ""]);
  await client.close();
});

requirement("d7e92639daeb");
test("a client answers an elicitation in an undeclared mode with error -32602", async () => {
  const form = () => ({ action: "cancel" as const });
  const url = () => "cancel" as const;
  const params = { message: "?", url: "https://a.b/", elicitationId: "1" };
  for (const [handlers, mode] of [
    [elicitationHandlers({ form }, true), "url"],
    [elicitationHandlers({ url }, true), "form"],
  ] as const) {
    const { wire } = await openClient({ ...(handlers as Handlers) });
    const method = "elicitation/create";
    wire.give({ id: 1, method, params: { ...params, mode } });
    const message = `This client has not declared elicitation in ${mode} mode`;
    assert.equal((await wire.next()).error, { code: -32602, message });
  }
});
requirement("a521beb96dcf 5b89ed6f4e8c");
test("a client does not request a cached result again when the result becomes stale", async () => {
  const protocol = { ...STATELESS_CLIENT, cacheable: ["tools/list"] };
  const client = new ClientCore(protocol, INFO, {}, {});
  const wire = new Wire();
  const connected = client.connect(wire);
  const { id } = await wire.next();
  wire.give({ id, result: DISCOVERED });
  await connected;
  const delays = await recordDelays(async () => {
    const unlimited = { timeout: Infinity, maxTimeout: Infinity };
    const listed = client.request("tools/list", undefined, unlimited);
    const { id } = await wire.next();
    const result = { tools: [], ttlMs: 1_000, cacheScope: "private" };
    wire.give({ id, result });
    await listed;
  });
  assert.equal(delays, []);
  await client.close();
});

test.run();
