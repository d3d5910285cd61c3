/** Forms of a generated server: what they may ask, and which answers it takes. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { load } from "./support.js";
import { FILLED, FORM, form, pair } from "./client-support.js";
import type { ClientModule } from "./client-support.js";

const guarded = suite("what servers ask: forms");

const answers = (content: object) => (): object => ({
  action: "accept",
  content,
});

/** Forms, and what is wrong with them. */
const FORMS: readonly (readonly [object, string | undefined])[] = [
  [form({ a: { type: "string" } }), undefined],
  [form({ a: { type: "integer", default: 1 } }), undefined],
  [
    { message: "?", requestedSchema: { type: "array" } },
    'requestedSchema.type: expected "object", got string',
  ],
  [
    form({ a: { type: "object", properties: {} } }),
    'requestedSchema.properties.a.type: expected "string" or "number" or "integer" or "boolean", got string',
  ],
  [
    form({ a: { type: "array", items: { type: "object" } } }),
    'requestedSchema.properties.a.type: expected "string" or "number" or "integer" or "boolean", got string',
  ],
  [form({ a: 1 }), "requestedSchema.properties.a: expected object, got number"],
  [{ message: "?" }, "requestedSchema: expected object, got nothing"],
  [
    form({ a: { type: "string" } }, { required: ["b"] }),
    'requestedSchema.required[0]: expected "a", got string',
  ],
  [
    form({ a: { type: "integer", default: "1" } }),
    "requestedSchema.properties.a.default: expected integer, got string",
  ],
];

for (const [params, problem] of FORMS)
  guarded(`a form: ${JSON.stringify(params)}`, async () => {
    const { elicitation } = await load<ClientModule>("2025-06-18", "client");
    const { call, close } = await pair("2025-06-18", {
      ...elicitation({ form: () => ({ action: "decline" }) }),
    });
    const said = await call((ctx) => ctx.elicit(params));
    assert.equal(
      said,
      problem ? `undefined: ${problem}` : { action: "decline" },
    );
    await close();
  });

const SENSITIVE = [
  "password",
  "userPasswd",
  "api_key",
  "apiKey",
  "access-token",
  "client_secret",
  "PIN",
  "cardNumber",
  "credit_card",
  "cvc",
];
const HARMLESS = ["name", "tokens", "maxTokens", "secretary", "spinner", "key"];

for (const name of [...SENSITIVE, ...HARMLESS])
  guarded(`a field named ${name}`, async () => {
    const { elicitation } = await load<ClientModule>("2025-06-18", "client");
    const { call, close } = await pair("2025-06-18", {
      ...elicitation({ form: () => ({ action: "cancel" }) }),
    });
    const params = form({ [name]: { type: "string" } });
    const said = await call((ctx) => ctx.elicit(params));
    const refused = `undefined: The form asks for ${name}: use a page, or sensitive: "allow"`;
    assert.equal(
      said,
      SENSITIVE.includes(name) ? refused : { action: "cancel" },
    );
    const allowed = await call((ctx) =>
      ctx.elicit(params, { sensitive: "allow" }),
    );
    assert.equal(allowed, { action: "cancel" });
    await close();
  });

guarded("a sensitive title", async () => {
  const { elicitation } = await load<ClientModule>("2025-06-18", "client");
  const { call, close } = await pair("2025-06-18", {
    ...elicitation({ form: () => ({ action: "cancel" }) }),
  });
  const params = form({ a: { type: "string", title: "Your API key" } });
  const said = await call((ctx) => ctx.elicit(params));
  assert.match(String(said), "The form asks for a: use a page");
  await close();
});

for (const [content, wrong, format] of FILLED)
  guarded(`an answer: ${JSON.stringify(content)}`, async () => {
    // A client that does not look at what it sends.
    const { call, close } = await pair("2025-06-18", {
      "elicitation/create": answers(content),
    });
    const params = { message: "?", requestedSchema: FORM };
    assert.equal(
      await call((ctx) => ctx.elicit(params)),
      wrong === undefined || format
        ? { action: "accept", content }
        : `invalid: The result of elicitation/create is not valid: content.${wrong}`,
    );
    await close();
  });

guarded.run();
