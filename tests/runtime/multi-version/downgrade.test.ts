/**
 * Tests of downgrades: a server converts values and input requests for clients
 * of older revisions.
 */
import * as assert from "uvu/assert";
import { suite } from "uvu";
import {
  downgradeValue,
  type Downgrade,
} from "../../../runtime/multi-version/downgrade.js";
import { load } from "../../harness/generated/load.js";
import {
  checkedWire,
  type Message,
  OLDER,
} from "../../harness/wire/multi-version.js";
import type { Context } from "../../harness/generated/modules.js";
import { Wire } from "../../harness/wire/wire.js";

interface Said {
  readonly text: string;
}

const test = suite("multi-version: downgrade");

const form = (field: object): object => ({
  mode: "form",
  message: "Which?",
  requestedSchema: { type: "object", properties: { field } },
});

const title = "Colour";
const choices = [
  { const: "r", title: "Red" },
  { const: "g", title: "Green" },
];

/**
 * Calls a tool that sends an elicitation with `params`. Returns the elicitation
 * that the client received and the text of the tool result.
 */
async function elicit(
  version: string,
  params: object,
  capabilities: object = { elicitation: { form: {}, url: {} } },
): Promise<{ sent?: Message["params"]; text: string; problems: string[] }> {
  const { createServer, tools } = await load("all", "server");
  const handler = async (_args: unknown, ctx: Context): Promise<string> =>
    (await ctx.elicit(params)).action;
  const info = { name: "s", version: "1" };
  const server = createServer(info, tools({ ask: { handler } }));
  const { wire, check, give, next } = await checkedWire(version);
  await server.connect(wire);
  const clientInfo = { name: "c", version: "1" };
  const opening = { protocolVersion: version, capabilities, clientInfo };
  give({ id: "open", method: "initialize", params: opening });
  await next();
  give({ method: "notifications/initialized" });
  give({ id: "call", method: "tools/call", params: { name: "ask" } });
  let answer = await next();
  const sent = answer.method === undefined ? undefined : answer.params;
  if (sent) {
    give({ id: answer.id, result: { action: "accept", content: {} } });
    answer = await next();
  }
  await server.close();
  const [{ text }] = (answer.result?.content ?? [{ text: "" }]) as [Said];
  return { ...(sent ? { sent } : {}), text, problems: check.problems };
}

const TEXTS = { type: "string", enum: ["r", "g"] };
const NUMBER = { type: "integer", minimum: 0 };
const BOOLEAN = { type: "boolean", default: true };

/**
 * Form fields, each with the field that a client of 2025-06-18 receives
 * instead.
 */
const FIELDS: readonly [name: string, field: object, older: object][] = [
  [
    "a titled enum",
    { type: "string", title, oneOf: choices, default: "r" },
    { ...TEXTS, title, enumNames: ["Red", "Green"] },
  ],
  ["an enum", { ...TEXTS, default: "r" }, TEXTS],
  ["a string", { type: "string", default: "r" }, { type: "string" }],
  ["a number", { ...NUMBER, default: 1 }, NUMBER],
  ["a boolean", BOOLEAN, BOOLEAN],
];

for (const [name, field, older] of FIELDS)
  for (const version of ["2025-11-25", "2025-06-18"])
    test(`a form with ${name} is converted to the form schema of ${version}`, async () => {
      const { sent, text, problems } = await elicit(version, form(field));
      const { requestedSchema } = sent as { requestedSchema: object };
      const expected = version === "2025-11-25" ? field : older;
      assert.equal(requestedSchema, {
        type: "object",
        properties: { field: expected },
      });
      assert.is("mode" in (sent ?? {}), version === "2025-11-25");
      assert.is(text, "accept");
      assert.equal(problems, []);
    });

for (const items of [{ type: "string", enum: ["r", "g"] }, { anyOf: choices }])
  test(`a multi-version server rejects a multiple-choice field with ${Object.keys(items).join()} for a client of 2025-06-18`, async () => {
    const several = form({ type: "array", items, default: ["r"] });
    const now = await elicit("2025-11-25", several);
    assert.equal(now.sent, several);
    const { sent, text, problems } = await elicit("2025-06-18", several);
    assert.is(sent, undefined);
    assert.match(
      text,
      "elicitation/create is not valid in revision 2025-06-18",
    );
    assert.match(text, "requestedSchema.properties.field");
    assert.equal(problems, []);
  });

for (const version of OLDER)
  test(`a multi-version server ${version < "2025-11-25" ? "rejects" : "sends"} a URL elicitation for a client of ${version}`, async () => {
    const page = { mode: "url", message: "Pay", url: "https://example.com/" };
    const { sent, text, problems } = await elicit(version, page);
    assert.equal(problems, []);
    if (version < "2025-11-25") {
      assert.is(sent, undefined);
      const why =
        version < "2025-06-18"
          ? `elicitation/create is not part of revision ${version}`
          : `elicitation/create is not valid in revision ${version}`;
      return assert.match(text, why);
    }
    const { elicitationId, ...rest } = sent ?? {};
    assert.match(String(elicitationId), /^[\da-f-]{36}$/);
    assert.equal(rest, page);
    assert.is(text, "accept");
  });
