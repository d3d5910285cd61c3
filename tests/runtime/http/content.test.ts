/**
 * Tests of `getContent`, which summarizes the JSON body of a request: its ids,
 * its method and its problems.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { getContent } from "../../../runtime/http/body/content.js";

const test = suite("http: summary of a body");

const rpc = { jsonrpc: "2.0" } as const;
const request = (id: unknown, method: unknown = "ping") => ({
  ...rpc,
  id,
  method,
});
const nothing = { ids: [], method: "", batch: false, length: 10 };

/** Bodies, each with the summary or the problem that `getContent` returns. */
const BODIES: readonly (readonly [string, unknown, unknown])[] = [
  ["a request", request(1), { ...nothing, ids: [1], method: "ping" }],
  ["a notification", { ...rpc, method: "x" }, nothing],
  ["a result", { ...rpc, id: 1, result: {} }, nothing],
  ["an error", { ...rpc, id: 1, error: {} }, nothing],
  [
    "an object without jsonrpc",
    { id: 1 },
    "The body is not a JSON-RPC 2.0 message",
  ],
  ["a text", "x", "The body is not a JSON-RPC 2.0 message"],
  [
    "a message without a method",
    rpc,
    "The message is neither a request nor a response",
  ],
  [
    "a message with a number as method",
    request(1, 7),
    "method must be a string",
  ],
  [
    "a request with an object as id",
    request({}),
    "An id must be a string or an integer",
  ],
  ["a nested batch", [[]], "A batch must not contain a batch"],
  [
    "a batch with initialize",
    [request(1, "initialize")],
    "initialize must not be part of a batch",
  ],
  [
    "a batch with the same id twice",
    [request(1), request(1)],
    "Two requests of a batch have the same id",
  ],
  [
    "a batch of one request",
    [request(1)],
    { ids: [1], method: "", batch: true, length: 10 },
  ],
  [
    "a batch of one notification",
    [{ ...rpc, method: "x" }],
    { ids: [], method: "", batch: true, length: 10 },
  ],
  [
    "a batch of two requests and a notification",
    [request(1), request("a"), { ...rpc, method: "x" }],
    { ids: [1, "a"], method: "", batch: true, length: 5 },
  ],
];

for (const [about, body, summary] of BODIES)
  test(`\`getContent\` returns the request ids or the error in ${about}`, () =>
    assert.equal(getContent(body, 10), summary));

test.run();
