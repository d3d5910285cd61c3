/**
 * Unit tests of requests to the token endpoint, their responses and the stored
 * tokens.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { requestTokens } from "../../../../runtime/oauth/client/token.js";
import { TokenEntry } from "../../../../runtime/oauth/client/stored-tokens.js";
import { memoryStore } from "../../../../runtime/oauth/client/stores/store.js";
import { SignInLimit } from "../../../../runtime/oauth/client/permit/sign-in-limit.js";
import { getReason, ISSUER, json } from "../../../harness/oauth/world.js";
import { withStoppedClock } from "../../../harness/time/clock.js";
import type { StoredTokens } from "../../../../runtime/oauth/client/stored-tokens.js";
import type {
  OAuthClient,
  Tokens,
} from "../../../../runtime/oauth/client/types.js";

const test = suite("oauth client: token requests");

const RESOURCE = "https://mcp.example/mcp";
const BEARER = { access_token: "t", token_type: "Bearer" };

/**
 * Requests tokens. Returns the tokens, and the form and the Authorization
 * header of the request.
 */
async function request(
  client: OAuthClient,
  methods?: readonly string[],
  response: object = BEARER,
) {
  const sent: { form: object; authorization: string | undefined }[] = [];
  const permit = {
    authorizationServer: {
      issuer: ISSUER,
      tokenEndpoint: `${ISSUER}/token`,
      methods,
    },
    resource: RESOURCE,
  };
  const fetch = (
    _url: string,
    init: { body?: string; headers: { [name: string]: string } },
  ): Promise<Response> => {
    sent.push({
      form: Object.fromEntries(new URLSearchParams(init.body)),
      authorization: init.headers["authorization"],
    });
    return Promise.resolve(json(response));
  };
  const { signal } = new AbortController();
  const tokens = await requestTokens(
    permit as never,
    client,
    { grant_type: "g" },
    { fetch: fetch as never },
    signal,
  );
  return { tokens, sent: sent[0] };
}

const SECRET = { id: "a b", secret: "s:é" };
/** Credentials in form encoding and Base64 (RFC 6749, section 2.3.1). */
const BASIC = `Basic ${btoa("a+b:s%3A%C3%A9")}`;
const PUBLIC = { client_id: "a b" };
const POST = { ...PUBLIC, client_secret: "s:é" };

for (const [title, client, methods, form, authorization] of [
  ["without a secret", { id: "a b" }, undefined, PUBLIC, undefined],
  [
    "registered without authentication",
    { ...SECRET, method: "none" },
    undefined,
    PUBLIC,
    undefined,
  ],
  ["of an issuer that names no methods", SECRET, undefined, {}, BASIC],
  [
    "of an issuer that supports client_secret_post and client_secret_basic",
    SECRET,
    ["client_secret_post", "client_secret_basic"],
    {},
    BASIC,
  ],
  [
    "of an issuer that supports only client_secret_post",
    SECRET,
    ["client_secret_post"],
    POST,
    undefined,
  ],
  [
    "registered for client_secret_post",
    { ...SECRET, method: "client_secret_post" },
    undefined,
    POST,
    undefined,
  ],
  [
    "registered for client_secret_basic",
    { ...SECRET, method: "client_secret_basic" },
    ["client_secret_post"],
    {},
    BASIC,
  ],
  [
    "with an assertion",
    {
      ...SECRET,
      assertion: (id: string, issuer: string) =>
        Promise.resolve(`${id} ${issuer}`),
    },
    undefined,
    {
      ...PUBLIC,
      client_assertion_type:
        "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
      client_assertion: `a b ${ISSUER}`,
    },
    undefined,
  ],
] as const)
  test(`at the token endpoint, a client ${title} authenticates with the expected method`, async () => {
    const { sent } = await request(client, methods);
    const expected = { grant_type: "g", ...form, resource: RESOURCE };
    assert.equal(sent, { form: expected, authorization });
  });

