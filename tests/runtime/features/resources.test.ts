/**
 * Tests of resources: paginated lists, reads, missing resources, subscriptions
 * and definitions.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { McpError } from "../../../runtime/json-rpc/messages/errors.js";
import { paginate } from "../../../runtime/features/paginate.js";
import { promptHandlers } from "../../../runtime/features/prompts.js";
import { resourceHandlers } from "../../../runtime/features/resources/resources.js";
import { toolHandlers } from "../../../runtime/features/tools.js";
import { ask, SERVER } from "../../harness/wire/wire.js";
import { requirement } from "../../harness/run/requirement.js";
import { assertThrows } from "../../harness/run/throws.js";

const test = suite("features: resources");

test("resources and resource templates are paginated separately", async () => {
  const read = (): string => "";
  const all = { name: "each", description: "All" };
  const handlers = resourceHandlers(
    {
      "a://1": { name: "one", read },
      "a://{id}": { ...all, read },
      "a://2": { read },
    },
    { pageSize: 1 },
  );
  const list = async (kind: string, cursor?: unknown) =>
    ask(handlers, `resources/${kind}`, { cursor });
  const { nextCursor, ...first } = (await list("list")).result ?? {};
  assert.equal(first, { resources: [{ uri: "a://1", name: "one" }] });
  const second = { resources: [{ uri: "a://2", name: "a://2" }] };
  assert.equal((await list("list", nextCursor)).result, second);
  const other = await list("templates/list", nextCursor);
  assert.is(other.error?.code, -32602);
  const resourceTemplates = [{ uriTemplate: "a://{id}", ...all }];
  const { result } = await list("templates/list");
  assert.equal(result, { resourceTemplates });
});

const FIRST = { uri: "a://1", mimeType: "m/t" };
const SECOND = { uri: "a://1#2", text: "y" };
const OTHER = { uri: "b://2", text: "z" };

for (const [title, value, ...contents] of [
  ["a string", "x", { ...FIRST, text: "x" }],
  ["bytes", new Uint8Array([0, 255]), { ...FIRST, blob: "AP8=" }],
  [
    "an array",
    ["x", SECOND],
    { ...FIRST, text: "x" },
    { ...SECOND, mimeType: "m/t" },
  ],
  ["a complete result", { contents: [OTHER] }, OTHER],
] as const)
  test(`a resource can return its contents as ${title}`, async () => {
    const handlers = resourceHandlers({
      "a://1": { mimeType: "m/t", read: () => value },
    });
    const { result } = await ask(handlers, "resources/read", { uri: "a://1" });
    assert.equal(result, { contents });
  });

requirement("4f7bfbe59d03");
test("a resource of 300,000 bytes is sent as base64", async () => {
  const bytes = new Uint8Array(300_000).map((_, index) => index);
  const handlers = resourceHandlers({ "a://1": { read: () => bytes } });
  const { result } = await ask(handlers, "resources/read", { uri: "a://1" });
  const blob = Buffer.from(bytes).toString("base64");
  assert.equal(result, { contents: [{ uri: "a://1", blob }] });
});

requirement("e3c5c49b35ba 0ba6e76d697c bbda2313e58a a6521bd2fe7b");
test("the error about a missing resource contains the URI and the error code of the revision", async () => {
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

const NO_READ = "needs a function `read`";
for (const [declare, problem] of [
  [() => toolHandlers({ x: {} as never }), "The tool x needs a handler"],
  [() => toolHandlers({ x: undefined as never }), "The tool x needs a handler"],
  [() => promptHandlers({ x: {} as never }), "The prompt x needs a handler"],
  [
    () => resourceHandlers({ "x://y": { read: 1 } as never }),
    `The resource x://y ${NO_READ}`,
  ],
  [
    () => resourceHandlers({ "x://{y}": {} as never }),
    `The resource x://{y} ${NO_READ}`,
  ],
] as const)
  test(`an invalid definition is refused with the message: ${problem}`, () => {
    assert.throws(
      declare,
      (error: Error) => error instanceof TypeError && error.message === problem,
    );
  });

test("a subscription to a relative URI is refused", async () => {
  const handlers = resourceHandlers(
    { "x://y": { read: () => "" } },
    { subscribe: true },
  );
  for (const uri of ["", "x/y", "not a uri"]) {
    const answer = await ask(handlers, "resources/subscribe", { uri });
    const message = `Not an absolute URI: ${uri}`;
    assert.equal(answer.error, { code: -32602, message });
  }
  // The server accepts a subscription to a resource that does not exist yet.
  const answer = await ask(handlers, "resources/subscribe", { uri: "x://z" });
  assert.equal(answer.result, {});
});

requirement("c6535be4dc3b 98bfc0b815c5");
test("a resource definition with a relative URI is refused", () => {
  assertThrows(
    () => resourceHandlers({ "x/y": { read: () => "" } }),
    "Not an absolute URI: x/y",
  );
  assertThrows(
    () => resourceHandlers({ "a://{a,b}": { read: () => "" } }),
    "cannot be matched",
  );
});

/** List from which the tests of cursors request pages. */
const LIST = Array.from({ length: 10 }, (_, index) => ({ name: `n${index}` }));

requirement("71c7cd107143");
test("if items are added or removed, a pagination cursor still selects the next item", () => {
  const { nextCursor } = paginate(LIST, undefined, 3);
  const longer = [{ name: "new" }, ...LIST];
  assert.equal(paginate(longer, nextCursor, 2).items, [
    { name: "n3" },
    { name: "n4" },
  ]);
  assert.equal(paginate(LIST.slice(1), nextCursor, 1).items, [{ name: "n3" }]);
  const without = LIST.filter(({ name }) => name !== "n2");
  assert.equal(paginate(without, nextCursor, 1).items, [{ name: "n3" }]);
  assert.equal(paginate([], nextCursor, 1), { items: [] });
});

const LONG = "1".repeat(20);
requirement("6d6253ba99a3");
for (const cursor of ["", "x", "1", "1.", ".a", "-1.a", "0.a", LONG])
  test(`the invalid pagination cursor ${JSON.stringify(cursor)} is refused`, () => {
    assert.throws(
      () => paginate(LIST, cursor, 3),
      (error: McpError) => error.code === -32602,
    );
  });

test.run();
