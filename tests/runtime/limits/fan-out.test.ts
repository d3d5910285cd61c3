/**
 * Tests of sending a message to many recipients, one recipient per turn of the
 * event loop.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { FanOut } from "../../../runtime/limits/fan-out.js";
import { countTurns } from "../../harness/run/turns.js";

const test = suite("fan-out");

const turns = (count: number): Promise<void> =>
  new Promise((resolve) =>
    setImmediate(() =>
      count > 0 ? resolve(turns(count - 1)) : resolve(undefined),
    ),
  );

/** Creates a fan-out, and a function that sends a message to recipients. */
function create() {
  const sent: string[] = [];
  const fanOut = new FanOut();
  const send = (name: string, recipients: string[], more: object = {}) =>
    fanOut.send({
      recipients,
      send: (to) => void sent.push(`${name}${to}`),
      ...more,
    });
  return { sent, send, fanOut };
}

test("FanOut serves each recipient in a separate turn of the event loop", async () => {
  const counter = countTurns();
  const at: number[] = [];
  const fanOut = new FanOut();
  fanOut.send({ recipients: [1, 2, 3], send: () => at.push(counter.turn) });
  assert.equal(at, [0]);
  fanOut.wait(() => at.push(counter.turn));
  await turns(6);
  counter.stop();
  assert.is(at.length, 4);
  assert.is(new Set(at).size, 4);
});

test("FanOut sends the messages to each recipient in order", async () => {
  const { sent, send } = create();
  send("a", ["1", "2"]);
  send("b", ["1", "2"]);
  await turns(6);
  assert.equal(sent, ["a1", "a2", "b1", "b2"]);
});

test("FanOut sends a message synchronously if the message has only one recipient", () => {
  const { sent, send } = create();
  send("a", ["1"]);
  send("b", ["1"]);
  assert.equal(sent, ["a1", "b1"]);
});

test("in FanOut, a newer delivery replaces a waiting delivery with the same key", async () => {
  const { sent, send } = create();
  for (const name of ["a", "b", "c"]) send(name, ["1", "2"], { key: "k" });
  await turns(6);
  assert.equal(sent, ["a1", "a2", "c1", "c2"]);
});

for (const [title, length, count, kept] of [
  ["1,000 deliveries", 1, 1_003, 999],
  ["16 Mi characters", 2 ** 22, 6, 3],
] as const)
  test(`FanOut keeps at most ${title} and drops the oldest deliveries`, async () => {
    const { sent, send } = create();
    for (let id = 0; id < count; id += 1)
      send(`${id}/`, ["1", "2"], { length: () => length });
    await turns(2 * count);
    const last = Array.from({ length: kept }, (_, at) => count - kept + at);
    const names = ["0/", ...last.map((id) => `${id}/`)];
    assert.equal(
      sent,
      names.flatMap((name) => [`${name}1`, `${name}2`]),
    );
  });

test("FanOut drops no function that was passed to `FanOut.wait` when it drops deliveries", async () => {
  const { sent, send, fanOut } = create();
  send("0/", ["1", "2"]);
  fanOut.wait(() => void sent.push("called"));
  for (let id = 0; id < 1_002; id += 1) send(`${id}/`, ["1", "2"]);
  await turns(2_100);
  assert.ok(sent.includes("called"));
});

test("`FanOut.wait` eventually calls each of 2,000 functions that were passed to it", async () => {
  const fanOut = new FanOut();
  let count = 0;
  for (let id = 0; id < 2_000; id += 1) fanOut.wait(() => (count += 1));
  await turns(2_010);
  assert.is(count, 2_000);
});

test.run();