for (const [seconds, expires] of [
  [undefined, undefined],
  [0, 0],
  [50, 45_000],
  [100, 90_000],
  [3_600, 3_590_000],
  ["60", 54_000],
] as const)
  test(`a token with expires_in ${String(seconds)} counts as expired after ${expires ?? Infinity} ms`, () =>
    withStoppedClock(async () => {
      const { tokens } = await request({ id: "c" }, undefined, {
        ...BEARER,
        expires_in: seconds,
      });
      const at = tokens.expires && Math.round(tokens.expires - Date.now());
      assert.is(at, expires);
    }));

for (const response of [
  { ...BEARER, access_token: "a b" },
  { ...BEARER, access_token: "" },
  { ...BEARER, token_type: "DPoP" },
  { ...BEARER, token_type: undefined },
  { ...BEARER, token_type: { toString: 1 } },
  { ...BEARER, expires_in: null },
  { ...BEARER, expires_in: -1 },
  { ...BEARER, expires_in: "soon" },
  { ...BEARER, expires_in: { toString: 1 } },
  { ...BEARER, refresh_token: null },
  { ...BEARER, refresh_token: "a\n" },
  { ...BEARER, scope: ["a"] },
])
  test(`the token response ${JSON.stringify(response)} is invalid`, async () => {
    const refused = await request({ id: "c" }, undefined, response).then(
      () => "",
      ({ reason }: { readonly reason: string }) => reason,
    );
    assert.is(refused, "invalid_answer");
  });

test("tokens parsed from a response contain each scope once", async () => {
  const { tokens } = await request({ id: "c" }, undefined, {
    ...BEARER,
    token_type: "bearer",
    refresh_token: "r",
    scope: "a  b a",
  });
  assert.equal(tokens, {
    clientId: "c",
    accessToken: "t",
    type: "Bearer",
    refreshToken: "r",
    scopes: ["a", "b"],
    endpoint: `${ISSUER}/token`,
  });
});

const STORED: StoredTokens = {
  endpoint: `${ISSUER}/token`,
  clientId: "c",
  accessToken: "old",
  type: "Bearer",
  refreshToken: "r1",
  issuer: ISSUER,
  resource: RESOURCE,
};
const FRESH: Tokens = {
  endpoint: `${ISSUER}/token`,
  clientId: "c",
  accessToken: "new",
  type: "Bearer",
  refreshToken: "r2",
};

/** Creates a store entry with tokens, and a function that reads the entry. */
const accept = <T>(tokens: T): T => tokens;

function createEntry(stored: StoredTokens = STORED) {
  const store = memoryStore();
  void store.swap("key", undefined, JSON.stringify(stored));
  const read = async () =>
    JSON.parse((await store.get("key")) ?? "") as StoredTokens;
  const { signal } = new AbortController();
  return { store, read, signal, entry: new TokenEntry(store, "key") };
}

test("renew() replaces the old tokens and ends the lease", async () => {
  const { entry, read, signal } = createEntry();
  const used: string[] = [];
  const refresh = async (token: string) => {
    used.push(token);
    assert.ok((await read()).lease);
    return FRESH;
  };
  const renewed = await entry.renew(STORED, refresh, accept, signal);
  assert.equal(used, ["r1"]);
  assert.equal(await read(), { ...STORED, ...FRESH });
  assert.is(renewed?.accessToken, "new");
  await entry.renew(STORED, refresh, accept, signal);
  assert.equal(used, ["r1"]);
});

for (const [reason, left] of [
  ["invalid_grant", undefined],
  ["invalid_client", "r1"],
  ["unreachable", "r1"],
] as const)
  test(`if a token refresh fails with ${reason}, the refresh token is ${left ? "kept" : "deleted"}`, async () => {
    const { entry, read, signal } = createEntry();
    const error = Object.assign(new Error("no"), { reason });
    const refresh = () => Promise.reject(error);
    const failed = await entry
      .renew(STORED, refresh, accept, signal)
      .catch((thrown: unknown) => thrown);
    assert.is(failed, error);
    const { refreshToken, lease, accessToken } = await read();
    assert.equal([refreshToken, lease, accessToken], [left, undefined, "old"]);
  });

