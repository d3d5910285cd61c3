/** What the client takes and refuses, with `oauth4webapi` for a second opinion. */
import * as oauth4webapi from "oauth4webapi";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  ISSUER,
  json,
  REDIRECT,
  createWorld,
  type Changes,
} from "../../harness/oauth/world.js";

const test = suite("OAuth: verdicts of the client");

/** What a token endpoint of a row's own gives out. */
const TOKEN = "token";

/** Whether a client gets in. */
async function oursOf(changes: Changes): Promise<boolean> {
  const world = createWorld(changes);
  world.valid.add(TOKEN);
  return world.send().then(
    (status) => status === 200,
    () => false,
  );
}

/** Whether `oauth4webapi` gets a token in the same world. */
async function theirsOf(changes: Changes): Promise<boolean> {
  const { fetch, open } = createWorld(changes);
  const client = { client_id: "c" };
  const state = oauth4webapi.generateRandomState();
  const verifier = oauth4webapi.generateRandomCodeVerifier();
  const challenge = await oauth4webapi.calculatePKCECodeChallenge(verifier);
  const get = { method: "GET", headers: {} } as never;
  try {
    const server = await oauth4webapi.processDiscoveryResponse(
      new URL(ISSUER),
      await fetch(`${ISSUER}/.well-known/oauth-authorization-server`, get),
    );
    const page = new URL(server.authorization_endpoint ?? "");
    page.searchParams.set("redirect_uri", REDIRECT);
    page.searchParams.set("state", state);
    page.searchParams.set("code_challenge", challenge);
    const answer = oauth4webapi.validateAuthResponse(
      server,
      client,
      new URL(open(page.href)),
      state,
    );
    const response = await oauth4webapi.authorizationCodeGrantRequest(
      server,
      client,
      oauth4webapi.None(),
      answer,
      REDIRECT,
      verifier,
      {
        [oauth4webapi.customFetch]: (url, { method, headers, body }) => {
          const form = String(body);
          return fetch(url, { method, headers, body: form } as never) as never;
        },
      },
    );
    await oauth4webapi.processAuthorizationCodeResponse(
      server,
      client,
      response,
    );
    return true;
  } catch {
    return false;
  }
}

const at = (path: string, route: () => Response): Changes => ({
  routes: { [ISSUER + path]: route },
});
const token = (members: object, status = 200, headers = {}): Changes =>
  at("/token", () =>
    json(
      { access_token: TOKEN, token_type: "Bearer", ...members },
      status,
      headers,
    ),
  );
const says = { authorization_response_iss_parameter_supported: true };
const found = (route: () => Response): Changes =>
  at("/.well-known/oauth-authorization-server", route);
const html = (): Response =>
  new Response("<html>", { headers: { "content-type": "text/html" } });

type Row = readonly [
  what: string,
  changes: Changes,
  ours: boolean,
  /** Why `oauth4webapi` says something else. */
  differs?: string,
];

