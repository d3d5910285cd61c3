/** What a generated server asks a client for, by what that client declared. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { load } from "./support.js";
import type { Pair } from "./client-support.js";
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
} from "./client-support.js";

const guarded = suite("what servers ask");
guarded.after.each(closePairs);

guarded("without requests: what is asked, and what is answered", async () => {
  const content = { age: 3 };
  const { call } = await pair("2026-07-28", {
    "elicitation/create": () => accept(content),
    "sampling/createMessage": () => ANSWER,
  });
  const ask = (params: object): Promise<unknown> =>
    call((ctx) => ctx.elicit(params, { key: "k" }));
  assert.match(
    String(await ask(form({ token: { type: "string" } }))),
    "The form asks for token; use a page",
  );
  assert.is(
    await call((ctx) => ctx.sample({ messages: [use("a")], maxTokens: 1 })),
    "-32602: Tool result missing in request",
  );
  const params = { message: "?", requestedSchema: FORM };
  assert.equal(await ask(params), accept(content));
});

guarded("the same handlers answer what comes inside a result", async () => {
  const { elicitation, roots, sampling } = await load("2026-07-28", "client");
  const { call } = await pair("2026-07-28", {
    ...roots(["file:///a"]),
    ...sampling({ ...YES, tools: true }),
    ...elicitation({ form: () => accept({ age: 2 }) }),
  });
  assert.equal(await call(async (ctx) => ctx.peer.capabilities), {
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
  `capability: ${method} needs ${capability}, which the peer did not declare`;

const MAY: readonly (readonly [string, object, object, string?])[] = [
  ["form by default", {}, form({})],
  ["form, said so", { form: {} }, { mode: "form", ...form({}) }],
  [
    "no form",
    { url: {} },
    form({}),
    lacks("elicitation/create", "elicitation.form"),
  ],
  ["a page", { url: {} }, PAGE],
  ["no page", {}, PAGE, lacks("elicitation/create", "elicitation.url")],
  [
    "a page that is none",
    { url: {} },
    { ...PAGE, url: "javascript:1" },
    "undefined: Not a web page: javascript:1",
  ],
];

for (const [name, elicitation, params, problem] of MAY)
  guarded(`what the client can show: ${name}`, async () => {
    const { call } = await pair(
      "2025-11-25",
      { "elicitation/create": () => ({ action: "decline" }) },
      { capabilities: { elicitation } },
    );
    assert.equal(
      await call((ctx) => ctx.elicit(params)),
      problem ?? { action: "decline" },
    );
    // Nor in any other way.
    if (problem !== undefined)
      assert.is(
        await call((ctx) => ctx.request("elicitation/create", params)),
        problem,
      );
  });

/** What a client declared of sampling, and whether it is asked with a context. */
const CONTEXT: readonly (readonly [string, object, string, boolean])[] = [
  ["2025-06-18", {}, "allServers", true],
  ["2025-11-25", {}, "none", true],
  ["2025-11-25", {}, "thisServer", false],
  ["2025-11-25", { tools: {} }, "allServers", false],
  ["2025-11-25", { context: {} }, "allServers", true],
];

for (const [revision, declared, context, sent] of CONTEXT)
  guarded(
    `${revision}: ${context} of ${JSON.stringify(declared)}`,
    async () => {
      const { call } = await pair(
        revision,
        { "sampling/createMessage": () => ANSWER },
        { capabilities: { sampling: declared } },
      );
      const params = { messages: MESSAGES, maxTokens: 1 };
      assert.equal(
        await call((ctx) => ctx.sample({ ...params, includeContext: context })),
        sent ? ANSWER : lacks("sampling/createMessage", "sampling.context"),
      );
    },
  );

guarded("a client without elicitation", async () => {
  const { call } = await pair("2025-06-18", {});
  assert.is(
    await call((ctx) => ctx.elicit(form({}))),
    lacks("elicitation/create", "elicitation"),
  );
});

guarded("tools in sampling: declared, and in order", async () => {
  const { sampling } = await load("2025-11-25", "client");
  const can = await pair("2025-11-25", sampling({ ...YES, tools: true }));
  const ask = (one: Pair, messages: object[]): Promise<unknown> =>
    one.call((ctx) => ctx.sample({ messages, maxTokens: 1, tools: [TOOL] }));
  assert.equal(await ask(can, [START]), ANSWER);
  // A client that would take whatever it is sent.
  const takes = await pair(
    "2025-11-25",
    { "sampling/createMessage": () => ANSWER },
    { capabilities: { sampling: { tools: {} } } },
  );
  assert.is(
    await ask(takes, [START, use("1")]),
    "-32602: Tool result missing in request",
  );
  const cannot = await pair("2025-11-25", sampling(YES));
  assert.is(
    await ask(cannot, [START]),
    lacks("sampling/createMessage", "sampling.tools"),
  );
});

guarded.run();
