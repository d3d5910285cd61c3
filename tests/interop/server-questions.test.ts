/** What a generated server asks of a client, depending on what the client declared. */
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

const guarded = suite("what servers ask");
guarded.after.each(closePairs);

guarded("without requests: what is asked, and what is answered", async () => {
  const content = { age: 3 };
  const { elicit, sample } = await pair("2026-07-28", {
    "elicitation/create": () => accept(content),
    "sampling/createMessage": () => ANSWER,
  });
  const ask = (params: object): Promise<unknown> =>
    elicit(params, { key: "k" });
  assert.match(
    String(await ask(form({ token: { type: "string" } }))),
    "The form asks for sensitive data in token; use URL mode",
  );
  assert.is(
    await sample({ messages: [use("a")] }),
    "-32602: Tool result missing in request",
  );
  const params = { message: "?", requestedSchema: FORM };
  assert.equal(await ask(params), accept(content));
});

requirement("d61994a95766", "25de24815d0b", "b843a87f5463");
guarded("the same handlers answer what comes inside a result", async () => {
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
  `capability: ${method} needs ${capability}, which the peer did not declare`;
const lacksElicitation = (more: string): string =>
  lacks("elicitation/create", `elicitation${more}`);
const lacksSampling = (more: string): string =>
  lacks("sampling/createMessage", `sampling.${more}`);

/** Clients that would take whatever they are sent. */
const DECLINES = { "elicitation/create": () => ({ action: "decline" }) };
const SAMPLES = { "sampling/createMessage": () => ANSWER };

const MAY: readonly (readonly [string, object, object, string?])[] = [
  ["form by default", {}, form({})],
  ["form, said so", { form: {} }, { mode: "form", ...form({}) }],
  ["no form", { url: {} }, form({}), lacksElicitation(".form")],
  ["a page", { url: {} }, PAGE],
  ["no page", {}, PAGE, lacksElicitation(".url")],
  [
    "a page that is none",
    { url: {} },
    { ...PAGE, url: "javascript:1" },
    "undefined: Not an http or https URL: javascript:1",
  ],
];

requirement("c94d3cbb8c95", "53f342ca70a9", "4d5f29978437", "bf03ea2eb161");
for (const [name, elicitation, params, problem] of MAY)
  guarded(`what the client can show: ${name}`, async () => {
    const capabilities = { elicitation };
    const made = await pair("2025-11-25", DECLINES, { capabilities });
    const said = problem ?? { action: "decline" };
    assert.equal(await made.elicit(params), said);
    // Nor in any other way.
    const asked = made.call((ctx) => ctx.request("elicitation/create", params));
    assert.equal(await asked, said);
  });

/** What a client declared of sampling, and whether it is asked with a context. */
const CONTEXT: readonly (readonly [string, object, string, boolean])[] = [
  ["2025-06-18", {}, "allServers", true],
  ["2025-11-25", {}, "none", true],
  ["2025-11-25", {}, "thisServer", false],
  ["2025-11-25", { tools: {} }, "allServers", false],
  ["2025-11-25", { context: {} }, "allServers", true],
];

requirement("fdbb42a13f9b");
for (const [revision, declared, context, sent] of CONTEXT)
  guarded(
    `${revision}: ${context} of ${JSON.stringify(declared)}`,
    async () => {
      const capabilities = { sampling: declared };
      const { sample } = await pair(revision, SAMPLES, { capabilities });
      const said = await sample({ includeContext: context });
      assert.equal(said, sent ? ANSWER : lacksSampling("context"));
    },
  );

requirement("38f7cbfb3a3a");
guarded("a client without elicitation", async () => {
  const { elicit } = await pair("2025-06-18", {});
  assert.is(await elicit(form({})), lacksElicitation(""));
});

requirement("7a0e15b78ca5", "d83678a81a9a", "481b43d2c370", "2efbceb21736");
guarded("tools in sampling: declared, and in order", async () => {
  const { sampling } = await load("2025-11-25", "client");
  const can = await pair("2025-11-25", sampling({ ...YES, tools: true }));
  const ask = (one: Pair, messages: object[]): Promise<unknown> =>
    one.sample({ messages, tools: [TOOL] });
  assert.equal(await ask(can, [START]), ANSWER);
  const capabilities = { sampling: { tools: {} } };
  const takes = await pair("2025-11-25", SAMPLES, { capabilities });
  const missing = "-32602: Tool result missing in request";
  assert.is(await ask(takes, [START, use("1")]), missing);
  const cannot = await pair("2025-11-25", sampling(YES));
  assert.is(await ask(cannot, [START]), lacksSampling("tools"));
});

guarded.run();
