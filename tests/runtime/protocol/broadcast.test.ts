/** Tests of notifications that a server sends to all of its clients. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { spreadBroadcasts } from "../../../runtime/http/server/broadcast.js";
import { ServerCore } from "../../../runtime/protocol/server-core.js";
import { load } from "../../harness/generated/load.js";
import {
  closeSites,
  Events,
  listenTo,
  openSession,
  PLATFORMS,
  SESSIONS,
} from "../../harness/http/site.js";
import { HELLO, SERVER, TOOLS, Wire } from "../../harness/wire/wire.js";
import { datedModel } from "../../harness/models/models.js";
import { createMeta } from "../../harness/peers/meta.js";
import { countLongTexts, countTurns } from "../../harness/run/turns.js";
import type { Server } from "../../harness/generated/modules.js";

const test = suite("broadcasts");
test.after.each(closeSites);

const MEBI = 2 ** 20;
const LONG = "x".repeat(MEBI);

const CLIENTS = 20;

/** Parameters of the notifications that require parameters. */
const PARAMS: Record<string, object> = {
  "notifications/resources/updated": { uri: "a:///b" },
  "notifications/message": { level: "error", data: LONG },
};

/**
 * Connects clients to a generated server. Whenever the server later sends a
 * message, the number of the current event loop turn is added to `turns`.
 */
async function connectClients(server: Server, opening: readonly object[]) {
  const counter = countTurns();
  const turns: number[] = [];
  for (let count = 0; count < CLIENTS; count += 1) {
    const wire = new Wire();
    await server.connect(wire);
    for (const message of opening) wire.give(message);
    await wire.rest();
    wire.send = () => void turns.push(counter.turn);
  }
  return { turns, counter };
}

test("a server no longer sends notifications to a connection that has ended", async () => {
  const info = { name: "s", version: "1" };
  const server = new ServerCore(SERVER, info, TOOLS, {});
  const wire = new Wire();
  const { closed } = await server.connect(wire);
  const counts: number[] = [];
  server.broadcast = (recipients) => void counts.push([...recipients].length);
  server.notify("notifications/tools/list_changed");
  wire.receiver.closed();
  await closed;
  server.notify("notifications/tools/list_changed");
  assert.equal(counts, [1, 0]);
});

const CAPABILITIES = {
  logging: {},
  tools: { listChanged: true },
  prompts: { listChanged: true },
  resources: { subscribe: true, listChanged: true },
  tasks: {},
};

const SESSION = [
  HELLO,
  { method: "notifications/initialized" },
  { id: 1, method: "resources/subscribe", params: { uri: "a:///b" } },
];

const notifications = {
  toolsListChanged: true,
  promptsListChanged: true,
  resourcesListChanged: true,
  resourceSubscriptions: ["a:///b"],
};
const STATELESS = [
  {
    id: 1,
    method: "subscriptions/listen",
    params: { notifications, _meta: createMeta("2026-07-28") },
  },
];

/** Returns the methods of the notifications that a server may send. */
const sentMethods = (revision: string): string[] =>
  datedModel(revision)
    .methods.filter(
      ({ kind, sender }) => kind === "notification" && sender !== "client",
    )
    .map(({ method }) => method);

for (const [kind, spread] of [
  ["server", () => {}],
  ["HTTP server", spreadBroadcasts],
] as const)
  for (const [revision, opening, methods] of [
    ["2025-11-25", SESSION, sentMethods("2025-11-25")],
    [
      "2026-07-28",
      STATELESS,
      // Without sessions, a server broadcasts only changes of lists and
      // resources, because clients cannot subscribe to other notifications.
      sentMethods("2026-07-28").filter((method) =>
        /list_changed$|resources.updated$/.test(method),
      ),
    ],
  ] as const)
    for (const method of methods)
      test(`the ${kind} of ${revision} sends ${method} to each client in a separate turn of the event loop`, async () => {
        const { createServer } = await load(revision, "server");
        const info = { name: "s", version: "1" };
        const handlers = { ...TOOLS, "resources/subscribe": () => ({}) };
        const options = { capabilities: CAPABILITIES };
        const server = createServer(info, handlers, options);
        spread(server);
        const { turns, counter } = await connectClients(server, opening);
        server.notify(method, (PARAMS[method] ?? {}) as never);
        while (turns.length < CLIENTS) await new Promise(setImmediate);
        counter.stop();
        assert.is(new Set(turns).size, CLIENTS);
        await server.close();
      });

for (const [platform, serve] of Object.entries(PLATFORMS))
  test(`a long log message is redacted only once for all clients: ${platform}`, async () => {
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
