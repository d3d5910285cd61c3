/**
 * Tests of form elicitation: a generated client validates the user's answers.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Call } from "../../runtime/protocol/connection/call.js";
import { elicitationHandlers } from "../../runtime/features/client/elicitation.js";
import { load } from "../harness/generated/load.js";
import {
  accept,
  FILLED,
  FORM,
  form,
  closePairs,
  pair,
} from "../harness/generated/pair.js";
import { requirement } from "../harness/run/requirement.js";
import { assertThrows } from "../harness/run/throws.js";

const test = suite("client: elicitation forms");
test.after.each(closePairs);

/**
 * Answers a form as the user would. Checks the answer that the server receives,
 * or the problem that the client reports.
 */
async function filled(
  revision: string,
  requestedSchema: object,
  defaults: object,
  content: object,
  wrong: string | undefined,
): Promise<void> {
  const { elicitation } = await load(revision, "client");
  const handlers = elicitation({ form: () => accept(content) });
  const { elicit, errors } = await pair(revision, handlers);
  const params = { message: "?", requestedSchema };
  const said = await elicit(params);
  const problem = `The answer does not match the form: content.${wrong}`;
  assert.equal(errors, wrong === undefined ? [] : [problem]);
  const given = accept({ ...defaults, ...content });
  assert.equal(said, wrong === undefined ? given : "-32603: Internal error");
}

const DEFAULTS = { name: "anon", sure: false };

requirement(`
  b6fa518d22cf 4d5f29978437 365d6704a52f 814d1ed53e92 391c59974589
`);
for (const revision of ["2025-06-18", "2025-11-25"])
  for (const [content, wrong] of FILLED)
    test(`${revision}: a client ${wrong ? "refuses" : "accepts"} the user's answer ${JSON.stringify(content)} to a form`, () =>
      filled(revision, FORM, DEFAULTS, content, wrong));

for (const [what, pattern, given] of [
  ["a pattern that is not valid in JavaScript", "(?P<word>a)(", { a: "x" }],
  ["a pattern that is a number", 5, { a: "x" }],
  ["a pattern that backtracks exponentially", "^(x+)+$", {}],
] as const)
  test(`a client accepts the user's answer even if the form schema contains ${what}`, async () => {
    const value = `${"x".repeat(100)}!`;
    const fill = { form: () => accept(given) } as never;
    const create = elicitationHandlers(fill, false)["elicitation/create"];
    const params = form({ a: { type: "string", pattern, default: value } });
    assert.equal(
      await create(params as never, {} as Call),
      accept({ a: value, ...given }),
    );
  });

test("a form handler receives a function that checks the value of one form field", async () => {
  const said: unknown[] = [];
  const fill = {
    form: (
      _params: never,
      _ctx: never,
      wrong: (name: string, value: unknown) => string | undefined,
    ) => {
      said.push(wrong("a", "y"), wrong("a", "x"), wrong("n", 6), wrong("n", 5));
      return { action: "cancel" };
    },
  };
  const create = elicitationHandlers(fill as never, false)[
    "elicitation/create"
  ];
  const params = form({
    a: { type: "string", pattern: "^x" },
    n: { type: "integer", maximum: 5 },
  });
  await create(params as never, {} as Call);
  assert.equal(said, [
    "expected string within its limits, got string",
    undefined,
    "expected integer within its limits, got number",
    undefined,
  ]);
});

const CHOOSE = {
  type: "object",
  properties: {
    one: { type: "string", oneOf: [{ const: "x", title: "X" }] },
    old: { type: "string", enum: ["y"], enumNames: ["Y"] },
    some: {
      type: "array",
      minItems: 1,
      maxItems: 2,
      items: { type: "string", enum: ["p", "q", "r"] },
      default: ["p"],
    },
    titled: { type: "array", items: { anyOf: [{ const: "s", title: "S" }] } },
  },
};

const SOME = "some: expected array within its limits, got";

const CHOSEN: readonly (readonly [object, string?])[] = [
  [{ one: "x", old: "y", some: ["q", "r"], titled: ["s"] }],
  [{ titled: [] }],
  [{ one: "X" }, 'one: expected "x", got string'],
  [{ old: "Y" }, 'old: expected "y", got string'],
  [{ some: [] }, `${SOME} array`],
  [{ some: ["p", "q", "r"] }, `${SOME} array`],
  [{ some: ["z"] }, 'some[0]: expected "p" or "q" or "r", got string'],
  [{ some: "p" }, `${SOME} string`],
  [{ titled: ["S"] }, 'titled[0]: expected "s", got string'],
];

for (const [content, wrong] of CHOSEN)
  test(`a client ${wrong ? "refuses" : "accepts"} the user's answer ${JSON.stringify(content)} to a form with choices`, () =>
    filled("2025-11-25", CHOOSE, { some: ["p"] }, content, wrong));

requirement("d420d49e8ace c6f7f3ecdc80 099d60fd458a 1ce1ceeb435c");
for (const action of ["decline", "cancel"])
  test(`a client sends an elicitation result with the action ${action} without content`, async () => {
    const { elicitation } = await load("2025-06-18", "client");
    const form = (): object => ({ action, content: { age: "wrong" } });
    const { elicit } = await pair("2025-06-18", elicitation({ form }));
    const params = { message: "?", requestedSchema: FORM };
    assert.equal(await elicit(params), { action });
  });

const MODES: readonly (readonly [string, string[], object])[] = [
  ["2025-06-18", ["form"], {}],
  ["2025-11-25", ["form"], { form: {} }],
  ["2025-11-25", ["url"], { url: {} }],
  ["2025-11-25", ["form", "url"], { form: {}, url: {} }],
];

requirement("38f7cbfb3a3a");
for (const [revision, modes, expected] of MODES)
  test(`${revision}: a client declares elicitation for the modes ${modes.join(" and ")}`, async () => {
    const { elicitation } = await load(revision, "client");
    const options = Object.fromEntries(modes.map((mode) => [mode, () => {}]));
    const { declared } = await pair(revision, { ...elicitation(options) });
    assert.equal(await declared(), { elicitation: expected });
  });

requirement("1d7a91f41634");
test("elicitation() throws if neither a form callback nor a URL callback is given", async () => {
  const { elicitation } = await load("2025-11-25", "client");
  assertThrows(
    () => elicitation({}),
    "needs the option form, the option url, or both",
  );
});

test.run();
