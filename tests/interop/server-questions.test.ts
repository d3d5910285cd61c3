/**
 * Tests of requests from a generated server to a client, depending on the
 * client's capabilities.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { load } from "../harness/generated/load.js";
import type { Pair } from "../harness/generated/pair.js";
import {
  accept,
  ANSWER,
  FORM,
  form,
  MESSAGES,
  PAGE,
  closePairs,
  pair,
  START,
  TOOL,
  use,
  YES,
} from "../harness/generated/pair.js";
import { requirement } from "../harness/run/requirement.js";

const test = suite("server: requests to clients");
test.after.each(closePairs);

test("a stateless server validates the input requests of its tools", async () => {
  const content = { age: 3 };
  const { elicit, sample } = await pair("2026-07-28", {
    "elicitation/create": () => accept(content),
    "sampling/createMessage": () => ANSWER,
  });
  const ask = (params: object): Promise<unknown> =>
    elicit(params, { key: "k" });
  assert.match(
    String(await ask(form({ token: { type: "string" } }))),
    "A form must not ask for token; use URL mode",
  );
  assert.is(
    await sample({ messages: [use("a")] }),
    "-32602: Tool result missing in request",
  );
  const params = { message: "?", requestedSchema: FORM };
  const defaults = { name: "anon", sure: false };
  assert.equal(await ask(params), accept({ ...content, ...defaults }));
});

requirement("d61994a95766 25de24815d0b b843a87f5463");
test("a client uses its request handlers to answer the input requests in a result", async () => {
  const { elicitation, roots, sampling } = await load("2026-07-28", "client");
  const { call, declared } = await pair("2026-07-28", {
    ...roots(["file:///a"]),
    ...sampling({ ...YES, tools: true }),
    ...elicitation({ form: () => accept({ age: 2 }) }),
  });
  assert.equal(await declared(), {
    roots: {},
    sampling: { tools: {} },
    elicitation: { form: {} },
  });
  const answers = await call((ctx) =>
    Promise.all([
      ctx.roots(),
      ctx.sample({ messages: MESSAGES, maxTokens: 1 }),
      ctx.elicit({ message: "?", requestedSchema: FORM }),
    ]),
  );
  const content = { age: 2, name: "anon", sure: false };
  assert.equal(answers, [
    { roots: [{ uri: "file:///a" }] },
    ANSWER,
    accept(content),
  ]);
});

const lacks = (method: string, capability: string): string =>
  `capability: ${method} needs the capability ${capability}, which the peer did not declare`;
const lacksElicitation = (more: string): string =>
  lacks("elicitation/create", `elicitation${more}`);
const lacksSampling = (more: string): string =>
  lacks("sampling/createMessage", `sampling.${more}`);

/** Client handlers that accept every request of a server. */
const DECLINES = { "elicitation/create": () => ({ action: "decline" }) };
const SAMPLES = { "sampling/createMessage": () => ANSWER };

const MAY: readonly (readonly [string, object, object, string?])[] = [
  ["a form to a client that declares elicitation without modes", {}, form({})],
  [
    "a form to a client that supports only forms",
    { form: {} },
    { mode: "form", ...form({}) },
  ],
  [
    "a form to a client that supports only URLs",
    { url: {} },
    form({}),
    lacksElicitation(".form"),
  ],
  ["a URL to a client that supports only URLs", { url: {} }, PAGE],
  [
    "a URL to a client that declares elicitation without modes",
    {},
    PAGE,
    lacksElicitation(".url"),
  ],
  [
    "an invalid URL",
    { url: {} },
    { ...PAGE, url: "javascript:1" },
    "undefined: url must be http or https: javascript:1",
  ],
];

requirement("c94d3cbb8c95 53f342ca70a9 4d5f29978437 bf03ea2eb161");
for (const [name, elicitation, params, problem] of MAY)
  test(`a server ${problem ? "refuses to send" : "sends"} ${name}`, async () => {
    const capabilities = { elicitation };
    const made = await pair("2025-11-25", DECLINES, { capabilities });
    const said = problem ?? { action: "decline" };
    assert.equal(await made.elicit(params), said);
    // The generic method `ctx.request` applies the same rules as `ctx.elicit`.
    const asked = made.call((ctx) => ctx.request("elicitation/create", params));
    assert.equal(await asked, said);
  });

/**
 * Test cases: capabilities of the client, the value of `includeContext`, and
 * whether the server sends the sampling request.
 */
const CONTEXT: readonly (readonly [string, object, string, boolean])[] = [
  ["2025-06-18", {}, "allServers", true],
  ["2025-11-25", {}, "none", true],
  ["2025-11-25", {}, "thisServer", false],
  ["2025-11-25", { tools: {} }, "allServers", false],
  ["2025-11-25", { context: {} }, "allServers", true],
];

requirement("fdbb42a13f9b");
for (const [revision, declared, context, sent] of CONTEXT)
  test(`${revision}: a server ${sent ? "sends" : "does not send"} includeContext "${context}" to a client with the sampling capability ${JSON.stringify(declared)}`, async () => {
    const capabilities = { sampling: declared };
    const { sample } = await pair(revision, SAMPLES, { capabilities });
    const said = await sample({ includeContext: context });
    assert.equal(said, sent ? ANSWER : lacksSampling("context"));
  });

requirement("38f7cbfb3a3a");
test("a server refuses to send a form to a client that has not declared elicitation", async () => {
  const { elicit } = await pair("2025-06-18", {});
  assert.is(await elicit(form({})), lacksElicitation(""));
});

requirement("7a0e15b78ca5 d83678a81a9a 481b43d2c370 2efbceb21736");
test("a server sends a sampling request with tools only to a client that declared sampling.tools", async () => {
  const { sampling } = await load("2025-11-25", "client");
  const can = await pair("2025-11-25", sampling({ ...YES, tools: true }));
  const ask = ({ sample }: Pair, messages: object[]): Promise<unknown> =>
    sample({ messages, tools: [TOOL] });
  assert.equal(await ask(can, [START]), ANSWER);
  const capabilities = { sampling: { tools: {} } };
  const takes = await pair("2025-11-25", SAMPLES, { capabilities });
  const missing = "-32602: Tool result missing in request";
  assert.is(await ask(takes, [START, use("1")]), missing);
  const cannot = await pair("2025-11-25", sampling(YES));
  assert.is(await ask(cannot, [START]), lacksSampling("tools"));
});

test.run();
