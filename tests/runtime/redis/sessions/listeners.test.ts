/** Tests of messages for a client that may have no GET stream. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { Listeners } from "../../../../runtime/redis/sessions/listeners.js";
import { nextTurn } from "../../../harness/time/clock.js";

const test = suite("redis: listeners");

test("several equal notifications that a client has missed are sent once", () => {
  const reads: number[] = [];
  const sent: unknown[] = [];
  const createChange = (number: number) => {
    const a = number % 2;
    const toJSON = (): object => (reads.push(number), { a });
    return { number, method: "m", params: { a, toJSON } };
  };
  const broadcast = (_: object, _method: string, { a }: { a: number }) =>
    sent.push(a);
  const connection = { endpoint: { lifecycle: { broadcast } } };
  const listeners = new Listeners({
    onEnd: new Set(),
    node: { changes: [0, 1, 2, 3, 4].map(createChange) },
    table: { entries: new Map([["s", { connection }]]) },
  } as never);
  listeners.deliver("s", 1, []);
  assert.equal(sent, [0, 1]);
  assert.equal(reads, [2, 3, 4]);
});

test("if the process of a GET stream has ended, a message is sent only once more", async () => {
  const skipped: unknown[] = [];
  const run = async (_script: string, _keys: unknown, args: unknown[]) => {
    skipped.push(args[2]);
    return skipped.length > 4 ? "" : "b";
  };
  const isAlive = () => Promise.resolve(false);
  const listeners = new Listeners({
    onEnd: new Set(),
    keys: () => [],
    node: { name: "a", isAlive, store: { run } },
  } as never);
  listeners.tell("s" as never, { method: "m", data: "{}" });
  await nextTurn();
  assert.equal(skipped, ["a", "b"]);
});

test.run();
