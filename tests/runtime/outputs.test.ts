/** What tools, resources and prompts give, held to what may be sent. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { fitContent } from "../../templates/runtime/features/outputs.js";
import { promptHandlers } from "../../templates/runtime/features/prompts.js";
import { resourceHandlers } from "../../templates/runtime/features/resources/resources.js";
import { toolHandlers } from "../../templates/runtime/features/tools.js";
import { openServer } from "./support.js";

const test = suite("outputs");

const IMAGE = { type: "image", data: "iVAA/w==", mimeType: "image/png" };

for (const block of [
  IMAGE,
  { ...IMAGE, data: "" },
  { ...IMAGE, mimeType: "image/svg+xml" },
  { type: "audio", data: "AAAA", mimeType: "audio/wav; codecs=1" },
  { type: "text", text: "tab\t, line\r\n, é, 😀 and \u2028" },
  { type: "resource", resource: { uri: "a:b", text: "\u001b[31m" } },
  { type: "resource", resource: { uri: "a:b", blob: "AAA=" } },
  { type: "resource_link", uri: "a:b", name: "b", mimeType: "text/plain" },
]) {
  test(`as it is: ${JSON.stringify(block)}`, () => {
    assert.equal(fitContent([block], "x"), [block]);
  });
}

for (const [block, message] of [
  [{ ...IMAGE, data: "iVAA/w=" }, "x gave bad base64"],
  [{ ...IMAGE, data: "a b=" }, "x gave bad base64"],
  [{ ...IMAGE, data: "ab-_" }, "x gave bad base64"],
  [{ ...IMAGE, data: "data:image/png;base64,AAAA" }, "x gave bad base64"],
  [{ ...IMAGE, mimeType: "png" }, "x gave bad MIME type png"],
  [{ ...IMAGE, mimeType: "image/" }, "x gave bad MIME type image/"],
  [
    { type: "resource", resource: { uri: "a:b", blob: "?" } },
    "x gave bad base64",
  ],
] as const) {
  test(`refused: ${JSON.stringify(block)}`, () => {
    assert.throws(
      () => fitContent([block], "x"),
      (error: Error) => error instanceof TypeError && error.message === message,
    );
  });
}

test("nothing in a text acts on a terminal or is no Unicode", () => {
  const block = { type: "text", text: "\u001b[31mred\u0007\u009b\ud83d" };
  assert.equal(fitContent(block, "x"), {
    type: "text",
    text: "\ufffd[31mred\ufffd\ufffd\ufffd",
  });
});

test("a text that is no string is made one", () => {
  const block = { type: "text", text: 5 };
  assert.equal(fitContent(block, "x") as unknown, { type: "text", text: "5" });
});

test("a long text of base64 is no burden", () => {
  const data = "AAAA".repeat(8_000_000);
  assert.is(fitContent({ ...IMAGE, data }, "x").data, data);
  assert.throws(() => fitContent({ ...IMAGE, data: `${data}AA?=` }, "x"));
});

const BAD = { ...IMAGE, data: "?" };
const FITTING = { type: "text", text: "\u0007" };

test("a tool's: the model and the server are told, and which tool it is", async () => {
  const handlers = toolHandlers({
    bad: { handler: () => [BAD] },
    bell: { handler: () => "\u0007" },
  });
  const { wire, errors } = openServer(handlers);
  wire.give({ id: 1, method: "tools/call", params: { name: "bad" } });
  wire.give({ id: 2, method: "tools/call", params: { name: "bell" } });
  const text = "bad failed: bad gave bad base64";
  assert.equal(await wire.take(2), [
    { id: 1, result: { content: [{ type: "text", text }], isError: true } },
    { id: 2, result: { content: [{ type: "text", text: "\ufffd" }] } },
  ]);
  assert.equal(errors, ["bad gave bad base64"]);
});

test("a resource's and a prompt's: the server is told which", async () => {
  const contents = [{ uri: "a:whole", blob: "?" }];
  const { wire, errors } = openServer({
    ...resourceHandlers({
      "a:part": { read: () => ({ blob: "?" }) },
      "a:whole": { read: () => ({ contents }) },
    }),
    ...promptHandlers({
      one: { handler: () => [{ role: "user", content: BAD }] },
      bell: { handler: () => [{ role: "user", content: FITTING }] },
    }),
  });
  wire.give({ id: 1, method: "resources/read", params: { uri: "a:part" } });
  wire.give({ id: 2, method: "resources/read", params: { uri: "a:whole" } });
  wire.give({ id: 3, method: "prompts/get", params: { name: "one" } });
  wire.give({ id: 4, method: "prompts/get", params: { name: "bell" } });
  const answers = (await wire.take(4)) as { id: number; result?: object }[];
  const content = { type: "text", text: "\ufffd" };
  assert.equal(
    answers.flatMap(({ result }) => result ?? []),
    [{ messages: [{ role: "user", content }] }],
  );
  assert.equal(
    errors.sort(),
    ["a:part", "a:whole", "one"].map((one) => `${one} gave bad base64`),
  );
});

test.run();
