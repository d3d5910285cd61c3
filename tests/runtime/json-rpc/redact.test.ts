/**
 * Tests that secrets in error messages are redacted before the messages are
 * sent.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { redactMessage } from "../../../runtime/json-rpc/redact.js";

const test = suite("json-rpc: redacted error messages");

for (const [text, redacted] of [
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
  test(`the error message ${JSON.stringify(text.slice(0, 80))} is redacted`, () =>
    assert.is(redactMessage(text), redacted));

test("a hostile error message is redacted in linear time", () => {
  // If a regular expression restarted its search at each dash, this loop would
  // take 15 minutes.
  const message = "token-".repeat(400);
  for (let times = 0; times < 1_000; times++)
    assert.is(redactMessage(message).length, 2_001);
});

test.run();
