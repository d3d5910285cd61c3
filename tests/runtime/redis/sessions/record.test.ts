/** Tests of session records, which processes exchange through the store. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { MIN_SUBSCRIPTION_LENGTH } from "../../../../runtime/protocol/constants.js";
import {
  bringUpToDate,
  changesSince,
  mayChange,
  recordOf,
  sessionStateOf,
} from "../../../../runtime/redis/sessions/record.js";
import { fakeTable } from "../../../harness/redis/session-table.js";

const test = suite("redis: session records");

for (const [method, expected] of [
  ["notifications/initialized", true],
  ["logging/setLevel", true],
  ["resources/subscribe", true],
  ["resources/unsubscribe", true],
  ["resources/read", false],
  ["notifications/cancelled", false],
] as const)
  test(`a message with the method ${method} ${expected ? "can" : "cannot"} change a session record`, () => {
    const ping = { method: "ping" };
    for (const message of [{ method }, [{ method }], [ping, { method }, ping]])
      assert.is(mayChange(message), expected, JSON.stringify(message));
  });

test("a message without a method cannot change a session record", () => {
  for (const message of [null, 1, "logging/setLevel", {}, [], [[]], { id: 1 }])
    assert.is(mayChange(message), false, JSON.stringify(message));
});

test("recordOf() converts a list of alternating names and values to a Map", () => {
  assert.equal(
    [...recordOf(["a", "1", "b", "2", "odd"])],
    [
      ["a", "1"],
      ["b", "2"],
    ],
  );
});

const state = (isOpen: boolean, level: string, ...uris: readonly string[]) => ({
  number: "1",
  isOpen,
  level,
  uris: new Set(uris),
});

for (const [title, known, now, expected] of [
  ["nothing", state(true, "debug", "a"), state(true, "debug", "a"), []],
  [
    "a field for the end of the handshake",
    state(false, ""),
    state(true, ""),
    ["p", "1"],
  ],
  [
    "nothing for a return to the handshake",
    state(true, ""),
    state(false, ""),
    [],
  ],
  ["a log level", state(true, ""), state(true, "info"), ["l", "info"]],
  [
    "an empty log level after a reset",
    state(true, "info"),
    state(true, ""),
    ["l", ""],
  ],
  [
    "subscribed and unsubscribed URIs",
    state(true, "", "a", "b"),
    state(true, "", "b", "c"),
    ["uc", "1", "ua", ""],
  ],
] as const)
  test(`changesSince() returns the changes of a session: ${title}`, () => {
    assert.equal(changesSince(known, now), [...expected]);
  });

test("`sessionStateOf()` returns the state of a connection with a copy of its subscriptions", () => {
  const { entry, connection } = fakeTable().add("s");
  connection.traffic.uris.add("a");
  connection.peer = { logLevel: "debug" };
  const now = sessionStateOf(entry.connection);
  assert.equal(now, { isOpen: true, level: "debug", uris: new Set(["a"]) });
  connection.traffic.uris.add("b");
  assert.is(now.uris.size, 1);
  connection.phase = "opening";
  connection.peer = {};
  const before = sessionStateOf(entry.connection);
  assert.equal([before.isOpen, before.level], [false, ""]);
});

test("a session restored from a record gets `notifications/initialized` exactly once", () => {
  const { entry, connection, messages } = fakeTable().add("s");
  connection.phase = "opening";
  const known = state(false, "");
  bringUpToDate(entry, known, new Map([["n", "4"]]));
  assert.equal([known.number, known.isOpen, messages.length], ["4", false, 0]);
  const initialized = {
    jsonrpc: "2.0",
    method: "notifications/initialized",
  };
  for (let n = 0; n < 2; n += 1)
    bringUpToDate(entry, known, new Map([["p", "1"]]));
  assert.equal(messages, [initialized]);
  assert.equal([known.number, known.isOpen], ["", true]);
});

test("a session that has already received `notifications/initialized` in this process does not receive it again", () => {
  const { entry, messages } = fakeTable().add("s");
  const known = state(false, "");
  bringUpToDate(entry, known, new Map([["p", "1"]]));
  assert.equal([messages.length, known.isOpen], [0, true]);
});

test("a new log level in the session record is applied to the session", () => {
  const { entry, connection } = fakeTable().add("s");
  const known = state(true, "");
  bringUpToDate(entry, known, new Map([["l", "info"]]));
  assert.equal([known.level, connection.peer.logLevel], ["info", "info"]);
  connection.peer.logLevel = "debug";
  bringUpToDate(entry, known, new Map([["l", "info"]]));
  assert.is(connection.peer.logLevel, "debug");
  bringUpToDate(entry, known, new Map());
  assert.equal([known.level, connection.peer.logLevel], ["", undefined]);
});

test("a process updates the subscriptions of a session from the session record", () => {
  const session = fakeTable().add("s");
  const { uris } = session.connection.traffic;
  const long = "x".repeat(MIN_SUBSCRIPTION_LENGTH + 5);
  const known = state(true, "");
  const read = (...fields: readonly string[]): void =>
    bringUpToDate(
      session.entry,
      known,
      new Map(fields.map((field) => [field, "1"])),
    );
  uris.add("own");
  read("uown", "ua", `u${long}`, "n");
  assert.equal([...uris].sort(), ["a", "own", long]);
  const both = 2 * MIN_SUBSCRIPTION_LENGTH + 5;
  assert.is(session.kept, both);
  read("uown", "ua", `u${long}`);
  assert.is(session.kept, both);
  uris.delete("a");
  read(`u${long}`);
  // The record no longer contains `own` and `a`. Only the removal of `own`
  // frees quota, because the test has already deleted `a` from `uris`.
  assert.is(session.kept, both - MIN_SUBSCRIPTION_LENGTH);
  assert.equal([...uris], [long]);
  read();
  assert.equal([...uris, ...known.uris], []);
  assert.is(session.kept, 0);
});

test.run();
