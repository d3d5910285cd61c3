/** What counts as a message in a recording, and who is said to have sent it. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { recognize } from "../../generator/traffic/recognize.js";

const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
const text = JSON.stringify(ping);

/** `way session*`, one a message; or the kind of line. */
function told(line: string): string {
  const found = recognize(line);
  if (found.kind !== "messages") return found.kind;
  for (const { value } of found.messages) assert.equal(value, ping);
  return found.messages
    .map(({ way, session }) => `${way ?? "?"}${session && ` ${session}`}`)
    .join(", ");
}

const LINES: readonly (readonly [string, string])[] = [
  [text, "?"],
  [`  ${text}\r`, "?"],
  [`{"direction":"in","message":${text}}`, "in"],
  [`{"direction":"client_to_server","payload":${text}}`, "client"],
  [`{"dir":"s2c","data":${JSON.stringify(text)}}`, "server"],
  [`{"timestamp":"2025-01-01","direction":"?","message":${text}}`, "?"],
  [`{"timestamp":1,"from":"server","rpc":${text}}`, "server"],
  [`{"direction":"client->server","rpc":${text}}`, "client"],
  [`{"stream":"stdout","line":${JSON.stringify(text)}}`, "server"],
  [`{"source":"Outbound","line":${text}}`, "out"],
  [`{"direction":"internal","line":${text}}`, "?"],
  [`{"id":"r1","method":"POST","request":{"body":${text}}}`, "?"],
  [`{"level":30,"sessionId":"a","event":{"body":${text}}}`, "? a"],
  [`{"session":7,"body":${text},"more":${text}}`, "? 7, ? 7"],
  [`data: ${text}`, "?"],
  ["event: message", "blank"],
  ["data: /messages?session=1", "blank"],
  [": keep-alive", "blank"],
  ["", "blank"],
  [`data: ${text.slice(0, -3)}`, "other"],
  ["[info] listening", "other"],
  ["7", "other"],
  [`${text} and more`, "other"],
  [text.slice(0, -3), "other"],
  ['{"level":30,"msg":"started"}', "other"],
  ["[1, 2]", "other"],
];

const lines = suite("traffic: lines");
for (const [line, expected] of LINES)
  lines(`${expected}: ${line}`, () => assert.is(told(line), expected));

lines("a batch is one message, by itself or in an envelope", () => {
  for (const line of [`[${text},${text}]`, `{"message":[${text},${text}]}`]) {
    const found = recognize(line);
    assert.ok(found.kind === "messages");
    assert.is(found.messages.length, 1);
    assert.equal(found.messages[0]?.value, [ping, ping]);
  }
});

lines("a message without jsonrpc is one by itself", () => {
  const found = recognize('{"id":1,"result":{}}');
  assert.ok(found.kind === "messages" && found.bare);
});

lines("a broken message is not quoted", () => {
  const found = recognize('{"jsonrpc":"2.0","secret":hunter2}');
  assert.ok(found.kind === "other");
  assert.not.match(found.reason, "hunter2");
});

lines.run();