/** In rows that differ, the last text says by which rule. */
const ROWS: readonly Row[] = [
  ["a plain answer", {}, true],
  ["another state", { answer: { state: "other" } }, false],
  ["no state", { answer: { state: undefined } }, false],
  ["two states", { again: { state: "other" } }, false],
  ["the issuer", { answer: { iss: ISSUER } }, true],
  [
    "the issuer, as announced",
    { metadata: says, answer: { iss: ISSUER } },
    true,
  ],
  ["an issuer that was announced, and is missing", { metadata: says }, false],
  ["another issuer", { answer: { iss: "https://other.example" } }, false],
  ["an issuer with a slash", { answer: { iss: `${ISSUER}/` } }, false],
  ["two issuers", { answer: { iss: ISSUER }, again: { iss: ISSUER } }, false],
  [
    "an empty issuer",
    { answer: { iss: "" } },
    false,
    "stricter: RFC 9207 has it compared, and it is another",
  ],
  ["no code", { answer: { code: undefined } }, false],
  ["an empty code", { answer: { code: "" } }, false],
  ["two codes", { again: { code: "other" } }, false],
  ["a refusal", { answer: { code: undefined, error: "access_denied" } }, false],
  ["a refusal with a code", { answer: { error: "access_denied" } }, false],
  [
    "a refusal without a word",
    { answer: { error: "" } },
    false,
    "stricter: a code beside it was not meant",
  ],
  ["a member that is not known", { answer: { session_state: "s" } }, true],
  ["a token beside the code", { answer: { token: "t" } }, false],
  ["an id token beside the code", { answer: { id_token: "t" } }, false],

  ["a token", token({}), true],
  [
    "a token whose kind is in small letters",
    token({ token_type: "bearer" }),
    true,
  ],
  ["a token of no kind", token({ token_type: undefined }), false],
  ["a token of another kind", token({ token_type: "mac" }), false],
  [
    "a token that is bound, though no key was shown",
    token({ token_type: "DPoP" }),
    false,
    "stricter: it would be of no use",
  ],
  ["no token", token({ access_token: undefined }), false],
  ["an empty token", token({ access_token: "" }), false],
  ["a token that is no text", token({ access_token: 5 }), false],
  [
    "a token with a line break",
    at("/token", () =>
      json({ access_token: "a\r\nb: c", token_type: "Bearer" }),
    ),
    false,
    "stricter: RFC 6749, A.12; it would be a header of its own",
  ],
  ["a lifetime", token({ expires_in: 60 }), true],
  [
    "a lifetime of nothing",
    token({ expires_in: 0 }),
    false,
    "stricter: what has ended is not shown",
  ],
  ["a lifetime as a text", token({ expires_in: "60" }), true],
  ["a lifetime in words", token({ expires_in: "long" }), false],
  ["a lifetime that is null", token({ expires_in: null }), false],
  ["a lifetime below nothing", token({ expires_in: -1 }), false],
  ["a refresh token", token({ refresh_token: "r" }), true],
  ["a refresh token that is null", token({ refresh_token: null }), false],
  ["a refresh token that is empty", token({ refresh_token: "" }), false],
  ["a refresh token that is a number", token({ refresh_token: 5 }), false],
  ["scopes", token({ scope: "a b" }), true],
  ["no scopes at all", token({ scope: "" }), true],
  ["scopes that are null", token({ scope: null }), false],
  ["scopes in a list", token({ scope: ["a"] }), false],
  ["a token that was created", token({}, 201), false],
  ["an error with a token", token({ error: "invalid_grant" }, 400), false],
  [
    "an error",
    at("/token", () => json({ error: "invalid_grant" }, 400)),
    false,
  ],
  [
    "an error that is a success",
    at("/token", () => json({ error: "invalid_grant" })),
    false,
  ],
  ["a broken server", at("/token", () => json({}, 500)), false],
  [
    "a token in a text",
    token({}, 200, { "content-type": "text/plain" }),
    false,
    "stricter: RFC 6749, 5.1, has it in JSON",
  ],
  [
    "a token with a charset",
    token({}, 200, { "content-type": "application/json; charset=utf-8" }),
    true,
  ],
  [
    "a token in JSON of another name",
    token({}, 200, { "content-type": "application/token+json" }),
    true,
  ],
  ["a page in place of a token", at("/token", html), false],
  ["a list in place of a token", at("/token", () => json([])), false],

  ["metadata of nobody", { metadata: { issuer: undefined } }, false],
  ["metadata of a number", { metadata: { issuer: 5 } }, false],
  [
    "metadata of another",
    { metadata: { issuer: "https://other.example" } },
    false,
  ],
  [
    "metadata with a slash",
    { metadata: { issuer: `${ISSUER}/` } },
    false,
    "stricter: RFC 8414, 3.3, compares letter by letter",
  ],
  ["a page in place of metadata", found(html), false],
  ["a list in place of metadata", found(() => json([])), false],
  ["no metadata", found(() => json({}, 404)), false],
  ["broken metadata", found(() => json({}, 500)), false],
  [
    "no page to sign in",
    { metadata: { authorization_endpoint: undefined } },
    false,
  ],
  ["no token endpoint", { metadata: { token_endpoint: undefined } }, false],
  [
    "a token endpoint without TLS",
    { metadata: { token_endpoint: "http://auth.example/token" } },
    false,
  ],
  [
    "a token endpoint that is no address",
    { metadata: { token_endpoint: "token" } },
    false,
  ],
  [
    "a page that is a script",
    { metadata: { authorization_endpoint: "javascript:alert(1)" } },
    false,
    "stricter: a browser would run it",
  ],
  [
    "no word of PKCE",
    { metadata: { code_challenge_methods_supported: undefined } },
    false,
    "stricter: MCP has clients refuse it",
  ],
  [
    "PKCE in the clear alone",
    { metadata: { code_challenge_methods_supported: ["plain"] } },
    false,
    "stricter: MCP has clients refuse it",
  ],
];

for (const [what, changes, ours, differs] of ROWS)
  test(`${what}: ${ours ? "taken" : "refused"}`, async () => {
    assert.is(await oursOf(changes), ours);
    assert.is(await theirsOf(changes), differs ? !ours : ours, differs);
  });

test.run();
