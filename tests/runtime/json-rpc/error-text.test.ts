/** Tests of error messages that contain text from peers. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ConnectionError } from "../../../runtime/json-rpc/messages/errors.js";

const test = suite("text of peers in error messages");

for (const [text, shown] of [
  ["tool é 数 failed", "tool é 数 failed"],
  ["its log:\na\nb", "its log:\na\nb"],
  ["\x1b[2J\x9b2J\r\u202E\u2028\u{E0041}\uD800", "�[2J�2J�����"],
  ["x".repeat(100_000), "x".repeat(10_000)],
] as const)
  test(`a ConnectionError shows ${JSON.stringify(text.slice(0, 20))} without control characters`, () => {
    assert.is(new ConnectionError("invalid", text).message, shown);
  });

test.run();
