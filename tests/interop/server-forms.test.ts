/**
 * Tests of form elicitation in a generated server: forms that the server sends,
 * and answers that it accepts.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { load } from "../harness/generated/load.js";
import type { Context } from "../harness/generated/modules.js";
import {
  accept,
  FILLED,
  FORM,
  form,
  closePairs,
  pair,
} from "../harness/generated/pair.js";
import { requirement } from "../harness/run/requirement.js";

const test = suite("server: elicitation forms");
test.after.each(closePairs);

/** Answer of a client whose user declines every form. */
const DECLINED = { action: "decline" };
const DECLINES = { "elicitation/create": () => DECLINED };

const TYPES = 'expected "string" or "number" or "integer" or "boolean"';
const NO_TEXT = "default: expected string";

/**
 * Test cases: forms, and the problem of each invalid form. A problem that
 * starts with `a` concerns the form field `a`.
 */
const FORMS: readonly (readonly [object, string?])[] = [
  [form({ a: { type: "string" } })],
  [form({ a: { type: "integer", default: 1 } })],
  [
    form({ a: { type: "object", properties: {} } }),
    `a.type: ${TYPES}, got string`,
  ],
  [form({ a: { type: "array", items: {} } }), `a.type: ${TYPES}, got string`],
  [form({ a: 1 }), "a: expected object, got number"],
  [
    form({ a: { type: "string", format: "date", default: "today" } }),
    `a.${NO_TEXT} of format date within its limits, got string`,
  ],
  [
    form({ a: { type: "integer", default: "1" } }),
    "a.default: expected integer, got string",
  ],
  [
    form({ a: { type: "string", pattern: "^[a-z]+$", default: "A" } }),
    `a.${NO_TEXT} within its limits, got string`,
  ],
  [
    form({ a: { type: "string", pattern: "[" } }),
    "Invalid regular expression: /[/: Unterminated character class",
  ],
  [{ message: "?" }, "requestedSchema: expected object, got nothing"],
  [
    { message: "?", requestedSchema: { type: "array" } },
    'requestedSchema.type: expected "object", got string',
  ],
  [
    { message: "?", requestedSchema: { type: "object", properties: null } },
    "requestedSchema.properties: expected object, got null",
  ],
  [
    form({ a: { type: "string" } }, { required: ["b"] }),
    'requestedSchema.required[0]: expected "a", got string',
  ],
  [
    form({}, { required: ["b"] }),
    "requestedSchema.required[0]: expected nothing, got string",
  ],
];

for (const [params, problem] of FORMS)
  test(`a server ${problem ? "refuses to send" : "sends"} the form ${JSON.stringify(params)}`, async () => {
    const { elicit } = await pair("2025-06-18", DECLINES);
    const said = await elicit(params);
    const place = problem?.startsWith("a") ? "requestedSchema.properties." : "";
    const wrong = problem && `undefined: ${place}${problem}`;
    assert.equal(said, wrong ?? DECLINED);
  });

const SENSITIVE: readonly string[] = (
  "password userPasswd api_key apiKey access-token client_secret PIN " +
  "cardNumber credit_card cvc"
).split(" ");

const HARMLESS = ["name", "tokens", "maxTokens", "secretary", "spinner", "key"];

requirement(`
  d86a40be0d8e 0e0b858f7931 b99cb9f5122a c94d3cbb8c95 514a38723579
`);
for (const name of [...SENSITIVE, ...HARMLESS])
  test(`a server ${SENSITIVE.includes(name) ? "refuses to request" : "requests"} a form field named ${name}`, async () => {
    const { elicit } = await pair("2025-06-18", DECLINES);
    const params = form({ [name]: { type: "string" } });
    const said = await elicit(params);
    const refused = `undefined: A form must not ask for ${name}; use URL mode, or set the option \`sensitive\` to "allow"`;
    assert.equal(said, SENSITIVE.includes(name) ? refused : DECLINED);
    const options = { sensitive: "allow" };
    assert.equal(await elicit(params, options), DECLINED);
  });

