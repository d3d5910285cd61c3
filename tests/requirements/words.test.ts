/** What messages have to hold, where the specification says so in words. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { load } from "../interop/support.js";

type Guards = Record<string, (value: unknown) => boolean>;

interface Validators extends Guards {
  readonly decodeClientMessage: never;
}

interface Decoded {
  readonly ok: boolean;
  readonly reason?: string;
}

const ALL = [
  "2024-11-05",
  "2025-03-26",
  "2025-06-18",
  "2025-11-25",
  "2026-07-28",
];

const test = suite("requirements: words");

/** The guard of a type at a revision. */
async function guard(
  revision: string,
  type: string,
): Promise<(value: unknown) => boolean> {
  const validators = await load<Validators>(revision, "validators");
  const found = validators[`is${type}`];
  if (found === undefined) throw new Error(`There is no ${type}`);
  return found;
}

for (const revision of ALL) {
  test(`${revision}: a token of progress is a string or an integer`, async () => {
    const isToken = await guard(revision, "ProgressToken");
    for (const token of ["", "a", 0, -7]) assert.is(isToken(token), true);
    for (const token of [1.5, NaN, null, undefined, {}, true])
      assert.is(isToken(token), false, String(token));
  });

  test(`${revision}: a message for the model has a role and content`, async () => {
    const isMessage = await guard(revision, "SamplingMessage");
    const content = { type: "text", text: "hi" };
    for (const role of ["user", "assistant"])
      assert.is(isMessage({ role, content }), true);
    for (const wrong of [
      { content },
      { role: "user" },
      { role: "system", content },
      { role: "user", content: "hi" },
    ])
      assert.is(isMessage(wrong), false, JSON.stringify(wrong));
  });

  test(`${revision}: an embedded resource has a URI, and text or bytes`, async () => {
    const isEmbedded = await guard(revision, "EmbeddedResource");
    const is = (resource: object): boolean =>
      isEmbedded({ type: "resource", resource });
    const type = { mimeType: "text/plain" };
    assert.is(is({ uri: "a:b", text: "x", ...type }), true);
    assert.is(is({ uri: "a:b", blob: "AA==", ...type }), true);
    assert.is(is({ uri: "a:b", ...type }), false);
    assert.is(is({ text: "x", ...type }), false);
    assert.is(is({ uri: "a:b", text: "x", mimeType: 1 }), false);
  });
}

const FORM = {
  message: "?",
  requestedSchema: { type: "object", properties: {} },
};
const PAGE = {
  mode: "url",
  message: "?",
  url: "https://a.b/",
  elicitationId: "1",
};

/** What a request for input has to have, by revision. */
const NEEDED: readonly (readonly [string, object, string])[] = [
  ["2025-06-18", FORM, "message"],
  ["2025-06-18", FORM, "requestedSchema"],
  ["2025-11-25", FORM, "message"],
  ["2025-11-25", FORM, "requestedSchema"],
  ["2025-11-25", PAGE, "mode"],
  ["2025-11-25", PAGE, "message"],
  ["2025-11-25", PAGE, "url"],
  ["2025-11-25", PAGE, "elicitationId"],
];

for (const [revision, params, member] of NEEDED) {
  const kind = params === FORM ? "a form" : "a page";
  test(`${revision}: a question without ${member}: ${kind}`, async () => {
    const { decodeServerMessage } = await load<{
      decodeServerMessage(message: object): Decoded;
    }>(revision, "validators");
    const ask = (given: object): Decoded =>
      decodeServerMessage({
        jsonrpc: "2.0",
        id: 1,
        method: "elicitation/create",
        params: given,
      });
    assert.is(ask(params).ok, true);
    const { ok, reason } = ask({ ...params, [member]: undefined });
    assert.equal([ok, reason], [false, "params"]);
  });
}

for (const [params, member] of [
  [FORM, "message"],
  [FORM, "requestedSchema"],
  [PAGE, "mode"],
  [PAGE, "message"],
  [PAGE, "url"],
] as const) {
  const kind = params === FORM ? "a form" : "a page";
  test(`inside a result, a question without ${member}: ${kind}`, async () => {
    const isAsked = await guard("2026-07-28", "ElicitRequest");
    const ask = (given: object): boolean =>
      isAsked({ method: "elicitation/create", params: given });
    assert.is(ask(params), true);
    assert.is(ask({ ...params, [member]: undefined }), false);
  });
}

test.run();
