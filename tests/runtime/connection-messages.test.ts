/** What is no message, or no JSON. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { openServer } from "./support.js";

const test = suite("connection: messages");

for (const [title, message, reason, id] of [
  [
    "no version",
    { id: 1, method: "ping", jsonrpc: undefined },
    "Not JSON-RPC 2.0",
    1,
  ],
  [
    "another version",
    { id: "1", method: "ping", jsonrpc: "1.0" },
    "Not JSON-RPC 2.0",
    "1",
  ],
  [
    "an id of null",
    { id: null, method: "ping" },
    "An id must be a string or an integer",
  ],
  [
    "an id with a fraction",
    { id: 1.5, method: "ping" },
    "An id must be a string or an integer",
  ],
  [
    "an id that is an object",
    { id: {}, method: "ping" },
    "An id must be a string or an integer",
  ],
  [
    "a method that is a number",
    { id: 1, method: 5 },
    "Neither a request nor a known response",
    1,
  ],
  ["nothing but an id", { id: 1 }, "Neither a request nor a known response"],
] as const) {
  test(`not a message: ${title}`, () => {
    const { wire, errors } = openServer();
    wire.give(message);
    assert.equal(wire.sent, [
      {
        ...(id === undefined ? {} : { id }),
        error: { code: -32600, message: reason },
      },
    ]);
    assert.equal(errors, [reason]);
  });
}

test("text that is no JSON is answered without an id", () => {
  const { wire } = openServer();
  wire.receiver.unreadable(new Error("A line was not JSON"));
  assert.equal(wire.sent, [
    { error: { code: -32700, message: "A line was not JSON" } },
  ]);
});

test.run();
