/**
 * Tests that the cost of a stream does not grow with the number of streams in
 * its session.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { QuotaShares } from "../../../../runtime/limits/quota-share.js";
import { memoryEventStore } from "../../../../runtime/http/server/sessions/event-store.js";
import { KeepAlive } from "../../../../runtime/http/server/keep-alive.js";
import { HttpSession } from "../../../../runtime/http/server/sessions/session.js";
import { EventStream } from "../../../../runtime/http/server/sessions/stream.js";

const test = suite("http session: many streams");

/** Simulated response stream that discards all output. */
const stream = {
  write: () => {},
  waiting: 0,
  drained: () => Promise.resolve(),
  end: () => {},
  destroy: () => {},
};
const reply = { send: () => {}, onGone: () => {}, stream: () => stream };

for (const kept of [true, false])
  test(`opening a stream does not become slower in a session with 3,000 streams ${kept ? "and an event store" : "and no event store"}`, () => {
    const streams = {
      prefix: "s",
      holder: "h",
      store: kept ? memoryEventStore() : undefined,
      polling: true,
      retry: 1,
      maxWaiting: 1_000,
      attached: new KeepAlive(Infinity),
      report: () => {},
    };
    const session = new HttpSession({
      id: "s",
      owner: undefined,
      streamAfter: Infinity,
      backlogs: new QuotaShares(),
      onEnd: () => {},
      streams,
    });
    session.start({ receive: () => {}, closed: () => {} } as never);
    const { prototype } = EventStream;
    const attached = Object.getOwnPropertyDescriptor(prototype, "attached");
    let reads = 0;
    const get = function (this: EventStream): unknown {
      reads += 1;
      return attached?.get?.call(this);
    };
    Object.defineProperty(prototype, "attached", { get, configurable: true });
    try {
      for (let id = 0; id < 3_000; id += 1) {
        session.exchange({}, [id], reply, {} as never);
        const method = "notifications/progress";
        session.send({ jsonrpc: "2.0", method }, id);
      }
      assert.ok(reads < 4 * 3_000, `attached was read ${reads} times`);
    } finally {
      Object.defineProperty(prototype, "attached", attached as object);
    }
    session.close();
  });

test.run();
