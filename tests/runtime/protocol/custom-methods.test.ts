/** Tests of custom methods that an application adds to the protocol. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Handlers } from "../../../runtime/protocol/lifecycle.js";
import {
  CLIENT,
  connect,
  getRejectionMessage,
  openServer,
  pair as connected,
  SERVER,
} from "../../harness/wire/wire.js";

const test = suite("custom methods");

const isText = (value: unknown): boolean =>
  typeof (value as { text?: unknown } | undefined)?.text === "string";

/** Standard Schema that requires a string member `text`. */
const TEXT = {
  "~standard": {
    version: 1,
    vendor: "test",
    validate: (value: unknown) =>
      isText(value) ? { value } : { issues: [{ message: "text is missing" }] },
  },
} as const;

const METHODS = {
  "x/echo": { params: TEXT, result: isText },
  "x/heard": { params: isText },
};

const pair = (theirs: Handlers, ours: Handlers = {}) =>
  connected(theirs, ours, { methods: METHODS });

const echo = (params: { text: string }) => ({ text: `${params.text}!` });

test("clients and servers can send custom requests", async () => {
  const handlers = { "x/echo": echo };
  const { client, session } = await pair(handlers, handlers);
  assert.equal(await client.request("x/echo", { text: "a" }), { text: "a!" });
  await client.request("ping");
  assert.equal(await session.request("x/echo", { text: "b" }), { text: "b!" });
  await client.close();
});

test("a server validates the params and the result of a custom request", async () => {
  let runs = 0;
  const { client, problems } = await pair({
    "x/echo": () => ({ no: (runs += 1) }),
  });
  const wrong = client.request("x/echo", { text: 1 });
  assert.is(
    await getRejectionMessage(wrong),
    "Invalid params: text is missing",
  );
  assert.is(runs, 0);
  const answer = client.request("x/echo", { text: "a" });
  assert.is(await getRejectionMessage(answer), "Internal error");
  assert.equal(problems, ["The result of x/echo is not valid: not valid"]);
  await client.close();
});

test("a client validates the results that it receives for its custom requests", async () => {
  const { connection, wire } = connect(CLIENT, {}, { methods: METHODS });
  connection.phase = "open";
  const answer = getRejectionMessage(
    connection.request("x/echo", { text: "a" }),
  );
  wire.give({ id: (await wire.next()).id, result: { text: 1 } });
  assert.is(await answer, "The result of x/echo is not valid: not valid");
});

test("a custom method without a result schema is a notification with validated params", async () => {
  const heard: unknown[] = [];
  const { client, problems } = await pair({
    "x/heard": (params: unknown) => heard.push(params),
  });
  client.notify("x/heard", { text: "a" });
  client.notify("x/heard", { text: 1 });
  await client.request("ping");
  assert.equal(heard, [{ text: "a" }]);
  assert.equal(problems, ["x/heard is not valid: not valid"]);
  await client.close();
});

test("a custom method cannot have the name of a method of MCP", () => {
  assert.throws(
    () => connect(SERVER, {}, { methods: { "tools/call": {} } }),
    (error: Error) =>
      error instanceof TypeError &&
      error.message === "tools/call is a method of MCP, not a custom method",
  );
});

test("a server rejects all params of a custom method if the schema validates asynchronously", async () => {
  const validate = (): unknown => Promise.resolve({ value: 1 });
  const params = {
    "~standard": { version: 1, vendor: "test", validate },
  } as const;
  const { wire, errors } = openServer(
    { "x/a": () => ({}) },
    { methods: { "x/a": { params, result: isText } } },
  );
  wire.give({ id: 1, method: "x/a", params: {} });
  assert.equal(errors, []);
  assert.is(wire.sent[0]?.error.message, "Invalid params: not valid");
});

test.run();
