/**
 * Tests of the HTTP responses of a server that authenticates requests with
 * `jwt()`.
 */
import { calculateJwkThumbprint } from "jose";
import { createHash } from "node:crypto";
import * as assert from "uvu/assert";
import { AuthError } from "../../../../runtime/http/security/auth-error.js";
import { dpopProofs } from "../../../../runtime/oauth/server/dpop.js";
import { jwt, type JwtOptions } from "../../../../runtime/oauth/server/jwt.js";
import { scopesFor } from "../../../../runtime/oauth/server/scopes.js";
import type { Call } from "../../../../runtime/protocol/connection/call.js";
import type { HttpAuth } from "../../../../runtime/http/security/auth.js";
import {
  CALL,
  Events,
  HEADERS,
  LEGACY_SSE,
  listenTo,
  onPlatforms,
  OPENING,
  openSession,
  post,
  SESSIONS,
  SINGLE,
  single,
  type Site,
} from "../../../harness/http/site.js";
import {
  createClaims,
  ISSUER,
  now,
  createKeyPair,
  RESOURCE,
  signToken,
} from "../../../harness/oauth/tokens.js";
import { requirement } from "../../../harness/run/requirement.js";

const test = onPlatforms("oauth server: HTTP");

const key = createKeyPair("ES256");
const proofKey = createKeyPair("ES256");

const createToken = (claims: object = {}): string =>
  signToken({ alg: "ES256" }, createClaims(claims), "ES256", key.secret);
const bearer = (claims: object = {}): { authorization: string } => ({
  authorization: `Bearer ${createToken(claims)}`,
});

/**
 * Creates a token bound to the DPoP key `proofKey`. The returned `prove`
 * creates headers with a new proof.
 */
async function createBoundToken(claims: object = {}) {
  const jkt = await calculateJwkThumbprint(proofKey.jwk);
  const token = createToken({ cnf: { jkt }, ...claims });
  const ath = createHash("sha256").update(token).digest("base64url");
  const prove = (more: object) => ({
    authorization: `DPoP ${token}`,
    dpop: signToken(
      { typ: "dpop+jwt", alg: "ES256", jwk: proofKey.jwk },
      { htu: RESOURCE, iat: now(), ath, jti: crypto.randomUUID(), ...more },
      "ES256",
      proofKey.secret,
    ),
  });
  return { token, prove };
}

const guard = (options: Partial<JwtOptions> = {}): HttpAuth =>
  jwt({
    issuer: ISSUER,
    audience: RESOURCE,
    jwks: { keys: [key.jwk] },
    scopes: ["read", "write"],
    ...options,
  });

const handlers = {
  "tools/call": (_params: never, { auth }: Call) => ({
    who: auth && [auth.subject, auth.scopes],
  }),
};

const METADATA_URL =
  'resource_metadata="https://mcp.example/.well-known/oauth-protected-resource/mcp"';

const getChallenge = ({ headers }: Response): string =>
  headers.get("www-authenticate") ?? "";

/** Functions that send one request each: a POST, a GET or a DELETE. */
const EACH: readonly ((
  site: Site,
  headers: { [name: string]: string },
  query?: string,
) => Promise<Response>)[] = (["POST", "GET", "DELETE"] as const).map(
  (method) =>
    (site, headers, query = "") =>
      site.request(`/mcp${query}`, {
        method,
        headers: { ...HEADERS, ...headers },
        ...(method === "POST" && {
          body: JSON.stringify({ jsonrpc: "2.0", ...OPENING }),
        }),
      }),
);

requirement(`
  1fb132a7ba3a 126957a4964e e40a47d344ed ab0320a5e140 e1f0a692a826
  6f20499665aa
`);
test("a POST, GET or DELETE without a valid token gets 401 with a challenge", async (serve) => {
  const site = await serve(SESSIONS, handlers, { auth: guard() });
  for (const send of EACH) {
    const without = await send(site, {});
    assert.is(without.status, 401);
    assert.is(
      getChallenge(without),
      `Bearer scope="read write", ${METADATA_URL}`,
    );
    const late = await send(site, bearer({ exp: now() - 600 }));
    assert.is(late.status, 401);
    const why =
      'error="invalid_token", error_description="The token has expired"';
    assert.is(
      getChallenge(late),
      `Bearer ${why}, scope="read write", ${METADATA_URL}`,
    );
    assert.not.match(await late.text(), "ann");
  }
  assert.equal(site.errors, []);
});

