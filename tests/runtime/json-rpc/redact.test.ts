/** What is taken out of messages of errors before they are sent. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { redactMessage } from "../../../runtime/json-rpc/redact.js";

const test = suite("messages of errors without secrets");

for (const [said, told] of [
  ["at https://ann:pw@example.com/x", "at https://[redacted]@example.com/x"],
  ["Authorization: Bearer abc.def", "Authorization: Bearer [redacted]"],
  ["my-api-key: abc, x", "my-api-key: [redacted], x"],
  [`{"token": "a b"}`, `{"token": [redacted]}`],
  ["run --auth-token=abc --fast", "run --auth-token=[redacted] --fast"],
  [
    "FOO_SECRET='a b' PASSWORDS=1",
    "FOO_SECRET=[redacted] PASSWORDS=[redacted]",
  ],
  ["a token-less x: 1", "a token-less x: 1"],
  ["x".repeat(2_000), "x".repeat(2_000)],
] as const)
  test(`redacted: ${said.slice(0, 80)}`, () =>
    assert.is(redactMessage(said), told));

test("a stranger's text is looked through once, not again from each word in it", () => {
  // Milliseconds; or, when each dash begins a new search, a quarter of an hour.
  const message = "token-".repeat(400);
  for (let times = 0; times < 1_000; times++)
    assert.is(redactMessage(message).length, 2_001);
});

test.run();
