/** Answers that their client does not read: they are timed, and count for it. */
import { EventEmitter } from "node:events";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { QuotaRegistry } from "../../../../runtime/limits/quota-registry.js";
import { ToNode } from "../../../../runtime/http/platform/node-reply.js";
import type { NodeResponse } from "../../../../runtime/http/platform/node-reply.js";

const test = suite("hostile: unread");

/** A response of Node's for which so much waits once something was written. */
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

const ledgerOf = (maxKept: number): QuotaRegistry =>
  new QuotaRegistry({ limits: undefined, rate: undefined, maxKept });

/** What becomes of an answer of which so much waits. */
function answered(waits: number, ledger = ledgerOf(100), who = "eve") {
  const response = new Unread(waits);
  const reply = new ToNode(response as unknown as NodeResponse, 30_000);
  reply.countFor(ledger.getQuota("address", who));
  reply.send(200, {}, "{}");
  return response;
}

test("they count as kept, until they are read or given up", () => {
  const ledger = ledgerOf(100);
  const eve = ledger.getQuota("address", "eve");
  const first = answered(30, ledger);
  assert.equal([eve.countBody(41), eve.countBody(40)], [false, true]);
  eve.countBody(-40);
  first.emit("close");
  assert.is(eve.countBody(100), true);
  eve.countBody(-100);
  assert.not(eve.holdsMemory);
});

test("one that is too long for what is left is sent all the same, one more is not", () => {
  const ledger = ledgerOf(100);
  const first = answered(1_000, ledger);
  assert.equal(first.done, [30_000]);
  assert.equal(answered(1, ledger).done.at(-1), "destroyed");
  // The next finds something.
  assert.equal(answered(10, ledger, "ann").done, [30_000]);
  first.emit("close");
  assert.equal(answered(1, ledger).done, [30_000]);
});

test("what is read at once is not timed, and counts for nobody", () => {
  const ledger = ledgerOf(100);
  assert.equal(answered(0, ledger).done, []);
  assert.not(ledger.getQuota("address", "eve").holdsMemory);
});

test("a stream: timed for as long as something waits, and cut when that is too long", () => {
  const ledger = ledgerOf(100);
  const eve = ledger.getQuota("address", "eve");
  const response = new Unread(20);
  const reply = new ToNode(response as unknown as NodeResponse, Infinity);
  reply.countFor(eve);
  const stream = reply.stream({});
  stream.write("x");
  stream.write("x");
  // 0 is no limit of Node's.
  assert.equal(response.done, [0]);
  assert.equal([eve.countBody(21), eve.countBody(20)], [false, true]);
  response.writableLength = 0;
  response.emit("drain");
  assert.is(eve.countBody(60), true);
  stream.write("x");
  assert.is(response.done.at(-1), "destroyed");
  response.emit("close");
  eve.countBody(-80);
  assert.not(eve.holdsMemory);
});

test("a reader that takes nothing in that time is cut off", () => {
  const response = answered(1);
  response.emit("timeout");
  assert.equal(response.done, [30_000, "destroyed"]);
});

test.run();
