/**
 * Tests of reading lines from blocks of bytes, and of recognizing messages and
 * their direction in a line.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  readVersion,
  requestedVersionIn,
  versionIn,
} from "../../../generator/validate/handshake.js";
import {
  MAX_LINE_BYTES,
  readLines,
} from "../../../generator/validate/lines.js";
import { recognize } from "../../../generator/validate/recognize.js";
import { getFailure } from "../../harness/run/failures.js";

const test = suite("validate: lines");

const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
const text = JSON.stringify(ping);

/**
 * Returns `direction session` for each message in a line. If the line contains
 * no message, returns the kind of the line.
 */
function classify(line: string): string {
  const found = recognize(line);
  if (found.kind !== "messages") return found.kind;
  for (const { value } of found.messages) assert.equal(value, ping);
  return found.messages
    .map(
      ({ direction, session }) =>
        `${direction ?? "?"}${session && ` ${session}`}`,
    )
    .join(", ");
}

const VERSION = "io.modelcontextprotocol/protocolVersion";

/** Test cases: a message, and the protocol version that it negotiates. */
const VERSIONS: readonly (readonly [object, string | undefined])[] = [
  [{ result: { protocolVersion: "1", capabilities: {} } }, "1"],
  [{ result: { protocolVersion: "1" } }, undefined],
  [{ params: { _meta: { [VERSION]: "1" } } }, "1"],
  [{ params: { _meta: { [VERSION]: 1 } } }, undefined],
  [{ params: { protocolVersion: "1" } }, undefined],
];
for (const [message, version] of VERSIONS)
  test(`\`readVersion\` returns ${version} for ${JSON.stringify(message)}`, () =>
    assert.is(readVersion(message), version));

test("`versionIn` returns the first version in the messages of a line, or in its HTTP headers", () => {
  const capabilities = {};
  const [first, second] = ["1", "2"].map((protocolVersion) => ({
    ...ping,
    result: { protocolVersion, capabilities },
  }));
  assert.is(versionIn(JSON.stringify([ping, first, second])), "1");
  assert.is(versionIn('"mcp-protocol-version": ["3"]'), "3");
  assert.is(versionIn(text), undefined);
});

test("`requestedVersionIn` reads the version only from an `initialize` request", () => {
  const read = (method: string) =>
    requestedVersionIn(
      JSON.stringify({
        jsonrpc: "2.0",
        method,
        params: { protocolVersion: "1" },
      }),
    );
  assert.is(read("initialize"), "1");
  assert.is(read("tools/list"), undefined);
});

test("the maximum length of a line is 32 MiB", () =>
  assert.is(MAX_LINE_BYTES, 33_554_432));

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
  ["id: 7", "blank"],
  ["retry: 1000", "blank"],
  [": 1", "blank"],
  ["data: 7", "other"],
  ["data: /messages?session=1", "blank"],
  [`{"connectionId":"c","body":${text}}`, "? c"],
  [`{"line":" ${text.replaceAll('"', '\\"')}"}`, "?"],
  [`{"a":{"b":{"c":{"d":${text}}}}}`, "?"],
  [`{"a":{"b":{"c":{"d":{"e":${text}}}}}}`, "other"],
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

async function read(blocks: readonly Uint8Array[]): Promise<string[]> {
  const found: string[] = [];
  async function* stream(): AsyncIterable<Uint8Array> {
    yield* blocks;
  }
  await readLines(stream(), "traffic", {
    line: (text, number) => found.push(`${number} ${text}`),
    refused: (reason, number) => found.push(`${number} (${reason})`),
  });
  return found;
}

test("`readLines` joins the parts of a line that is split across several blocks", async () => {
  const bytes = Buffer.from("\uFEFFone\ntwö\r\n\nfour");
  const expected = ["1 one", "2 twö\r", "3 ", "4 four"];
  for (let size = 4; size <= bytes.length; size++) {
    const blocks: Buffer[] = [];
    for (let at = 0; at < bytes.length; at += size)
      blocks.push(bytes.subarray(at, at + size));
    assert.equal(await read(blocks), expected, `${size}`);
  }
});

