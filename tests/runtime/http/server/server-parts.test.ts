/**
 * Tests of parts of the HTTP server: options, backlogs (queues of unsent
 * messages), event stores and deadlines.
 */
import http from "node:http";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { QuotaShares } from "../../../../runtime/limits/quota-share.js";
import type { Endpoint } from "../../../../runtime/protocol/endpoint.js";
import { ServerCore } from "../../../../runtime/protocol/server-core.js";
import { listen } from "../../../harness/http/serving.js";
import { SERVER } from "../../../harness/wire/wire.js";
import { withStoppedClock } from "../../../harness/time/clock.js";
import { httpSettings } from "../../../../runtime/http/server/options.js";
import { whileValid } from "../../../../runtime/http/security/while-valid.js";
import { writeWithin } from "../../../../runtime/http/server/slow-reader.js";
import { ToNode } from "../../../../runtime/http/platform/node-reply.js";
import { readMessage } from "../../../../runtime/http/server/read-message.js";
import type {
  HttpRequest,
  HttpStream,
} from "../../../../runtime/http/types.js";
import { memoryEventStore } from "../../../../runtime/http/server/sessions/event-store.js";
import { Backlog } from "../../../../runtime/http/server/sessions/backlog.js";

const test = suite("http server parts");

test("a full backlog (queue of unsent messages) drops log messages first", () => {
  const all = new QuotaShares();
  const log = (data: string) => ({ method: "notifications/message", data });
  const other = { method: "sampling/createMessage", data: "ask" };
  const backlog = new Backlog(all, "one");
  for (const message of [other, log("old"), log("new")]) backlog.add(message);
  for (let n = 0; n < 998; n += 1) backlog.add(other);
  const kept = backlog.take();
  assert.equal([kept.length, kept[1]?.data], [1_000, "new"]);
  assert.is(all.total, 0);
  // A backlog may keep one message that is longer than the limit per backlog,
  // if all backlogs together stay within the common limit.
  const long = { ...other, data: "x".repeat(2 ** 23) };
  const half = { ...other, data: "x".repeat(2 ** 22) };
  const many = ["a", "b", "c"].map((holder) => new Backlog(all, holder));
  for (const [at, backlog] of many.entries())
    backlog.add(at === 0 ? long : half);
  assert.is(all.total, 2 ** 23 + 2 ** 22);
  const taken = many.map((backlog) => backlog.take().length);
  assert.equal(taken, [1, 1, 0]);
  for (let count = 0; count < 2; count += 1) backlog.add(long);
  assert.is(backlog.take().length, 1);
});

test("a backlog drops a list_changed notification if it already contains an equal one", () => {
  const backlog = new Backlog(new QuotaShares(), "one");
  for (const list of ["tools", "prompts", "tools"])
    backlog.add({ method: `notifications/${list}/list_changed`, data: list });
  const kept = backlog.take().map(({ data }) => data);
  assert.equal(kept, ["tools", "prompts"]);
});

test("the header content-length of a Node.js response counts bytes instead of characters", () => {
  const heads: unknown[] = [];
  const response = {
    headersSent: false,
    writableLength: 0,
    writeHead: (...head: unknown[]) => heads.push(head),
    end: () => {},
  };
  new ToNode(response as never, Infinity).send(200, { a: "b" }, "é");
  assert.equal(heads, [[200, { "content-length": "2", a: "b" }]]);
});

test("a request body that cannot be read completely does not count towards the client's quota", () => {
  let counted = 0;
  const statuses: number[] = [];
  const account = { countBody: (bytes: number) => ((counted += bytes), true) };
  const request = {
    header: () => "application/json",
    body: (...[, , done, reserve]: Parameters<HttpRequest["body"]>) => {
      reserve(1_000);
      assert.is(counted, 1_000);
      done(undefined, 408);
    },
  };
  const reject = ({ status }: { status: number }) => statuses.push(status);
  const exchange = { request, caller: { account }, reject };
  readMessage({} as never, exchange as never, () => assert.unreachable());
  assert.equal([statuses, counted], [[408], 0]);
});

/** Documented defaults of the HTTP options. */
const DEFAULTS = {
  path: "/mcp",
  maxKept: 134_217_728,
  maxBody: 4_194_304,
  bodyTimeout: 30_000,
  maxSessions: 10_000,
  sessionIdle: 1_800_000,
  retry: 1_000,
  streamAfter: 1_000,
  keepAlive: 15_000,
  maxWaiting: 4_194_304,
  readTimeout: 30_000,
};

