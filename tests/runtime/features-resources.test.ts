/** Resources: listed, read, not found, subscribed to; and what they need. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { promptHandlers } from "../../templates/runtime/features/prompts.js";
import { resourceHandlers } from "../../templates/runtime/features/resources/resources.js";
import { toolHandlers } from "../../templates/runtime/features/tools.js";
import { ask, SERVER } from "./support.js";

const test = suite("features: resources");

test("resources: a page of each list, and templates apart", async () => {
  const handlers = resourceHandlers(
    {
      "a://1": { name: "one", read: () => "" },
      "a://{id}": { name: "each", description: "All", read: () => "" },
      "a://2": { read: () => "" },
    },
    { pageSize: 1 },
  );
  const first = (await ask(handlers, "resources/list")).result as {
    nextCursor: string;
  };
  assert.equal(first, {
    resources: [{ uri: "a://1", name: "one" }],
    nextCursor: first.nextCursor,
  });
  const second = await ask(handlers, "resources/list", {
    cursor: first.nextCursor,
  });
  assert.equal(second.result, { resources: [{ uri: "a://2", name: "a://2" }] });
  const { nextCursor: cursor } = first;
  const other = await ask(handlers, "resources/templates/list", { cursor });
  assert.is((other.error as { code: number }).code, -32602);
  const templates = await ask(handlers, "resources/templates/list");
  assert.equal(templates.result, {
    resourceTemplates: [
      { uriTemplate: "a://{id}", name: "each", description: "All" },
    ],
  });
});

for (const [title, value, contents] of [
  ["text", "x", [{ uri: "a://1", mimeType: "m/t", text: "x" }]],
  [
    "bytes",
    new Uint8Array([0, 255]),
    [{ uri: "a://1", mimeType: "m/t", blob: "AP8=" }],
  ],
  [
    "several",
    ["x", { uri: "a://1#2", text: "y" }],
    [
      { uri: "a://1", mimeType: "m/t", text: "x" },
      { uri: "a://1#2", mimeType: "m/t", text: "y" },
    ],
  ],
  [
    "a result",
    { contents: [{ uri: "b://2", text: "z" }] },
    [{ uri: "b://2", text: "z" }],
  ],
] as const) {
  test(`a resource is ${title}`, async () => {
    const handlers = resourceHandlers({
      "a://1": { mimeType: "m/t", read: () => value },
    });
    const { result } = await ask(handlers, "resources/read", { uri: "a://1" });
    assert.equal(result, { contents });
  });
}

test("many bytes", async () => {
  const bytes = new Uint8Array(300_000).map((_, index) => index);
  const handlers = resourceHandlers({ "a://1": { read: () => bytes } });
  const { result } = await ask(handlers, "resources/read", { uri: "a://1" });
  const [{ blob }] = (result as { contents: [{ blob: string }] }).contents;
  assert.equal(new Uint8Array(Buffer.from(blob, "base64")), bytes);
});

test("no such resource: the code of the revision, with the URI", async () => {
  const handlers = resourceHandlers({ "a://{id}": { read: () => undefined } });
  for (const uri of ["a://1", "b://1"]) {
    const error = {
      code: -32002,
      message: `Resource not found: ${uri}`,
      data: { uri },
    };
    assert.equal((await ask(handlers, "resources/read", { uri })).error, error);
    const later = { ...SERVER, resourceNotFound: -32602 };
    const answer = await ask(handlers, "resources/read", { uri }, later);
    assert.equal(answer.error, { ...error, code: -32602 });
  }
});

for (const [title, declare, problem] of [
  [
    "a tool",
    () => toolHandlers({ x: {} as never }),
    "The tool x needs a handler",
  ],
  [
    "a prompt",
    () => promptHandlers({ x: {} as never }),
    "The prompt x needs a handler",
  ],
  [
    "a resource",
    () => resourceHandlers({ "x://y": { read: 1 } as never }),
    "The resource x://y needs read, a function",
  ],
  [
    "a template",
    () => resourceHandlers({ "x://{y}": {} as never }),
    "The resource x://{y} needs read, a function",
  ],
] as const)
  test(`${title} without a function is refused where it is declared`, () => {
    assert.throws(
      declare,
      (error: Error) => error instanceof TypeError && error.message === problem,
    );
  });

test("what is no URI cannot be subscribed to", async () => {
  const handlers = resourceHandlers(
    { "x://y": { read: () => "" } },
    { subscribe: true },
  );
  for (const uri of ["", "x/y", "not a uri"]) {
    const answer = await ask(handlers, "resources/subscribe", { uri });
    const message = `Not an absolute URI: ${uri}`;
    assert.equal(answer.error, { code: -32602, message });
  }
  // A resource that is not there yet may come.
  const answer = await ask(handlers, "resources/subscribe", { uri: "x://z" });
  assert.equal(answer.result, {});
});

test("a resource needs an absolute URI", () => {
  assert.throws(
    () => resourceHandlers({ "x/y": { read: () => "" } }),
    "Not an absolute URI: x/y",
  );
  assert.throws(
    () => resourceHandlers({ "a://{a,b}": { read: () => "" } }),
    "cannot be matched",
  );
});

test.run();
