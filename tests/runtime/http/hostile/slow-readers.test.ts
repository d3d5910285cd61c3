/**
 * Tests of responses that clients do not read. Such a response has a timeout,
 * and its unread bytes count towards the client's quota.
 */
import { EventEmitter } from "node:events";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { QuotaRegistry } from "../../../../runtime/limits/quota-registry.js";
import { ToNode } from "../../../../runtime/http/platform/node-reply.js";
import type { NodeResponse } from "../../../../runtime/http/platform/node-reply.js";

const test = suite("http server: unread answers");

/**
 * Simulated Node.js response. After each write, `waits` more bytes are unread.
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

test("unread bytes count towards the quota of their client until the connection closes", () => {
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

test("a response that exceeds the client's quota is sent, but the next response is not", () => {
  const ledger = createRegistry(100);
  const first = sendUnread(1_000, ledger);
  assert.equal(first.done, [30_000]);
  assert.equal(sendUnread(1, ledger).done.at(-1), "destroyed");
  // The quota of the other client `ann` still has room.
  assert.equal(sendUnread(10, ledger, "ann").done, [30_000]);
  first.emit("close");
  assert.equal(sendUnread(1, ledger).done, [30_000]);
});

test("a response that is read immediately gets no timeout and does not count towards the quota", () => {
  const ledger = createRegistry(100);
  assert.equal(sendUnread(0, ledger).done, []);
  assert.not(ledger.getQuota("address", "eve").holdsMemory);
});

test("a stream without a timeout counts its unread bytes and is destroyed when it exceeds the quota", () => {
  const ledger = createRegistry(100);
  const eve = ledger.getQuota("address", "eve");
  const response = new Unread(20);
  const reply = new ToNode(response as unknown as NodeResponse, Infinity);
  reply.countFor(eve);
  const stream = reply.stream({});
  stream.write("x");
  stream.write("x");
  // In Node.js, the value 0 disables the timeout.
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

test("a client that reads nothing before the timeout is disconnected", () => {
  const response = sendUnread(1);
  response.emit("timeout");
  assert.equal(response.done, [30_000, "destroyed"]);
});

test.run();