test("the tool error for a sensitive form field names the field and the option that allows it", async () => {
  const { tools } = await load("2025-11-25", "server");
  const params = form({ password: { type: "string" } });
  const handler = (_args: unknown, ctx: Context) => ctx.elicit(params);
  const own = tools({ ask: { handler } });
  const { client } = await pair("2025-11-25", DECLINES, {}, own);
  const { content } = await client.callTool({ name: "ask" });
  const text =
    'ask failed: A form must not ask for password; use URL mode, or set the option `sensitive` to "allow"';
  assert.equal(content, [{ type: "text", text }]);
});

requirement("d86a40be0d8e 0e0b858f7931 b99cb9f5122a 514a38723579");
test("a server refuses to request a form field with the title 'Your API key'", async () => {
  const { elicit } = await pair("2025-06-18", DECLINES);
  const params = form({ a: { type: "string", title: "Your API key" } });
  const said = await elicit(params);
  assert.match(String(said), "A form must not ask for a; use URL mode");
});

const INVALID = "invalid: The result of elicitation/create is not valid: ";

requirement("b6fa518d22cf 814d1ed53e92 391c59974589");
for (const [content, wrong] of FILLED)
  test(`a server ${wrong ? "refuses" : "accepts"} the content ${JSON.stringify(content)} in a client's answer to a form`, async () => {
    // Client that sends the content without validating it.
    const takes = { "elicitation/create": () => accept(content) };
    const { elicit } = await pair("2025-06-18", takes);
    const params = { message: "?", requestedSchema: FORM };
    assert.equal(
      await elicit(params),
      wrong === undefined
        ? accept({ name: "anon", sure: false, ...content })
        : `${INVALID}content.${wrong}`,
    );
  });

/**
 * Test cases: text formats, each with one valid text followed by invalid texts.
 */
const FORMATS: readonly (readonly [string, string, ...string[]])[] = [
  ["email", "a.b+c@d.ef", "secret", "a@b", "ü@b.cd"],
  ["uri", "urn:a:b", "a.b", "https://a b"],
  ["date", "2024-02-29", "2023-02-29", "29.2.2024", ""],
  ["date-time", "2016-12-31T23:59:60Z", "2024-02-29", "2024-02-29T23:59:59"],
];

// A server of 2025-11-25 sends the form as a request. A server of 2026-07-28
// sends the form in an input-required result.
for (const [revision, before] of [
  ["2025-11-25", INVALID],
  ["2026-07-28", "-32602: Invalid params: inputResponses.k: "],
] as const)
  test(`${revision}: a server validates the format of each field in a client's answer to a form`, async () => {
    let content: object = {};
    const takes = { "elicitation/create": () => accept(content) };
    const { elicit } = await pair(revision, takes);
    for (const [format, good, ...bad] of FORMATS) {
      const params = form({ a: { type: "string", format } });
      const said = (a: string): Promise<unknown> => {
        content = { a };
        return elicit(params, { key: "k" }).catch(
          ({ code, message }) => `${code}: ${message}`,
        );
      };
      assert.equal(await said(good), accept({ a: good }));
      const wrong = `content.a: expected string of format ${format} within its limits, got string`;
      for (const text of bad) assert.is(await said(text), before + wrong, text);
    }
  });

test("a server validates a client's answers to form fields named __proto__ and constructor", async () => {
  let content: object = {};
  const takes = { "elicitation/create": () => accept(content) };
  const { elicit } = await pair("2025-11-25", takes);
  for (const name of ["__proto__", "constructor"]) {
    const fields: unknown = JSON.parse(`{ "${name}": { "type": "integer" } }`);
    const params = form(fields as object, { required: [name] });
    const said = (json: string): Promise<unknown> => {
      content = JSON.parse(json) as object;
      return elicit(params);
    };
    const wrong = `${INVALID}content.${name}: expected integer, got`;
    assert.is(await said(`{ "${name}": "1" }`), `${wrong} string`);
    assert.is(await said("{}"), `${wrong} nothing`);
    assert.equal(await said(`{ "${name}": 1 }`), accept(content));
    const bad: unknown = JSON.parse(`{ "${name}": { "type": "object" } }`);
    assert.match(
      String(await elicit(form(bad as object))),
      `requestedSchema.properties.${name}.type: expected`,
    );
  }
});

test.run();