test("`readLines` returns no empty line after the last line end", async () => {
  assert.equal(await read([Buffer.from("one\n")]), ["1 one"]);
  assert.equal(await read([]), []);
});

test("`readLines` reads the lines before and after a line that is not UTF-8", async () => {
  const bytes = Buffer.from([0x61, 10, 0xff, 0xc3, 10, 0x62, 10]);
  assert.equal(await read([bytes]), ["1 a", "2 (it is not UTF-8 text)", "3 b"]);
});

test("`readLines` reads a line of 32 MiB", async () => {
  const found = await read([Buffer.alloc(MAX_LINE_BYTES, "x")]);
  assert.equal(
    found.map((line) => line.slice(0, 3)),
    ["1 x"],
  );
});

test("`readLines` skips an overlong line without storing it", async () => {
  const block = Buffer.alloc(MAX_LINE_BYTES / 4 + 1, "x");
  const found = await read([
    Buffer.from("one\n"),
    ...Array.from({ length: 8 }, () => block),
    Buffer.from("x\nthree"),
  ]);
  assert.equal(found, [
    "1 one",
    `2 (it is longer than ${MAX_LINE_BYTES} bytes)`,
    "3 three",
  ]);
});

for (const [name, bytes, said] of [
  ["a NUL byte", [0x7b, 0], "NUL byte at offset 1"],
  ["the header of gzip", [0x1f, 0x8b, 8], "gunzip"],
  ["the byte order mark of UTF-16LE", [0xff, 0xfe, 0x7b, 0], "iconv"],
  ["the byte order mark of UTF-16BE", [0xfe, 0xff, 0, 0x7b], "iconv"],
] as const)
  test(`\`readLines\` rejects input with ${name}`, async () => {
    const finding = await getFailure(() => read([Buffer.from(bytes)]));
    assert.is(finding.code, "MCP500");
    assert.match(`${finding.cause} ${finding.fix}`, said);
  });

test("`readLines` accepts text that starts with only one of the two bytes of gzip or UTF-16", async () => {
  for (const [bytes, line] of [
    [[0xc3, 0x8b], "1 Ë"],
    [[0x1f, 0x61], "1 \x1fa"],
    [[0xff, 0x61], "1 (it is not UTF-8 text)"],
    [[0xfe, 0x61], "1 (it is not UTF-8 text)"],
    [[0x61, 0xff], "1 (it is not UTF-8 text)"],
    [[0x61, 0xfe], "1 (it is not UTF-8 text)"],
  ] as const)
    assert.equal(await read([Buffer.from(bytes)]), [line]);
});

for (const [line, expected] of LINES)
  test(`\`recognize\` finds the sender and the session of a line ("${expected}"): ${line}`, () =>
    assert.is(classify(line), expected));

test("`recognize` returns a batch as one message, even inside a log entry", () => {
  for (const line of [`[${text},${text}]`, `{"message":[${text},${text}]}`]) {
    const found = recognize(line);
    assert.ok(found.kind === "messages");
    assert.is(found.messages.length, 1);
    assert.equal(found.messages[0]?.value, [ping, ping]);
  }
});

test("`recognize` accepts a message without the member jsonrpc", () => {
  for (const member of ["method", "result", "error"]) {
    const found = recognize(`{"id":1,"${member}":{}}`);
    assert.ok(found.kind === "messages" && found.bare);
    assert.is(recognize(`{"${member}":{}}`).kind, "other");
  }
});

test("`recognize` reads the sender and the session only from a log entry, not from the message", () => {
  const own = { ...ping, from: "client", session: "a" };
  const found = recognize(JSON.stringify(own));
  assert.equal(found.kind === "messages" && found.messages, [
    { value: own, direction: undefined, session: "" },
  ]);
});

test("`recognize` accepts a batch in which only one item is a message", () => {
  const found = recognize(`[1,${text}]`);
  assert.equal(found.kind === "messages" && found.messages[0]?.value, [
    1,
    ping,
  ]);
});

test("`recognize` does not quote invalid JSON in its diagnostics", () => {
  const found = recognize('{"jsonrpc":"2.0","secret":hunter2}');
  assert.ok(found.kind === "other");
  assert.not.match(found.reason, "hunter2");
});

test.run();