requirement(`
  0163a3d9b3d8 8297d1555c2c b54c91db7193 126957a4964e df3b9310d1cf
  d3489676cb28 ee7896480667 e1f0a692a826 5463ce34e766
`);
test("a request with a token in the query gets 400", async (serve) => {
  const site = await serve(SESSIONS, handlers, { auth: guard() });
  const token = createToken();
  for (const query of [
    `?access_token=${token}`,
    `?a=1&access_token=${token}`,
    `?access%5Ftoken=${token}`,
    "?access_token",
  ])
    for (const send of EACH)
      for (const headers of [{}, bearer()]) {
        const { status, ...refused } = await send(site, headers, query).then(
          (answer) => ({
            status: answer.status,
            header: getChallenge(answer),
          }),
        );
        assert.is(status, 400, query);
        assert.match(refused.header, /^Bearer error="invalid_request"/);
      }
  for (const authorization of [
    token,
    `Basic ${token}`,
    `DPoP ${token}`,
    `Bearer ${token} ${token}`,
    `Bearer ${token}, Bearer ${token}`,
  ])
    assert.is((await post(site, OPENING, { authorization })).status, 401);
  const form = await site.request("/mcp", {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: `access_token=${token}`,
  });
  assert.is(form.status, 401);
});

requirement("b3c927a481ff");
test("the protected resource metadata is served at the URL in the challenge", async (serve) => {
  const metadata = { resource_name: "Example" };
  const auth = guard({ metadata, dpop: dpopProofs({ algorithms: ["ES256"] }) });
  const site = await serve(SESSIONS, handlers, { auth });
  const refused = await post(site, OPENING);
  const [, at = ""] =
    /resource_metadata="([^"]*)"/.exec(getChallenge(refused)) ?? [];
  const found = await site.request(new URL(at).pathname, {});
  assert.is(found.headers.get("content-type"), "application/json");
  assert.equal(await found.json(), {
    resource: RESOURCE,
    authorization_servers: [ISSUER],
    scopes_supported: ["read", "write"],
    bearer_methods_supported: ["header"],
    dpop_signing_alg_values_supported: ["ES256"],
    dpop_bound_access_tokens_required: false,
    resource_name: "Example",
  });
});

test("the protected resource metadata is also served for the path of the legacy SSE transport", async (serve) => {
  const site = await serve(SESSIONS, handlers, {
    auth: guard(),
    ssePath: "/events",
  });
  const known = "/.well-known/oauth-protected-resource";
  for (const path of [known, `${known}/mcp`, `${known}/events`])
    assert.is((await site.request(path, {})).status, 200, path);
  assert.is((await site.request(`${known}/other`, {})).status, 404);
});

test("both paths of the legacy SSE transport require a token with the needed scopes", async (serve) => {
  const needs = scopesFor({ methods: { "tools/call": ["write"] } });
  const auth = guard({ needs, audience: "https://mcp.example/sse" });
  const site = await serve(LEGACY_SSE, handlers, { auth });
  const own = bearer({ aud: "https://mcp.example/sse", scope: "read" });
  const events = (headers: object): Promise<Response> =>
    site.request("/sse", {
      headers: { accept: "text/event-stream", ...headers },
    });
  const known = "/.well-known/oauth-protected-resource/sse";
  const named = `resource_metadata="https://mcp.example${known}"`;
  for (const refused of [
    await events({}),
    await site.request("/messages?sessionId=x", { method: "POST" }),
  ]) {
    assert.is(refused.status, 401);
    assert.is(getChallenge(refused), `Bearer scope="read write", ${named}`);
  }
  assert.is((await site.request(known, {})).status, 200);
  const stream = await events(own);
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  const first = (await reader?.read())?.value ?? "";
  const [, address = ""] = /data: (\S+)/.exec(first) ?? [];
  const sent = await site.request(address, {
    method: "POST",
    headers: { ...HEADERS, ...own },
    body: JSON.stringify({ jsonrpc: "2.0", ...CALL }),
  });
  assert.is(sent.status, 403);
  assert.match(getChallenge(sent), 'error="insufficient_scope"');
  await reader?.cancel();
});

