/**
 * Tests that a client accepts and reports values that only later revisions
 * define.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { open, answered, closeClients } from "../harness/generated/inbound.js";

const test = suite("client: values of later revisions");
test.after.each(closeClients);

const AUDIO = { type: "audio", data: "", mimeType: "audio/wav" };
const LINK = { type: "resource_link", uri: "file:///a", name: "a" };
const USE = { type: "tool_use", id: "1", name: "a", input: {} };

for (const [revision, ...blocks] of [
  ["2024-11-05", AUDIO, LINK],
  ["2025-03-26", LINK],
] as const)
  for (const block of blocks)
    for (const [method, result, place] of [
      ["tools/call", { content: [block] }, "/content/0/type"],
      [
        "prompts/get",
        { messages: [{ role: "user", content: block }] },
        "/messages/0/content/type",
      ],
    ] as const)
      test(`a client of ${revision} accepts a content block of the unknown type ${block.type} in a ${method} result`, async () => {
        const opened = await open(revision);
        assert.is(await answered(opened, method, result), "accepted");
        assert.equal(
          opened.unknown.map(({ method, pointer, value }) => [
            method,
            pointer,
            value,
          ]),
          [[method, place, block.type]],
        );
        const strict = await open(revision, true);
        const said = await answered(strict, method, result);
        assert.match(said, `invalid: The result of ${method} is not valid: `);
        assert.match(said, `got string "${block.type}"`);
        assert.equal(strict.unknown, []);
      });

const sample = (content: object): object => ({
  messages: [{ role: "user", content }],
  maxTokens: 1,
});

const SAMPLED = "/params/messages/0/content/type";
const FORM = {
  message: "?",
  requestedSchema: {
    type: "object",
    properties: { "a/b": { type: "array", items: { enum: ["x"] } } },
  },
};

const FIELD = "/params/requestedSchema/properties/a~1b/type";

for (const [revision, method, params, pointer, value] of [
  ["2024-11-05", "sampling/createMessage", sample(AUDIO), SAMPLED, "audio"],
  ["2024-11-05", "sampling/createMessage", sample(USE), SAMPLED, "tool_use"],
  ["2025-06-18", "sampling/createMessage", sample(USE), SAMPLED, "tool_use"],
  ["2025-06-18", "elicitation/create", FORM, FIELD, "array"],
] as const)
  test(`a client of ${revision} accepts a ${method} request that contains the later revision's type ${value}`, async () => {
    const { wire, unknown } = await open(revision);
    wire.give({ id: 1, method, params });
    const answer = await wire.next();
    assert.ok("result" in (answer as object), JSON.stringify(answer));
    assert.equal(
      unknown.map(({ method, pointer, value }) => [method, pointer, value]),
      [[method, pointer, value]],
    );
    const strict = await open(revision, true);
    strict.wire.give({ id: 1, method, params });
    assert.is((await strict.wire.next()).error.code, -32602);
    assert.equal(strict.unknown, []);
  });

test("a client refuses an invalid result even if it also contains a later revision's content type", async () => {
  const opened = await open("2024-11-05");
  const content = [AUDIO, { type: "text" }];
  const said = await answered(opened, "tools/call", { content });
  assert.match(said, "The result of tools/call is not valid");
  assert.equal(opened.unknown, []);
});

test("if a result has 50 content blocks of a later revision's type, the client reports all", async () => {
  const opened = await open("2024-11-05");
  const content = Array.from({ length: 50 }, () => AUDIO);
  assert.is(await answered(opened, "tools/call", { content }), "accepted");
  assert.is(opened.unknown.length, 50);
});

test.run();
