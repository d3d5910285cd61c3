/** The seal of a state: which texts open, for how long, and with which keys. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { Sealer } from "../../templates/runtime/lifecycle/rounds/seal.js";

const test = suite("sealed states");

const KEY = "k".repeat(32);
const clock = Date.now;
test.after.each(() => void (Date.now = clock));

test("only the text that was made opens", async () => {
  const sealer = new Sealer({ key: KEY });
  const state = await sealer.seal({ a: 1 }, "mine");
  assert.equal(await sealer.open(state, "mine"), { value: { a: 1 } });
  const bytes = Buffer.from(state, "base64");
  const flipped = (at: number): string => {
    const copy = Buffer.from(bytes);
    copy[at] = (copy[at] ?? 0) ^ 1;
    return copy.toString("base64");
  };
  for (const other of [
    `${state}\n`,
    ` ${state}`,
    state.slice(0, -1),
    `${state}=`,
    flipped(0),
    flipped(12),
    flipped(bytes.length - 1),
    bytes.subarray(0, 12).toString("base64"),
    "",
    "*",
  ])
    assert.is(await sealer.open(other, "mine"), "forged", other);
  assert.is(await sealer.open(state, "other"), "forged");
});

test("none opens when its time is over", async () => {
  let now = 1_000_000;
  Date.now = () => now;
  const usual = new Sealer({ key: KEY });
  const short = new Sealer({ key: KEY, ttl: 50 });
  const lasting = new Sealer({ key: KEY, ttl: Infinity });
  const none = new Sealer({ key: KEY, ttl: 0 });
  const states = await Promise.all(
    [usual, short, lasting, none].map((one) => one.seal(1, "")),
  );
  const opened = async (): Promise<boolean[]> => {
    const all = states.map((state) => usual.open(state, ""));
    return (await Promise.all(all)).map((one) => one !== "expired");
  };
  assert.equal(await opened(), [true, true, true, false]);
  now += 49;
  assert.equal(await opened(), [true, true, true, false]);
  now += 1;
  assert.equal(await opened(), [true, false, true, false]);
  now += 599_949;
  assert.equal(await opened(), [true, false, true, false]);
  now += 1;
  assert.equal(await opened(), [false, false, true, false]);
});

test("of several keys the first seals, and all open", async () => {
  const other = new Uint8Array(32).fill(7);
  const both = new Sealer({ key: [KEY, other] });
  const second = new Sealer({ key: other });
  const state = await second.seal("old", "");
  assert.equal(await both.open(state, ""), { value: "old" });
  const fresh = await both.seal("new", "");
  assert.is(await second.open(fresh, ""), "forged");
  assert.equal(await new Sealer({ key: KEY }).open(fresh, ""), {
    value: "new",
  });
});

test("servers of a process that name no key share one", async () => {
  const state = await new Sealer().seal(1, "");
  assert.equal(await new Sealer().open(state, ""), { value: 1 });
});

test("a key that is short, a time below zero, a state that is too large", async () => {
  for (const key of ["k".repeat(31), new Uint8Array(31), [KEY, "short"], []])
    assert.throws(() => new Sealer({ key }), /at least 32 bytes/);
  assert.throws(() => new Sealer({ ttl: -1 }), /must not be negative/);
  assert.throws(() => new Sealer({ ttl: Number.NaN }), RangeError);
  const sealer = new Sealer();
  // Base64 makes four characters of three bytes.
  const fits = "x".repeat(786_300);
  const state = await sealer.seal(fits, "");
  assert.ok(state.length <= 1_048_576);
  assert.equal(await sealer.open(state, ""), { value: fits });
  const failed = await sealer.seal("x".repeat(786_432), "").catch(String);
  assert.match(String(failed), /and may be 1048576/);
});

test.run();
