/** What counts as a message in a recording, and who is said to have sent it. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { recognize } from "../../generator/traffic/recognize.js";
import { wayBefore, wayOf } from "../../generator/traffic/way.js";

const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
const text = JSON.stringify(ping);

/** `way session*`, one a message; or the kind of line. */
function told(line: string): string {
  const found = recognize(line, 1);
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
  [`{"timestamp":"2025-01-01","type":"request","message":${text}}`, "?"],
  [`{"timestamp":1,"from":"server","rpc":${text}}`, "server"],
  [`{"to":"server","rpc":${text}}`, "client"],
  [`{"stream":"stdout","line":${JSON.stringify(text)}}`, "server"],
  [`{"level":30,"sessionId":"a","event":{"body":${text}}}`, "? a"],
  [`{"mcp-session-id":7,"body":${text},"more":${text}}`, "? 7, ? 7"],
  [`2025-01-01T10:00:00Z [info] [x] Message from client: ${text}`, "client"],
  [`2025-01-01T10:00:00Z [x] Message from server: ${text} { a: 1 }`, "server"],
  [`2025-05-01 12:00:00.000 [trace] [editor -> server] ${text}`, "client"],
  [`2025-05-01 12:00:00.000 [trace] [server -> editor] ${text}`, "server"],
  [`--> ${text}`, "out"],
  [`<-- ${text}`, "in"],
  [`data: ${text}`, "?"],
  ["event: message", "remark"],
  ["data: /messages?session=1", "remark"],
  [": keep-alive", "remark"],
  ["", "remark"],
  ["2025-01-01T10:00:00Z [x] Server started", "remark"],
  ["[info] listening", "remark"],
  ['[info] settings {"port": 1}', "remark"],
  ["hello", "garbage"],
  ["7", "garbage"],
  [`${text} and more`, "garbage"],
  [text.slice(0, -3), "garbage"],
  ['{"level":30,"msg":"started"}', "unclear"],
  ["[1, 2]", "unclear"],
];

const lines = suite("traffic: lines");
for (const [line, expected] of LINES)
  lines(`${expected}: ${line}`, () => assert.is(told(line), expected));

lines("a batch is one message, by itself or in an envelope", () => {
  for (const line of [`[${text},${text}]`, `{"message":[${text},${text}]}`]) {
    const found = recognize(line, 1);
    assert.ok(found.kind === "messages");
    assert.equal(
      found.messages.map(({ value }) => value),
      [[ping, ping]],
    );
  }
});

lines("a message without jsonrpc is one by itself", () => {
  const found = recognize('{"id":1,"result":{}}', 1);
  assert.ok(found.kind === "messages" && found.bare);
});

lines("a pair of the Inspector is given its envelopes", () => {
  const request = '{"method":"tools/list","params":{}}';
  const line = JSON.stringify({ request, response: '{"tools":[]}' });
  const id = "pair 7";
  for (const _ of ["first", "again"]) {
    const found = recognize(line, 7);
    assert.ok(found.kind === "messages");
    const [asked, answered] = found.messages;
    assert.equal([asked?.way, answered?.way], ["client", "server"]);
    assert.equal(asked?.value, {
      jsonrpc: "2.0",
      id,
      method: "tools/list",
      params: {},
    });
    assert.equal(answered?.value, {
      jsonrpc: "2.0",
      id,
      result: { tools: [] },
    });
  }
});

lines("a broken message is not quoted", () => {
  const found = recognize('{"jsonrpc":"2.0","secret":hunter2}', 1);
  assert.ok(found.kind === "garbage");
  assert.not.match(found.reason, "hunter2");
});

lines("words for who sent it", () => {
  const cases = {
    "client->server": "client",
    clientToServer: "client",
    "server → client": "server",
    "to the server": "client",
    stdin: "client",
    Outbound: "out",
    RECV: "in",
    request: undefined,
    "my-server-tool": undefined,
  } as const;
  for (const [said, way] of Object.entries(cases))
    assert.is(wayOf(said), way, said);
  assert.is(wayBefore("12:00 [weather-server] received: "), "in");
  assert.is(wayBefore("12:00 a word that says nothing: "), undefined);
});

lines.run();