test("a server without sessions requires a token with the needed scopes for each request", async (serve) => {
  const needs = scopesFor({ tools: { x: ["admin"] } });
  const site = await serve(SINGLE, handlers, { auth: guard({ needs }) });
  const [message, headers] = single("tools/call", { name: "x" });
  const send = (shown: object) => post(site, message, { ...headers, ...shown });
  assert.is((await send({})).status, 401);
  const little = await send(bearer({ scope: "read" }));
  assert.is(little.status, 403);
  const start = 'Bearer error="insufficient_scope", scope="read admin"';
  assert.is(getChallenge(little), `${start}, ${METADATA_URL}`);
  const enough = await send(bearer({ scope: "admin" }));
  assert.match(await enough.text(), '"who":["ann",["admin"]]');
});

requirement(`
  126957a4964e 9279429392c4 8ace3a31fc02 b7c9d0dd578b e1f0a692a826
  8940a3d9e8aa
`);
test("a 403 response lists all scopes that the request needs", async (serve) => {
  const needs = scopesFor({
    methods: { "tools/call": ["read"] },
    tools: { x: ["write", "admin"] },
  });
  const site = await serve(SESSIONS, handlers, { auth: guard({ needs }) });
  const refusal = async (scope?: string): Promise<string> => {
    const session = await openSession(site, bearer({ scope }));
    const answer = await post(site, CALL, session);
    assert.is(answer.status, 403);
    return getChallenge(answer);
  };
  const start = 'Bearer error="insufficient_scope", scope=';
  // A token without a scope claim grants no scope.
  assert.is(await refusal(), `${start}"read write admin", ${METADATA_URL}`);
  assert.is(
    await refusal("read"),
    `${start}"read write admin", ${METADATA_URL}`,
  );
  assert.is(
    await refusal("read admin"),
    `${start}"read write admin", ${METADATA_URL}`,
  );
  const all = bearer({ scope: "admin read write" });
  const answer = await post(site, CALL, await openSession(site, all));
  const who = ["ann", ["admin", "read", "write"]];
  assert.match(await answer.text(), JSON.stringify(who));
});

requirement("e79324d01008 dd592e1fb540");
test("a 403 response for a missing scope also lists the token's own scopes", async (serve) => {
  const needs = scopesFor({ tools: { x: ["admin"] } });
  const site = await serve(SESSIONS, handlers, { auth: guard({ needs }) });
  const session = await openSession(site, bearer({ scope: "write own" }));
  const refused = await post(site, CALL, session);
  assert.match(getChallenge(refused), 'scope="write admin"');
});

test("a server that cannot fetch the issuer's keys responds with 503 without a challenge", async (serve) => {
  const fetch = () => Promise.reject(new Error("no network"));
  const auth = guard({ jwks: undefined, fetch });
  const site = await serve(SESSIONS, handlers, { auth });
  for (const send of EACH) {
    const answer = await send(site, bearer());
    assert.is(answer.status, 503);
    assert.is(answer.headers.get("retry-after"), "30");
    assert.is(getChallenge(answer), "");
  }
  const text = "The keys of the issuer could not be fetched";
  assert.equal(site.errors, Array(3).fill(text));
});

