/** What only later revisions know is passed on by a client, and told of. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { open, answered } from "./inbound-support.js";
import { PROVEN } from "../support/whole.js";

const ahead = suite("what only later revisions know");

const CALL = (...content: object[]): object => ({ content });

const GET = (content: object): object => ({
  messages: [{ role: "user", content }],
});

const AUDIO = { type: "audio", data: "", mimeType: "audio/wav" };

const LINK = { type: "resource_link", uri: "file:///a", name: "a" };

const USE = { type: "tool_use", id: "1", name: "a", input: {} };

/** Revision, method, result, place and value. */
const RESULTS: readonly (readonly [string, string, object, string, string])[] =
  [
    ["2024-11-05", "tools/call", CALL(AUDIO), "/content/0/type", "audio"],
    [
      "2024-11-05",
      "tools/call",
      CALL(LINK),
      "/content/0/type",
      "resource_link",
    ],
    [
      "2024-11-05",
      "prompts/get",
      GET(AUDIO),
      "/messages/0/content/type",
      "audio",
    ],
    [
      "2024-11-05",
      "prompts/get",
      GET(LINK),
      "/messages/0/content/type",
      "resource_link",
    ],
    [
      "2025-03-26",
      "tools/call",
      CALL(LINK),
      "/content/0/type",
      "resource_link",
    ],
    [
      "2025-03-26",
      "prompts/get",
      GET(LINK),
      "/messages/0/content/type",
      "resource_link",
    ],
  ];

for (const [revision, method, result, pointer, value] of RESULTS) {
  ahead(`${revision} ${method}: ${value}`, async () => {
    const opened = await open(revision);
    assert.is(await answered(opened, method, result), "accepted");
    assert.equal(
      opened.unknown.map((one) => [one.method, one.pointer, one.value]),
      [[method, pointer, value]],
    );
    await opened.client.close();
  });

  ahead(`${revision} ${method}: ${value}, strictly`, async () => {
    const opened = await open(revision, true);
    const said = await answered(opened, method, result);
    assert.ok(
      said.startsWith(`invalid: The result of ${method} is not valid: `),
      said,
    );
    assert.match(said, `got string "${value}"`);
    assert.equal(opened.unknown, []);
    await opened.client.close();
  });
}

const SAMPLE = (content: object): object => ({
  messages: [{ role: "user", content }],
  maxTokens: 1,
});

const FORM = {
  message: "?",
  requestedSchema: {
    type: "object",
    properties: { "a/b": { type: "array", items: { enum: ["x"] } } },
  },
};

/** Revision, method, params, place and value. */
const REQUESTS: readonly (readonly [string, string, object, string, string])[] =
  [
    ...["2024-11-05"].map(
      (revision) =>
        [
          revision,
          "sampling/createMessage",
          SAMPLE(AUDIO),
          "/params/messages/0/content/type",
          "audio",
        ] as const,
    ),
    ...["2024-11-05", "2025-03-26", "2025-06-18"].map(
      (revision) =>
        [
          revision,
          "sampling/createMessage",
          SAMPLE(USE),
          "/params/messages/0/content/type",
          "tool_use",
        ] as const,
    ),
    [
      "2025-06-18",
      "elicitation/create",
      FORM,
      "/params/requestedSchema/properties/a~1b/type",
      "array",
    ],
  ];

for (const [revision, method, params, pointer, value] of REQUESTS) {
  ahead(`${revision} ${method}: ${value}`, async () => {
    const { client, wire, unknown } = await open(revision);
    wire.give({ id: 1, method, params });
    const [answer] = await wire.take();
    assert.ok("result" in (answer as object), JSON.stringify(answer));
    assert.equal(
      unknown.map((one) => [one.method, one.pointer, one.value]),
      [[method, pointer, value]],
    );
    await client.close();
  });

  ahead(`${revision} ${method}: ${value}, strictly`, async () => {
    const { client, wire, unknown } = await open(revision, true);
    wire.give({ id: 1, method, params });
    const [answer] = (await wire.take()) as [{ error: { code: number } }];
    assert.is(answer.error.code, -32602);
    assert.equal(unknown, []);
    await client.close();
  });
}

ahead("beside it, all else is held to the revision", async () => {
  const opened = await open("2024-11-05");
  const said = await answered(
    opened,
    "tools/call",
    CALL(AUDIO, { type: "text" }),
  );
  assert.match(said, "The result of tools/call is not valid");
  assert.equal(opened.unknown, []);
  await opened.client.close();
});

ahead("more of it than are listed when something is wrong", async () => {
  const opened = await open("2024-11-05");
  const many = Array.from({ length: 50 }, () => AUDIO);
  assert.is(await answered(opened, "tools/call", CALL(...many)), "accepted");
  assert.is(opened.unknown.length, 50);
  await opened.client.close();
});

for (const revision of PROVEN) {
  ahead(`${revision}: a kind that no revision knows is refused`, async () => {
    const opened = await open(revision);
    const content = [{ type: "smell" }];
    const said = await answered(opened, "tools/call", { content });
    assert.match(
      said,
      "The result of tools/call is not valid: content[0].type",
    );
    await opened.client.close();
  });
}

ahead.run();
