/**
 * Tests of responses that clients do not read. The server ends such a response
 * after a timeout, and its unread bytes count towards the client's quota.
 */
import { EventEmitter } from "node:events";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { QuotaRegistry } from "../../../../runtime/limits/quota-registry.js";
import { ToNode } from "../../../../runtime/http/platform/node-reply.js";
import { ToWeb } from "../../../../runtime/http/platform/fetch.js";
import { WebStream } from "../../../../runtime/http/platform/web-stream.js";
import type { NodeResponse } from "../../../../runtime/http/platform/node-reply.js";

const test = suite("http server: unread answers");

/**
 * Simulated Node.js response. Each write adds `waits` bytes to the unread
 * bytes.
 */
class Unread extends EventEmitter {
  writableLength = 0;
  readonly headersSent = false;
  readonly writableEnded = false;
  readonly done: unknown[] = [];
  readonly #waits: number;

  constructor(waits: number) {
    super();
    this.#waits = waits;
  }

  write(): boolean {
    this.writableLength += this.#waits;
    return this.#waits === 0;
  }

  end(): void {
    this.write();
  }

  writeHead(): void {}
  flushHeaders(): void {}

  setTimeout(time: number): void {
    this.done.push(time);
  }

  destroy(): void {
    this.done.push("destroyed");
  }
}

const createRegistry = (maxKept: number): QuotaRegistry =>
  new QuotaRegistry({ limits: undefined, rate: undefined, maxKept });

/**
 * Sends a response of which `waits` bytes remain unread. Returns the simulated
 * Node.js response.
 */
function sendUnread(waits: number, ledger = createRegistry(100), who = "eve") {
  const response = new Unread(waits);
  const reply = new ToNode(response as unknown as NodeResponse, 30_000);
  reply.countFor(ledger.getQuota("address", who));
  reply.send(200, {}, "{}");
  return response;
}

test("unread bytes of a response count towards the client's quota until the connection closes", () => {
  const ledger = createRegistry(100);
  const eve = ledger.getQuota("address", "eve");
  const first = sendUnread(30, ledger);
  assert.equal([eve.countBody(21), eve.countBody(20)], [false, true]);
  eve.countBody(-20);
  first.emit("close");
  assert.is(eve.countBody(50), true);
  eve.countBody(-50);
  assert.not(eve.holdsMemory);
});

test("a response is destroyed if the client's unread bytes already exceed the quota", () => {
  const ledger = createRegistry(100);
  const first = sendUnread(1_000, ledger);
  assert.equal(first.done, [30_000]);
  assert.equal(sendUnread(1, ledger).done.at(-1), "destroyed");
  // The quota of the other client `ann` is not used up.
  assert.equal(sendUnread(10, ledger, "ann").done, [30_000]);
  first.emit("close");
  assert.equal(sendUnread(1, ledger).done, [30_000]);
});

test("a response that the client reads immediately does not count towards the quota", () => {
  const ledger = createRegistry(100);
  assert.equal(sendUnread(0, ledger).done, []);
  assert.not(ledger.getQuota("address", "eve").holdsMemory);
});

test("a response stream without a read timeout is destroyed when its unread bytes exceed the quota", () => {
  const ledger = createRegistry(100);
  const eve = ledger.getQuota("address", "eve");
  const response = new Unread(20);
  const reply = new ToNode(response as unknown as NodeResponse, Infinity);
  reply.countFor(eve);
  const stream = reply.stream({});
  stream.write("x");
  stream.write("x");
  // The server has disabled the timeout of the Node.js response by the call
  // `setTimeout(0)`.
  assert.equal(response.done, [0]);
  assert.equal([eve.countBody(11), eve.countBody(10)], [false, true]);
  response.writableLength = 0;
  response.emit("drain");
  assert.is(eve.countBody(40), true);
  stream.write("x");
  assert.is(response.done.at(-1), "destroyed");
  response.emit("close");
  eve.countBody(-50);
  assert.not(eve.holdsMemory);
});

test("a client is disconnected if it reads nothing before the timeout", () => {
  const response = sendUnread(1);
  response.emit("timeout");
  assert.equal(response.done, [30_000, "destroyed"]);
});

test("bytes passed to `reserveUnread` count towards the client's quota until the event loop turn ends", async () => {
  const ledger = createRegistry(100);
  const eve = ledger.getQuota("address", "eve");
  assert.equal(
    [30, 20, 1].map((length) => eve.reserveUnread(length)),
    [true, true, false],
  );
  sendUnread(30, ledger);
  assert.is(eve.reserveUnread(1), false);
  await new Promise(setImmediate);
  assert.equal([eve.countBody(21), eve.countBody(20)], [false, true]);
});

/** Starts a web stream, whose unread bytes count towards the quota of `eve`. */
function startWeb(ledger: QuotaRegistry, timeout = 30_000) {
  const events: string[] = [];
  const eve = ledger.getQuota("address", "eve");
  const stream = new WebStream(eve, timeout, {
    cancelled: () => events.push("cancelled"),
    ended: () => events.push("ended"),
  });
  return { stream, events, eve, reader: stream.readable.getReader() };
}

const SLOW = /^The client reads too slowly$/;

test("the unread bytes of a web stream count towards the client's quota until the client reads them", async () => {
  const ledger = createRegistry(100);
  const { stream, eve, events, reader } = startWeb(ledger);
  stream.write("x".repeat(20));
  stream.write("x".repeat(10));
  assert.is(stream.waiting, 30);
  assert.equal([eve.countBody(21), eve.countBody(20)], [false, true]);
  eve.countBody(-20);
  stream.end();
  assert.is((await reader.read()).value?.length, 20);
  assert.equal([eve.countBody(41), eve.countBody(40)], [false, true]);
  eve.countBody(-40);
  assert.is((await reader.read()).value?.length, 10);
  assert.is((await reader.read()).done, true);
  assert.not(eve.holdsMemory);
  assert.equal(events, ["ended"]);
});

test("a web stream ends when its unread bytes exceed the client's quota", async () => {
  const ledger = createRegistry(100);
  const { stream, eve, reader } = startWeb(ledger);
  stream.write("x".repeat(1_000));
  stream.write("x");
  const next = startWeb(ledger);
  next.stream.write("x");
  const { message } = (await next.reader
    .read()
    .catch((error) => error)) as Error;
  assert.match(message, SLOW);
  await reader.cancel();
  assert.not(eve.holdsMemory);
});

test("a web stream ends if the client reads nothing before the timeout", async () => {
  const { stream, eve, reader } = startWeb(createRegistry(100), 5);
  // Timer that keeps the process alive, because the timer of the stream does
  // not keep the process alive.
  const alive = setInterval(() => {}, 1_000);
  stream.write("x");
  const { message } = (await reader.closed.catch(
    (error: Error) => error,
  )) as Error;
  clearInterval(alive);
  assert.match(message, SLOW);
  assert.not(eve.holdsMemory);
});

test("an unread response body of `fetchHandler` counts towards the quota only above 65,536 characters", async () => {
  for (const [length, counts] of [
    [65_536, false],
    [65_537, true],
  ] as const) {
    const eve = createRegistry(1_000_000).getQuota("address", "eve");
    const request = new Request("http://127.0.0.1/");
    const response = await new Promise<Response>((resolve) => {
      const reply = new ToWeb(request, 30_000, resolve);
      reply.countFor(eve);
      reply.send(200, { "content-type": "text/plain" }, "x".repeat(length));
    });
    assert.is(eve.holdsMemory, counts);
    assert.is((await response.text()).length, length);
    assert.is(eve.holdsMemory, false);
  }
});

test.run();
