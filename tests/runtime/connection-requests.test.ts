/** Requests of this side, and the responses to them. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { McpError } from "../../templates/runtime/connection/json-rpc/errors.js";
import { messageOf, openClient } from "./support.js";

const test = suite("connection: requests");

test("a request of this side: result, error, ids", async () => {
  const { wire, connection } = await openClient();
  const first = connection.request("tools/list");
  const second = connection.request("tools/list", { cursor: "c" });
  const [one, two] = (await wire.take(2)) as { id: number }[];
  assert.equal(
    [one, two],
    [
      { id: one?.id, method: "tools/list" },
      { id: two?.id, method: "tools/list", params: { cursor: "c" } },
    ],
  );
  assert.is.not(one?.id, two?.id);
  wire.give({ id: two?.id, error: { code: -32602, message: "bad", data: 1 } });
  wire.give({ id: one?.id, result: { tools: [], more: true } });
  assert.equal(await first, { tools: [], more: true });
  const error = await second.catch((thrown: unknown) => thrown);
  assert.instance(error, McpError);
  assert.equal(
    [
      (error as McpError).code,
      (error as McpError).message,
      (error as McpError).data,
    ],
    [-32602, "bad", 1],
  );
});

for (const [title, answer, problem] of [
  [
    "both",
    { result: { tools: [] }, error: { code: 1, message: "m" } },
    "The response to tools/list is not valid",
  ],
  [
    "a result that is no object",
    { result: 5 },
    "The response to tools/list is not valid",
  ],
  [
    "an error that is no object",
    { error: "no" },
    "The response to tools/list is not valid",
  ],
  [
    "a code with a fraction",
    { error: { code: 1.5, message: "m" } },
    "The response to tools/list is not valid",
  ],
  [
    "no message",
    { error: { code: 1 } },
    "The response to tools/list is not valid",
  ],
  [
    "a result of another shape",
    { result: { tools: 1 } },
    "The result of tools/list is not valid: tools: expected array, got nothing",
  ],
] as const) {
  test(`a response that is not valid: ${title}`, async () => {
    const { wire, connection } = await openClient();
    const request = connection.request("tools/list");
    const [{ id }] = (await wire.take()) as [{ id: number }];
    wire.give({ id, ...answer });
    assert.is(await messageOf(request), problem);
  });
}

test("unknown, repeated and late responses are survived", async () => {
  const { wire, connection, errors } = await openClient();
  wire.give({ id: 999, result: {} });
  wire.give({ id: "text", error: { code: 1, message: "m" } });
  wire.give({ error: { code: -32700, message: "not read" } });
  wire.give({ id: { toString: 1 }, result: {} });
  const deep = JSON.parse("[".repeat(100_000) + "]".repeat(100_000)) as object;
  wire.give({ id: deep, result: {} });
  const request = connection.request("tools/list");
  const [{ id }] = (await wire.take()) as [{ id: number }];
  wire.give({ id: String(id), result: { tools: [] } });
  wire.give({ id, result: { tools: [] } });
  wire.give({ id, result: { tools: [] } });
  assert.equal(await request, { tools: [] });
  assert.equal(errors, [
    "No request waits for the response 999",
    "No request waits for the response text",
    "No request waits for the response ?",
    "No request waits for the response ?",
    "No request waits for the response ?",
    `No request waits for the response ${id}`,
    `No request waits for the response ${id}`,
  ]);
  assert.equal(await wire.rest(), []);
});

test.run();