test("a token exchange for another server stores only the new refresh token", async () => {
  const { entry, read, signal } = createEntry();
  const tokens = await entry.exchangeFor(() => Promise.resolve(FRESH), signal);
  assert.is(tokens, FRESH);
  assert.equal(await read(), { ...STORED, refreshToken: "r2" });
  await entry.exchangeFor(() => Promise.resolve(undefined), signal);
  assert.is((await read()).refreshToken, "r2");
});

for (const [until, waits] of [
  [70_000, true],
  [70_001, false],
  [0, false],
] as const)
  test(`a token refresh ${waits ? "waits for" : "ignores"} another process's lease that ends in ${until} ms`, () =>
    withStoppedClock(async ({ wait, skip }) => {
      const lease = { owner: "other", until: Date.now() + until };
      const { entry, signal, read } = createEntry({ ...STORED, lease });
      let refreshed = 0;
      const refresh = () => Promise.resolve(((refreshed += 1), FRESH));
      const renewing = entry.renew(STORED, refresh, accept, signal);
      await wait(100);
      assert.is(refreshed, waits ? 0 : 1);
      skip(70_000);
      await wait(100);
      await renewing;
      assert.is(refreshed, 1);
      assert.is((await read()).lease, undefined);
    }));

test("an MCP server may cause at most three sign-ins in ten minutes", () =>
  withStoppedClock(({ skip }) => {
    const limit = new SignInLimit();
    const start = (): boolean => {
      try {
        limit.start("server");
        return true;
      } catch {
        return false;
      }
    };
    assert.equal(
      [start(), start(), start(), start()],
      [true, true, true, false],
    );
    skip(599_999);
    // A refused sign-in does not count, so the period of ten minutes does not
    // become longer.
    assert.equal([start(), start(), start()], [false, false, false]);
    skip(1);
    assert.ok(start());
    const stepUps = [1, 2, 3, 4].map(() => limit.mayStepUp("a"));
    assert.equal(stepUps, [true, true, true, false]);
    for (let n = 1; n < 100; n += 1) assert.ok(limit.mayStepUp(`${n}`));
    assert.equal([limit.mayStepUp("new"), limit.mayStepUp("1")], [false, true]);
  }));

test("the client stores a DPoP nonce of the token endpoint for that endpoint's URL", async () => {
  const tokenEndpoint = "https://tokens.example/token";
  const authorizationServer = { issuer: ISSUER, tokenEndpoint };
  const nonces: unknown[] = [];
  const dpop = {
    proof: () => Promise.resolve("proof"),
    nonce: (...nonce: unknown[]) => nonces.push(nonce),
  };
  const response = json({ ...BEARER, token_type: "DPoP" }, 200, {
    "dpop-nonce": "n",
  });
  await requestTokens(
    { authorizationServer, resource: RESOURCE } as never,
    { id: "c" },
    {},
    { fetch: () => Promise.resolve(response), dpop },
    new AbortController().signal,
  );
  assert.equal(nonces, [[tokenEndpoint, "n"]]);
});

test("the client repeats a token request only once if the issuer always demands a DPoP nonce", async () => {
  let count = 0;
  const fetch = async (): Promise<Response> => {
    count += 1;
    if (count > 2) return json(BEARER);
    return json({ error: "use_dpop_nonce" }, 400, { "dpop-nonce": "n" });
  };
  const dpop = { proof: () => Promise.resolve("proof"), nonce() {} };
  const authorizationServer = {
    issuer: ISSUER,
    tokenEndpoint: `${ISSUER}/token`,
  };
  const asked = requestTokens(
    { authorizationServer, resource: RESOURCE } as never,
    { id: "c" },
    {},
    { fetch, dpop },
    new AbortController().signal,
  );
  assert.is(await getReason(asked), "use_dpop_nonce");
  assert.is(count, 2);
});

test.run();