test("a custom verifier can set the status of a refusal by throwing an AuthError", async (serve) => {
  let problem = new AuthError("The account is closed");
  const auth: HttpAuth = {
    verify: () => {
      throw problem;
    },
  };
  const site = await serve(SESSIONS, handlers, { auth });
  const refused = await post(site, OPENING, bearer());
  assert.is(refused.status, 401);
  const why = 'error_description="The account is closed"';
  assert.is(getChallenge(refused), `Bearer error="invalid_token", ${why}`);
  assert.equal(site.errors, []);
  problem = new AuthError('Ä "b" \\\r\n', 400, "invalid_request");
  const odd = await post(site, OPENING, bearer());
  assert.is(odd.status, 400);
  const shown = 'error_description="? ?b? ???"';
  assert.is(getChallenge(odd), `Bearer error="invalid_request", ${shown}`);
  problem = new AuthError("Away", 503, "", { "retry-after": "5" });
  const away = await post(site, OPENING, bearer());
  assert.equal([away.status, away.headers.get("retry-after")], [503, "5"]);
  assert.equal(site.errors, ["Away"]);
});

test("POST, GET and DELETE requests need DPoP proofs with the nonce of the server", async (serve) => {
  const dpop = dpopProofs({ algorithms: ["ES256"], nonce: true });
  const site = await serve(SESSIONS, handlers, { auth: guard({ dpop }) });
  const bound = await createBoundToken();
  let nonce: string | null = null;
  const shown = (htm = "POST") => bound.prove({ htm, nonce });
  const scope = 'scope="read write"';
  const first = await post(site, OPENING);
  const either = `Bearer ${scope}, ${METADATA_URL}, DPoP algs="ES256"`;
  assert.is(getChallenge(first), either);
  const asBearer = await post(site, OPENING, {
    authorization: `Bearer ${bound.token}`,
  });
  assert.is(asBearer.status, 401);
  assert.match(
    getChallenge(asBearer),
    /^Bearer error="invalid_token".*DPoP algs/,
  );
  const wrong = await post(site, OPENING, shown("GET"));
  assert.is(wrong.status, 401);
  assert.match(
    getChallenge(wrong),
    /^DPoP error="invalid_dpop_proof".*algs="ES256"$/,
  );
  const without = await post(site, OPENING, shown());
  assert.match(getChallenge(without), /^DPoP error="use_dpop_nonce"/);
  nonce = without.headers.get("dpop-nonce");
  const opened = await post(site, OPENING, shown());
  assert.is(opened.status, 200);
  await opened.text();
  const session = {
    "mcp-session-id": opened.headers.get("mcp-session-id") ?? "",
  };
  const replayed = shown();
  const ping = { id: 2, method: "ping" };
  const once = await post(site, ping, { ...session, ...replayed });
  assert.is(once.status, 200);
  const twice = await post(site, ping, { ...session, ...replayed });
  assert.is(twice.status, 401);
  const stream = await listenTo(site, { ...session, ...shown("GET") });
  assert.is(stream.status, 200);
  await stream.body?.cancel();
  const end = { method: "DELETE", headers: { ...session, ...shown("DELETE") } };
  assert.is((await site.request("/mcp", end)).status, 204);
});

test("a stream opened with a DPoP proof stays open until its token expires", async (serve) => {
  const dpop = dpopProofs();
  const site = await serve(SESSIONS, handlers, {
    auth: guard({ dpop, skew: 0 }),
    keepAlive: 50,
  });
  const { prove } = await createBoundToken({ exp: now() + 60 });
  const opened = await post(site, OPENING, prove({ htm: "POST" }));
  await opened.text();
  const id = opened.headers.get("mcp-session-id") ?? "";
  // Timer that keeps the process alive, because a stream without a socket does
  // not.
  const alive = setInterval(() => {}, 1_000);
  const stream = await listenTo(site, {
    "mcp-session-id": id,
    ...prove({ htm: "GET" }),
  });
  assert.is(stream.status, 200);
  const events = new Events(stream);
  // The server checks the token at each keep-alive comment.
  for (let count = 0; count < 4; count += 1) assert.ok(await events.more());
  const { now: date } = Date;
  Date.now = () => date.call(Date) + 61_000;
  try {
    await events.rest();
  } finally {
    Date.now = date;
    clearInterval(alive);
  }
  assert.equal(site.errors, []);
});

test.run();
