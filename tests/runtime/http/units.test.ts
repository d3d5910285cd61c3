import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  getArgument,
  toHeaderText,
  decodeHeader,
  encodeHeader,
  getParamHeaders,
} from "../../../runtime/http/param-headers.js";
import {
  EventReader,
  EventTooLong,
} from "../../../runtime/http/client/sse-read.js";
import { requirement } from "../../harness/run/requirement.js";

const test = suite("http parameter headers and events");

const ENCODED = [
  ["us-west1", "us-west1"],
  ["a b", "a b"],
  ["Hello, 世界", "=?base64?SGVsbG8sIOS4lueVjA==?="],
  [" padded ", "=?base64?IHBhZGRlZCA=?="],
  ["line1\nline2", "=?base64?bGluZTEKbGluZTI=?="],
  ["=?base64?literal?=", "=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?="],
  ["", "=?base64??="],
] as const;

requirement(`
  99e4025a78f6 6a805bf3ef4e 099ecef4eecb 7269e62dc61d a8e5424c88da
`);
for (const [value, header] of ENCODED)
  test(`encodeHeader encodes ${JSON.stringify(value)} and decodeHeader decodes it`, () => {
    assert.is(encodeHeader(value), header);
    assert.is(decodeHeader(header), value);
  });

requirement(`
  d1399c9a483f 54ab0be86d58 815f14d385eb 46278c1e479a 83f0b690a6d2
`);
test("toHeaderText converts only strings, booleans and safe integers", () => {
  const text = (args: unknown) => toHeaderText(getArgument(args, ["a"]));
  for (const [value, header] of [
    ["x", "x"],
    [42, "42"],
    [-0, "0"],
    [true, "true"],
    [2 ** 53 - 1, "9007199254740991"],
    [-(2 ** 53) + 1, "-9007199254740991"],
    [2 ** 53, undefined],
    [1.5, undefined],
    [null, undefined],
    [{}, undefined],
  ] as const)
    assert.is(text({ a: value }), header, String(value));
  for (const args of [{}, undefined, null, Object.create({ a: 1 })])
    assert.is(text(args), undefined);
});

requirement("099ecef4eecb 7269e62dc61d");
test("decodeHeader returns undefined for invalid Base64 and non-ASCII text", () => {
  const text = (value: string): string => `=?base64?${value}?=`;
  for (const bad of [text("a"), text("!!!!"), text("/w=="), "é"])
    assert.is(decodeHeader(bad), undefined, bad);
  assert.is(decodeHeader("=?BASE64?YQ==?="), "=?BASE64?YQ==?=");
});

const annotated = (header: unknown, type: unknown = "string") => ({
  type,
  "x-mcp-header": header,
});

requirement(`
  f913e27f9bdb 19872dc396eb 2ce19708da66 e27f282fe8c2 c49f60353df3
  55390dd44e62 a9dc0833afc0 8422090d3f9a 6d5145d504b8 9f5d9eac43f8
  224758d1d685 c540ace6b9c0 9bb63acc3dec
`);
test("getParamHeaders returns an error for an invalid x-mcp-header annotation", () => {
  const a = annotated("A");
  const object = (properties: object) => ({ type: "object", properties });
  for (const schema of [
    { ...object({}), "x-mcp-header": "A" },
    object({ a: annotated("") }),
    object({ a: annotated("a b") }),
    object({ a: annotated("a\r\nb") }),
    object({ a: annotated(7) }),
    object({ a: annotated("A", "number") }),
    object({ a: annotated("A", "object") }),
    object({ a: annotated("A", ["string", "null"]) }),
    object({ a, b: annotated("a") }),
    object({ list: { type: "array", items: a } }),
    { anyOf: [object({ a })] },
    { if: object({ a }) },
    { $defs: { d: object({ a }) } },
    object({ a: { not: a } }),
    { additionalProperties: a },
    { patternProperties: { "^a": a } },
  ])
    assert.type(getParamHeaders(schema), "string", JSON.stringify(schema));
});

test("getParamHeaders returns the header name and property path of each valid `x-mcp-header` annotation", () => {
  const schema = {
    type: "object",
    properties: {
      a: annotated("A"),
      properties: {
        type: "object",
        properties: { b: annotated("B", "integer") },
      },
      plain: { type: "string", default: { "x-mcp-header": "C" } },
    },
  };
  assert.equal(getParamHeaders(schema), [
    { header: "mcp-param-a", path: ["a"] },
    { header: "mcp-param-b", path: ["properties", "b"] },
  ]);
  assert.equal(getParamHeaders(undefined), []);
  for (const keyword of ["const", "default", "enum", "examples"]) {
    const data = { type: "object", [keyword]: [annotated("A")] };
    assert.equal(getParamHeaders(data), [], keyword);
  }
  // The keys inside these keywords are names of properties, so the key
  // `x-mcp-header` is not an annotation here.
  for (const keyword of ["dependencies", "dependentRequired"]) {
    const named = { type: "object", [keyword]: { "x-mcp-header": ["a"] } };
    assert.equal(getParamHeaders(named), [], keyword);
  }
});

for (const [depth, count] of [
  [100, 1],
  [101, 0],
] as const)
  test(`getParamHeaders ${count > 0 ? "finds" : "ignores"} an annotation below ${depth} levels of properties`, () => {
    let schema: object = annotated("A");
    for (let level = 0; level < depth; level += 1)
      schema = { type: "object", properties: { a: schema } };
    assert.is(getParamHeaders(schema).length, count);
  });

const STREAM =
  "\uFEFFid: 1\r\n: comment\r\ndata: one\r\n\r\nevent: other\ndata:two\n" +
  "data: lines\n\nretry: 50\nretry: x\rid: 2\r\rdata\n\nid: a\0b\ndata: {}\n\ndata: lost";

test("EventReader reads the same events regardless of how the text is split", () => {
  const want = [
    { type: "message", data: "one", id: "1" },
    { type: "other", data: "two\nlines", id: "1" },
    { type: "message", data: "{}", id: "2" },
  ];
  for (let size = 1; size <= STREAM.length; size += 1) {
    const events: unknown[] = [];
    const reader = new EventReader(100, (event) => events.push(event));
    for (let at = 0; at < STREAM.length; at += size) {
      reader.push(STREAM.slice(at, at + size));
    }
    assert.equal(events, want, `pieces of ${size}`);
    assert.is(reader.retry, 50);
    assert.is(reader.id, "2");
  }
});

test("EventReader ignores the id of an incomplete event", () => {
  const reader = new EventReader(100, () => {}, "0");
  const seen: unknown[] = [];
  for (const text of [
    "id: 1\ndata: a\n", // Incomplete event.
    "\n",
    "id: 2\n\n", // Event without data.
    "data: b\n\n",
    "id\n",
    "data: c\n\n",
  ]) {
    reader.push(text);
    seen.push(reader.id);
  }
  assert.equal(seen, ["0", "1", "2", "2", "2", undefined]);
});

test("EventReader throws EventTooLong for an event above the length limit", () => {
  for (const [limit, ...texts] of [
    [10, "", "data: 12345678901\n"],
    [1, "", "data: 12"],
    [10, "data: 12", "34567890"],
    [10, "data: 123456\n", "data: 123456\n"],
    // Empty data lines also count: their line breaks are part of the event.
    [10, "data\n".repeat(11), "data\n"],
  ] as const) {
    const reader = new EventReader(limit, () => {});
    reader.push(texts[0]);
    assert.throws(
      () => reader.push(texts[1]),
      (error: Error) =>
        error instanceof EventTooLong &&
        error.message.includes(`longer than ${limit}`),
    );
  }
});

test.run();