test("`httpSettings` returns the documented defaults", () => {
  const endpoint = (limits?: object): Endpoint =>
    ({ options: { limits }, report: () => {} }) as unknown as Endpoint;
  const of = (options: object, limits?: object): object => {
    const all = Object.entries(httpSettings(options, endpoint(limits)));
    return Object.fromEntries(all.filter(([name]) => name in DEFAULTS));
  };
  assert.equal(of({}), DEFAULTS);
  const others = Object.fromEntries(
    Object.keys(DEFAULTS).map((name, index) => [name, index + 1]),
  );
  assert.equal(of(others), others);
  // The default of maxBody is three times the message limit, because a UTF-16
  // code unit has at most three bytes in UTF-8.
  assert.equal(of({}, { message: 10 }), { ...DEFAULTS, maxBody: 30 });
  const { address, events } = httpSettings({}, endpoint());
  assert.is(address({ address: "::1" } as never), "::1");
  assert.ok(events);
  assert.is(httpSettings({ events: false }, endpoint()).events, undefined);
});

test("listen passes header limits and timeouts to the HTTP server of Node.js", async () => {
  const { createServer } = http;
  const server = new ServerCore(SERVER, { name: "s", version: "1" }, {}, {});
  const given: unknown[] = [];
  const noting = (options: object, handler: never) => {
    given.push(options);
    return createServer(options, handler);
  };
  http.createServer = noting as typeof createServer;
  const endless = {
    headersTimeout: Infinity,
    bodyTimeout: Infinity,
    keepAliveTimeout: Infinity,
  };
  for (const options of [
    {},
    { maxHeaders: 5, ...endless },
    { bodyTimeout: 1, keepAliveTimeout: 65_000 },
  ])
    await (await listen(server, options)).close();
  http.createServer = createServer;
  const connectionsCheckingInterval = 1_000;
  assert.equal(
    given,
    [
      [16_385, 10_000, 31_000, 5_000],
      [6, 0, 0, 0],
      [16_385, 1_001, 1_001, 65_000],
    ].map(
      ([maxHeaderSize, headersTimeout, requestTimeout, keepAliveTimeout]) => ({
        maxHeaderSize,
        headersTimeout,
        requestTimeout,
        keepAliveTimeout,
        connectionsCheckingInterval,
      }),
    ),
  );
});

test("the memory event store evicts the oldest events of the owner with the most events", async () => {
  const event = (number: number, data = "x") => ({ number, data });
  for (const limits of [
    { maxEvents: 4, maxLength: 100 },
    { maxEvents: 100, maxLength: 4 },
  ]) {
    const store = memoryEventStore(limits);
    const kept = async (name: string, after: number): Promise<unknown> => {
      const events = await store.after(name, after);
      return (
        events &&
        [...(events as Iterable<{ number: number }>)].map(
          ({ number }) => number,
        )
      );
    };
    await store.append("a", event(1), "ann");
    await store.append("a", event(2), "ann");
    await store.drop("a");
    for (const number of [1, 2, 3, 4])
      await store.append("b", event(number), "bob");
    assert.equal(
      [await kept("a", 0), await kept("b", 0)],
      [undefined, [1, 2, 3, 4]],
    );
    assert.equal(await kept("b", 2), [3, 4]);
    // The owner `bob` has the most events. Therefore, the store evicts the
    // older half of a stream of `bob`, although `ann` adds the new event.
    await store.append("c", event(1), "ann");
    assert.equal([await kept("b", 1), await kept("b", 2)], [undefined, [3, 4]]);
    assert.equal(await kept("c", 0), [1]);
  }
});

test("the server stops checking the token of a stream that has ended or whose client has left", () =>
  withStoppedClock(async (clock) => {
    for (const how of ["end", "destroy", "gone"] as const) {
      const done: string[] = [];
      const stream = {
        end: () => void done.push("end"),
        destroy: () => void done.push("destroy"),
      };
      const gone: (() => void)[] = [];
      const onGone = (callback: () => void) => gone.push(callback);
      const reply = { onGone, stream: () => stream };
      let asked = 0;
      const valid = async (): Promise<boolean> => (asked += 1) > 0;
      const checked = whileValid(reply as never, 1, valid).stream({});
      if (how === "gone") for (const callback of gone) callback();
      else checked[how]();
      await clock.wait(20);
      assert.equal([done, asked], [how === "gone" ? [] : [how], 0]);
    }
  }));

test("`writeWithin` destroys a stream with more than the maximum number of unread bytes", () => {
  for (const [waiting, does] of [
    [10, ["wrote x", true]],
    [11, ["destroyed", false]],
  ] as const) {
    const done: unknown[] = [];
    const write = (text: string): void => void done.push(`wrote ${text}`);
    const destroy = (): void => void done.push("destroyed");
    const stream = { waiting, write, destroy } as unknown as HttpStream;
    done.push(writeWithin(stream, "x", 10));
    assert.equal(done, does);
  }
});

test.run();
