/**
 * Compares which issuer responses the client and the library `oauth4webapi`
 * accept.
 */
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

const test = suite("oauth client: answers of the issuer");

/** Access token that the simulated token endpoints return. */
const TOKEN = "token";

/** Returns whether the generated client obtains a token. */
async function signsIn(changes: Changes): Promise<boolean> {
  const world = createWorld(changes);
  world.valid.add(TOKEN);
  return world.send().then(
    (status) => status === 200,
    () => false,
  );
}

/**
 * Returns whether `oauth4webapi` obtains a token from the simulated servers.
 */
async function oauth4webapiSignsIn(changes: Changes): Promise<boolean> {
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
const contentType = (type: string): Changes =>
  token({}, 200, { "content-type": type });
const endpoint = (value: object, status = 200): Changes =>
  at("/token", () => json(value, status));
const says = { authorization_response_iss_parameter_supported: true };
const found = (route: () => Response): Changes =>
  at("/.well-known/oauth-authorization-server", route);
const html = (): Response =>
  new Response("<html>", { headers: { "content-type": "text/html" } });

/** Changes of a successful sign-in, grouped by the verdict of the client. */
const CHANGES = {
  accepted: {
    "valid answers": {},
    "the issuer in the answer": { answer: { iss: ISSUER } },
    "the announced issuer in the answer": {
      metadata: says,
      answer: { iss: ISSUER },
    },
    "an unknown parameter in the answer": { answer: { session_state: "s" } },

    "a token": token({}),
    "the token type in lower case": token({ token_type: "bearer" }),
    "the token type in capitals": token({ token_type: "BEARER" }),
    "expires_in as a number": token({ expires_in: 60 }),
    "expires_in as a numeric string": token({ expires_in: "60" }),
    "a refresh token": token({ refresh_token: "r" }),
    "the scopes of the token": token({ scope: "a b" }),
    "an empty scope of the token": token({ scope: "" }),
    "a charset in the content type of the token": contentType(
      "application/json; charset=utf-8",
    ),
    "a token of the content type application/token+json": contentType(
      "application/token+json",
    ),
  },
  refused: {
    "another state": { answer: { state: "other" } },
    "no state": { answer: { state: undefined } },
    "two states": { again: { state: "other" } },
    "no issuer in the answer, although it was announced": { metadata: says },
    "another issuer": { answer: { iss: "https://other.example" } },
    "the issuer with a slash": { answer: { iss: `${ISSUER}/` } },
    "two issuers": { answer: { iss: ISSUER }, again: { iss: ISSUER } },
    "no code": { answer: { code: undefined } },
    "an empty code": { answer: { code: "" } },
    "two codes": { again: { code: "other" } },
    "an error without a code": {
      answer: { code: undefined, error: "access_denied" },
    },
    "an error with a code": { answer: { error: "access_denied" } },
    "a token beside the code": { answer: { token: "t" } },
    "an ID token beside the code": { answer: { id_token: "t" } },

    "no token type": token({ token_type: undefined }),
    "an unknown token type": token({ token_type: "mac" }),
    "no access token": token({ access_token: undefined }),
    "an empty access token": token({ access_token: "" }),
    "an access token that is a number": token({ access_token: 5 }),
    "expires_in in words": token({ expires_in: "long" }),
    "expires_in that is null": token({ expires_in: null }),
    "expires_in below 0": token({ expires_in: -1 }),
    "a refresh token that is null": token({ refresh_token: null }),
    "an empty refresh token": token({ refresh_token: "" }),
    "a refresh token that is a number": token({ refresh_token: 5 }),
    "a scope that is null": token({ scope: null }),
    "a scope that is an array": token({ scope: ["a"] }),
    "a token with the status 201": token({}, 201),
    "an error with a token": token({ error: "invalid_grant" }, 400),
    "an error instead of a token": endpoint({ error: "invalid_grant" }, 400),
    "an error with the status 200": endpoint({ error: "invalid_grant" }),
    "a token endpoint that answers 500": endpoint({}, 500),
    "HTML instead of a token": at("/token", html),
    "an array instead of a token": endpoint([]),

    "metadata without an issuer": { metadata: { issuer: undefined } },
    "metadata whose issuer is a number": { metadata: { issuer: 5 } },
    "metadata of another issuer": {
      metadata: { issuer: "https://other.example" },
    },
    "HTML instead of metadata": found(html),
    "an array instead of metadata": found(() => json([])),
    "the status 404 instead of metadata": found(() => json({}, 404)),
    "the status 500 instead of metadata": found(() => json({}, 500)),
    "no authorization endpoint": {
      metadata: { authorization_endpoint: undefined },
    },
    "no token endpoint": { metadata: { token_endpoint: undefined } },
    "a token endpoint without TLS": {
      metadata: { token_endpoint: "http://auth.example/token" },
    },
    "a token endpoint that is not a URL": {
      metadata: { token_endpoint: "token" },
    },
  },
  /**
   * Changes that oauth4webapi accepts. Each comment gives the reason why the
   * client refuses the response.
   */
  "refused, although oauth4webapi accepts it": {
    // RFC 9207 requires that `iss` equals the issuer, and an empty `iss`
    // differs from the issuer.
    "an empty issuer": { answer: { iss: "" } },
    // A response with an error is a failure, even if it also contains a code.
    "an empty error": { answer: { error: "" } },
    // The client could not use a DPoP token, because it has no DPoP key.
    "a DPoP token without a key": token({ token_type: "DPoP" }),
    // RFC 6749, A.12 allows no line break in a token: the line break would
    // start another HTTP header.
    "an access token with a line break": token({ access_token: "a\r\nb: c" }),
    // A token with a lifetime of 0 seconds has already expired, so the client
    // does not send it.
    "expires_in of 0": token({ expires_in: 0 }),
    // RFC 6749, 5.1 requires a JSON response.
    "a token of the content type text/plain": contentType("text/plain"),
    // RFC 8414, 3.3 requires that the issuers are equal in every character.
    "metadata whose issuer has a slash": { metadata: { issuer: `${ISSUER}/` } },
    // A browser would run the script in a `javascript:` URL.
    "an authorization endpoint with the scheme javascript": {
      metadata: { authorization_endpoint: "javascript:alert(1)" },
    },
    // MCP requires clients to refuse issuers that do not support PKCE with
    // S256.
    "an issuer without PKCE": {
      metadata: { code_challenge_methods_supported: undefined },
    },
    "an issuer with plain PKCE only": {
      metadata: { code_challenge_methods_supported: ["plain"] },
    },
  },
} as const;

for (const [verdict, sets] of Object.entries(CHANGES))
  for (const [title, changes] of Object.entries<Changes>(sets))
    test(`the client's verdict on a sign-in with ${title} is: ${verdict}`, async () => {
      assert.is(await signsIn(changes), verdict === "accepted");
      const accepts = await oauth4webapiSignsIn(changes);
      assert.is(accepts, verdict !== "refused", "oauth4webapi");
    });

test.run();