for (const [title, params, more] of [
  ["the result of a call that asks for a task", { task: {} }, {}],
  ["a result with a member `task`", {}, { task: {} }],
] as const)
  test(`a multi-version server without tasks validates ${title}`, async () => {
    const { createServer } = await load("all", "server");
    const call = () => ({ content: [{ type: "text" }], ...more });
    const info = { name: "s", version: "1" };
    const server = createServer(info, { "tools/call": call as never });
    const { wire, give, next } = await checkedWire("2025-11-25");
    await server.connect(wire);
    const clientInfo = { name: "c", version: "1" };
    const opening = { protocolVersion: "2025-11-25", capabilities: {} };
    give({
      id: "open",
      method: "initialize",
      params: { ...opening, clientInfo },
    });
    await next();
    give({ method: "notifications/initialized" });
    const called = { name: "x", ...params };
    give({ id: "call", method: "tools/call", params: called });
    assert.is((await next()).result, undefined);
    await server.close();
  });

const KINDS: Downgrade = { by: "type", kinds: { text: {}, image: {} } };
const LINK = { type: "resource_link", name: "n", uri: "u:" };
const ID: Downgrade = { named: { url: "id" } };

for (const [title, downgrade, before, after] of [
  ["a string", { drop: ["a"] }, "text", "text"],
  ["a member that must be an object", { objects: ["a"] }, { a: true }, {}],
  ["an object member", { objects: ["a"] }, { a: {} }, { a: {} }],
  ["an array of one value", { single: ["a"] }, { a: [1] }, { a: 1 }],
  [
    "an array of one value that is downgraded, too",
    { single: ["a"], of: { a: { drop: ["b"] } } },
    { a: [{ b: 1 }] },
    { a: {} },
  ],
  [
    "a choice without a title, next to a choice that is not an object",
    { choices: true, drop: ["oneOf"] },
    { oneOf: [null, { const: "r" }] },
    { enum: ["r"], enumNames: ["r"] },
  ],
  ["an empty array", { single: ["a"] }, { a: [] }, { a: [] }],
  ["an array of two values", { single: ["a"] }, { a: [1, 2] }, { a: [1, 2] }],
  ["a member with an id", ID, { url: "u", id: "i" }, { url: "u", id: "i" }],
  ["an object that needs no id", ID, { b: 1 }, { b: 1 }],
  [
    "nested objects with a member to drop",
    { each: { drop: ["a"] } },
    { m: { a: 1 }, n: [{ a: 1 }] },
    { m: {}, n: [{}] },
  ],
  [
    "a resource link with a title",
    KINDS,
    { ...LINK, title: "T", description: "D" },
    { type: "text", text: "T · u: · D" },
  ],
  ["a link without a title", KINDS, LINK, { type: "text", text: "n · u:" }],
  [
    "an unknown type where no text is allowed",
    { by: "type", kinds: { image: {} } },
    { type: "x" },
    { type: "x" },
  ],
] as readonly [string, Downgrade | undefined, unknown, unknown][])
  test(`downgradeValue returns the expected value for ${title}`, () => {
    const copy = structuredClone(before);
    const formed = downgradeValue(downgrade, before);
    assert.equal(formed, after);
    assert.equal(before, copy, "the value of the handler is not changed");
    if (JSON.stringify(before) === JSON.stringify(after))
      assert.is(formed, before, "an unchanged value is not copied");
  });

test("downgradeValue generates a new elicitation id for each value", () => {
  const make = () => downgradeValue(ID, { url: "u" }) as { id: string };
  const [first, second] = [make(), make()];
  assert.match(first.id, /^[\da-f-]{36}$/);
  assert.is.not(first.id, second.id);
});

const AUDIO = { type: "audio", data: "", mimeType: "audio/wav" };

for (const version of OLDER)
  test(`a multi-version client accepts content of newer revisions in a session of ${version}`, async () => {
    const made = await load("all", "client");
    const { createClient, elicitation, roots, sampling } = made;
    const folders = roots(["file:///a"]);
    const asked = elicitation({ url: () => "accept" });
    const handlers = { ...folders, ...sampling({ tools: true }), ...asked };
    const unknown: string[] = [];
    const onUnknown = ({ value }: { value: string }) => unknown.push(value);
    const info = { name: "c", version: "1" };
    const client = createClient(info, handlers, { onUnknown });
    const wire = new Wire();
    const connected = client.connect(wire);
    const discover = await wire.next();
    assert.is(discover.method, "server/discover");
    const error = { code: -32601, message: "Method not found" };
    wire.give({ id: discover.id, error });
    const { id, params } = await wire.next();
    assert.equal(params.capabilities, {
      roots: { listChanged: true },
      sampling: { tools: {} },
      elicitation: { url: {} },
    });
    const capabilities = { tools: {} };
    const result = {
      protocolVersion: version,
      serverInfo: info,
      capabilities,
    };
    wire.give({ id, result });
    await connected;
    wire.sent.length = 0;
    folders.set([]);
    assert.is((await wire.next()).method, "notifications/roots/list_changed");
    const called = client.callTool({ name: "t" });
    wire.give({ id: (await wire.next()).id, result: { content: [AUDIO] } });
    assert.equal((await called).content, [AUDIO]);
    assert.equal(unknown, version === "2024-11-05" ? ["audio"] : []);
    await client.close();
  });

test.run();
