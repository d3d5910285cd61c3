/** Tests of notifications that a server sends to all clients of an HTTP server. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { spreadBroadcasts } from "../../../../runtime/http/server/broadcast.js";
import { ServerCore } from "../../../../runtime/protocol/server-core.js";
import {
  closeSites,
  Events,
  listenTo,
  openSession,
  PLATFORMS,
  SESSIONS,
} from "../../../harness/http/site.js";
import { HELLO, SERVER, TOOLS, Wire } from "../../../harness/wire/wire.js";
import { countLongTexts, countTurns } from "../../../harness/run/turns.js";
import { waitUntil } from "../../../harness/run/time-limit.js";

const test = suite("broadcasts");
test.after.each(closeSites);

const MEBI = 2 ** 20;
const LONG = "x".repeat(MEBI);

for (const [method, params] of [
  ["notifications/tools/list_changed", undefined],
  ["notifications/resources/updated", { uri: "a:///b" }],
  ["notifications/message", { level: "error", data: LONG }],
] as const)
  test(`a server sends ${method} to each of its clients in a separate turn`, async () => {
    const info = { name: "s", version: "1" };
    const handlers = { ...TOOLS, "resources/subscribe": () => ({}) };
    const capabilities = {
      logging: {},
      tools: { listChanged: true },
      resources: { subscribe: true },
    };
    const server = new ServerCore(SERVER, info, handlers, { capabilities });
    spreadBroadcasts(server);
    const counter = countTurns();
    const turns: number[] = [];
    for (let count = 0; count < 20; count += 1) {
      const wire = new Wire();
      await server.connect(wire);
      wire.give(HELLO);
      wire.give({ method: "notifications/initialized" });
      const uri = { uri: "a:///b" };
      wire.give({ id: 1, method: "resources/subscribe", params: uri });
      await wire.rest();
      wire.send = () => void turns.push(counter.turn);
    }
    server.notify(method, params);
    await waitUntil("20 sessions are notified", () => turns.length >= 20);
    counter.stop();
    assert.is(new Set(turns).size, 20);
    await server.close();
  });

for (const [platform, serve] of Object.entries(PLATFORMS))
  test(`a log message of 1 Mi characters is redacted and serialized once for all clients: ${platform}`, async () => {
    let redacted = 0;
    const site = await serve(SESSIONS, TOOLS);
    Object.assign(site.server.endpoint.options, {
      redact: (data: unknown) => ((redacted += 1), data),
    });
    const streams: Events[] = [];
    for (let count = 0; count < 10; count += 1) {
      const session = await openSession(site);
      streams.push(new Events(await listenTo(site, session)));
    }
    const count = await countLongTexts(MEBI, async () => {
      const data = { level: "error", data: LONG };
      site.server.notify("notifications/message", data);
      for (const stream of streams) {
        const event = await stream.next();
        assert.equal(event?.data.params, { ...data });
      }
    });
    assert.equal([count, redacted], [1, 1]);
    for (const stream of streams) await stream.cancel();
  });

test.run();
