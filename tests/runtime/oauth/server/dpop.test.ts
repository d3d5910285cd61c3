/** Tests of the verification of DPoP proofs, compared with `oauth4webapi`. */
import { createHash } from "node:crypto";
import { calculateJwkThumbprint } from "jose";
import * as oauth4webapi from "oauth4webapi";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  dpopProofs,
  type DpopOptions,
} from "../../../../runtime/oauth/server/dpop.js";
import { jwt } from "../../../../runtime/oauth/server/jwt.js";
import { withStoppedClock } from "../../../harness/time/clock.js";
import { proofReplayCache } from "../../../../runtime/oauth/server/proof-replay-cache.js";
import {
  createClaims,
  ISSUER,
  now,
  createKeyPair,
  createRequest,
  RESOURCE,
  signToken,
  type Pair,
} from "../../../harness/oauth/tokens.js";

const test = suite("oauth server: DPoP");

const issuer = createKeyPair("ES256", { kid: "issuer" });
const JWKS = { keys: [issuer.jwk] };
const key = createKeyPair("ES256");
const other = createKeyPair("ES256");
const rsa = createKeyPair("RS256");
const small = createKeyPair("RS256", {}, 1024);

const createToken = (claims: object): string =>
  signToken(
    { alg: "ES256", kid: "issuer", typ: "at+jwt" },
    createClaims({ client_id: "c", jti: "j", ...claims }),
    "ES256",
    issuer.secret,
  );

const createBoundToken = async ({ jwk }: Pair): Promise<string> =>
  createToken({ cnf: { jkt: await calculateJwkThumbprint(jwk) } });

const hash = (token: string): string =>
  createHash("sha256").update(token).digest("base64url");

let count = 0;

/** Creates a DPoP proof that is valid except for the given changes. */
const proof = (
  token: string,
  header: object = {},
  claims: object = {},
  { secret, jwk }: Pair = key,
  alg = "ES256",
): string =>
  signToken(
    { typ: "dpop+jwt", alg, jwk, ...header },
    {
      htm: "POST",
      htu: RESOURCE,
      iat: now(),
      jti: `proof ${(count += 1)}`,
      ath: hash(token),
      ...claims,
    },
    alg,
    secret,
  );

const guarded = (options: DpopOptions = {}, resource = RESOURCE) =>
  jwt({
    issuer: ISSUER,
    audience: RESOURCE,
    resource,
    jwks: JWKS,
    dpop: dpopProofs(options),
  });

interface Refused {
  readonly message: string;
  readonly code: string;
  readonly headers: { readonly [name: string]: string };
}

async function refusal(
  { verify }: ReturnType<typeof guarded>,
  token: string,
  dpop: string | undefined,
  { scheme = "DPoP", target = "/mcp", method = "POST" } = {},
): Promise<Refused | undefined> {
  const headers = dpop === undefined ? {} : { dpop };
  const authorization = `${scheme} ${token}`;
  try {
    await verify(token, createRequest(authorization, headers, target, method));
    return undefined;
  } catch (error) {
    assert.is((error as Error).name, "AuthError", String(error));
    return error as Refused;
  }
}

/** Returns whether `oauth4webapi` accepts a token with a DPoP proof. */
async function isValid(token: string, dpop: string): Promise<boolean> {
  const server = { issuer: ISSUER, jwks_uri: `${ISSUER}/jwks` };
  const authorization = `DPoP ${token}`;
  const headers = { authorization, dpop };
  const request = new Request(RESOURCE, { method: "POST", headers });
  const fetch = () => Promise.resolve(Response.json(JWKS));
  const options = { [oauth4webapi.customFetch]: fetch };
  try {
    await oauth4webapi.validateJwtAccessToken(
      server,
      request,
      RESOURCE,
      options as never,
    );
    return true;
  } catch {
    return false;
  }
}

/**
 * Changes of a valid DPoP proof, or a function that creates a proof for a
 * token.
 */
type Change =
  | { header?: object; claims?: object; pair?: Pair }
  | ((token: string) => string);

const UNSUPPORTED = "The DPoP header is missing or contains no supported proof";
const WRONG_KEY = "The DPoP proof is not signed with the key in its header";
const OTHER_TOKEN = "The DPoP proof is for another access token";
const CLOCKS = "The DPoP proof is too old or from the future: check the clocks";
const WRONG_ID = "The jti of the DPoP proof is missing or too long";

/**
 * DPoP proofs by description, grouped by the expected verdict: "accepted", or
 * the error message of the refusal.
 */
const PROOFS: { [verdict: string]: { [title: string]: Change } } = {
  accepted: {
    "without changes": {},
    "whose htu has a query": { claims: { htu: `${RESOURCE}?a=1` } },
    "whose htu has capitals and the default port": {
      claims: { htu: "HTTPS://MCP.example:443/mcp" },
    },
    "issued 40 seconds ago": { claims: { iat: now() - 40 } },
  },
  [UNSUPPORTED]: {
    "that is not a JWS": () => "proof",
    "that is sent twice": (token) => `${proof(token)}, ${proof(token)}`,
    "of type JWT": { header: { typ: "JWT" } },
    "without a type": { header: { typ: undefined } },
    "without a key": { header: { jwk: undefined } },
    "with alg none": { header: { alg: "none" } },
    "signed with a shared secret": (token) =>
      signToken(
        { typ: "dpop+jwt", alg: "HS256", jwk: { kty: "oct", k: "cw" } },
        { ath: hash(token) },
        "",
        "s",
      ),
    "with a crit header": { header: { crit: ["exp"] } },
  },
  [WRONG_KEY]: {
    "with a private key in its header": {
      header: { jwk: key.secret.export({ format: "jwk" }) },
    },
    "signed by another key than that of its header": {
      header: { jwk: key.jwk },
      pair: other,
    },
    "with a key for another algorithm": { header: { jwk: rsa.jwk } },
  },
  "The DPoP proof is signed with another key than the token is bound to": {
    "signed by another key than that of the token": { pair: other },
  },
  "The DPoP proof is for another method or URL": {
    "for another method": { claims: { htm: "GET" } },
    "for the method in lower case": { claims: { htm: "post" } },
    "without a method": { claims: { htm: undefined } },
    "for another path": { claims: { htu: `${RESOURCE}/x` } },
    "for another host": { claims: { htu: "https://evil.example/mcp" } },
    "for another scheme": { claims: { htu: "http://mcp.example/mcp" } },
    "for a path without an origin": { claims: { htu: "/mcp" } },
    "without a URL": { claims: { htu: undefined } },
  },
  [OTHER_TOKEN]: {
    "for another token": { claims: { ath: hash("other") } },
    "without the hash of a token": { claims: { ath: undefined } },
  },
  [CLOCKS]: {
    "issued 400 seconds ago": { claims: { iat: now() - 400 } },
    "issued 90 seconds ago": { claims: { iat: now() - 90 } },
    "issued 90 seconds ahead": { claims: { iat: now() + 90 } },
    "issued 4,000 seconds ahead": { claims: { iat: now() + 4_000 } },
    "without iat": { claims: { iat: undefined } },
    "whose iat is a string": { claims: { iat: String(now()) } },
  },
  [WRONG_ID]: {
    "without jti": { claims: { jti: undefined } },
    "with an empty jti": { claims: { jti: "" } },
    "with a jti of 257 characters": { claims: { jti: "x".repeat(257) } },
    "whose jti is a number": { claims: { jti: 1 } },
  },
};

/**
 * Descriptions of DPoP proofs that the server refuses although oauth4webapi
 * accepts them.
 */
const STRICTER = [
  "issued 90 seconds ago",
  "issued 90 seconds ahead",
  "with an empty jti",
  "with a jti of 257 characters",
];

for (const [verdict, proofs] of Object.entries(PROOFS))
  for (const [title, change] of Object.entries(proofs))
    test(`a DPoP proof ${title} has the verdict: ${verdict}`, async () => {
      const token = await createBoundToken(key);
      const dpop =
        typeof change === "function"
          ? change(token)
          : proof(token, change.header, change.claims, change.pair);
      const refused = await refusal(guarded(), token, dpop);
      assert.is(refused?.message ?? "accepted", verdict);
      if (refused) assert.is(refused.code, "invalid_dpop_proof");
      const isAccepted = verdict === "accepted" || STRICTER.includes(title);
      assert.is(await isValid(token, dpop), isAccepted, "oauth4webapi");
    });

test("a token bound to a DPoP key is refused without a proof", async () => {
  const token = await createBoundToken(key);
  const auth = guarded();
  const none = await refusal(auth, token, undefined);
  assert.is(none?.message, UNSUPPORTED);
  const bearer = await refusal(auth, token, proof(token), { scheme: "Bearer" });
  assert.is(
    bearer?.message,
    "The token is bound to a key: send it with the DPoP scheme and a proof",
  );
  assert.is(bearer?.code, "invalid_token");
});

test("a request with a DPoP proof is refused if its token is not bound to a key", async () => {
  const token = createToken({});
  const auth = guarded();
  const bearer = { scheme: "Bearer" };
  assert.is(await refusal(auth, token, undefined, bearer), undefined);
  const why = "The token is not bound to a key";
  const proven = await refusal(auth, token, proof(token));
  assert.is(proven?.message, why);
  const strict = guarded({ required: true });
  const refused = await refusal(strict, token, undefined, bearer);
  assert.is(refused?.message, why);
});

test("a DPoP proof can be used only once", async () => {
  const token = await createBoundToken(key);
  const auth = guarded();
  const dpop = proof(token);
  assert.is(await refusal(auth, token, dpop), undefined);
  const again = await refusal(auth, token, dpop);
  assert.is(again?.message, "The DPoP proof was already used");
  assert.is(await refusal(auth, token, proof(token)), undefined);
});

test("a request is refused if `isNew` returns false for its DPoP proof", async () => {
  const token = await createBoundToken(key);
  const { verify } = guarded({ isNew: () => false });
  const request = createRequest(`DPoP ${token}`, { dpop: proof(token) });
  for (let count = 0; count < 2; count += 1) {
    const message = await Promise.resolve(verify(token, request)).then(
      () => "accepted",
      (error: Error) => error.message,
    );
    assert.is(message, "The DPoP proof was already used");
  }
});

for (const scheme of ["dpop", "DPOP"])
  test(`a token bound to a DPoP key is accepted with the scheme ${scheme}`, async () => {
    const token = await createBoundToken(key);
    const refused = await refusal(guarded(), token, proof(token), { scheme });
    assert.is(refused, undefined);
  });

test("after a DPoP proof was refused, a valid proof may have the same jti", async () => {
  const token = await createBoundToken(key);
  const auth = guarded();
  const jti = "same";
  const foreign = proof(token, {}, { jti }, other);
  assert.ok(await refusal(auth, token, foreign));
  assert.is(await refusal(auth, token, proof(token, {}, { jti })), undefined);
});

test("two DPoP keys can use the same jti in their proofs", async () => {
  const auth = guarded();
  for (const pair of [key, other]) {
    const token = await createBoundToken(pair);
    const dpop = proof(token, {}, { jti: "same" }, pair);
    assert.is(await refusal(auth, token, dpop), undefined);
  }
});

test("while the stream of a request is open, the server can verify the request's DPoP proof again", async () => {
  const token = await createBoundToken(key);
  const { verify } = guarded();
  const request = createRequest(`DPoP ${token}`, { dpop: proof(token) });
  await verify(token, request);
  const { now: date } = Date;
  Date.now = () => date.call(Date) + 200_000;
  try {
    assert.is((await verify(token, request))?.subject, "ann");
  } finally {
    Date.now = date;
  }
});

test("the DPoP replay cache keeps the proofs of one key when another key fills the cache", () => {
  const isNew = proofReplayCache(60);
  assert.ok(isNew("victim 1"));
  for (let n = 0; n < 99_999; n += 1) assert.ok(isNew(`flooder ${n}`));
  // The key `flooder` has filled the cache. A new proof of this key is refused
  // and does not evict other proofs.
  assert.not(isNew("flooder more"));
  assert.not(isNew("victim 1"));
  assert.ok(isNew("victim 2"));
  assert.not(isNew("victim 2"));
  assert.not(isNew("flooder 1"));
});

test("the DPoP replay cache remembers a proof for twice the maximum clock difference", () =>
  withStoppedClock(async ({ skip, wait }) => {
    const isNew = proofReplayCache(60);
    assert.ok(isNew("key 1"));
    skip(60_000);
    assert.ok(isNew("key 2"));
    await wait(59_999);
    assert.not(isNew("key 1"));
    // The cache removes old proofs only every 30 seconds, so wait for this
    // time.
    await wait(30_000);
    assert.ok(isNew("key 1"));
    assert.not(isNew("key 2"));
    await wait(60_000);
    assert.ok(isNew("key 2"));
    assert.not(isNew("key 1"));
  }));

test("two servers with the same `isNew` callback accept a DPoP proof only once", async () => {
  const token = await createBoundToken(key);
  const seen = new Map<string, number>();
  const isNew = async (id: string, seconds: number): Promise<boolean> => {
    const first = !seen.has(id);
    seen.set(id, seconds);
    return first;
  };
  const dpop = proof(token);
  assert.is(await refusal(guarded({ isNew }), token, dpop), undefined);
  const again = await refusal(guarded({ isNew }), token, dpop);
  assert.is(again?.message, "The DPoP proof was already used");
  assert.equal([...seen.values()], [120]);
});

/**
 * Test cases: the request target, the `htu` of the DPoP proof, the resource of
 * the server, and whether the proof is accepted.
 */
const ADDRESSES: readonly (readonly [string, string, string, boolean])[] = [
  ["/mcp", "https://mcp.example/mcp", RESOURCE, true],
  ["/mcp?a=1", "https://mcp.example/mcp", RESOURCE, true],
  ["/mcp", "https://mcp.example/mcp/", RESOURCE, true],
  ["/mcp", "https://mcp.example/api/mcp", "https://mcp.example/api/mcp", true],
  ["/sse", "https://mcp.example/sse", RESOURCE, true],
  ["/sse", "https://mcp.example/api/sse", "https://mcp.example/api/mcp", true],
  ["/", "https://mcp.example/api", "https://mcp.example/api", true],
  ["/", "https://mcp.example/api/", "https://mcp.example/api", true],
  ["/", "https://mcp.example/ap", "https://mcp.example/api", false],
  ["/mcp", "https://mcp.example/b/mcp", "https://mcp.example/api/mcp", false],
  ["/mcp", "https://mcp.example/xmcp", RESOURCE, false],
  ["/mcp", "https://mcp.example/sse", RESOURCE, false],
  ["/mcp", "https://mcp.example/", "https://mcp.example/", false],
  [
    "/mcp",
    "https://mcp.example:8443/mcp",
    "https://mcp.example:8443/mcp",
    true,
  ],
  ["/mcp", "https://mcp.example/mcp", "https://mcp.example:8443/mcp", false],
];

for (const [target, htu, resource, holds] of ADDRESSES)
  test(`a DPoP proof with the htu ${htu} is ${holds ? "accepted" : "refused"} in a request for ${target} of ${resource}`, async () => {
    const token = await createBoundToken(key);
    const dpop = proof(token, {}, { htu });
    const refused = await refusal(guarded({}, resource), token, dpop, {
      target,
    });
    assert.is(refused === undefined, holds, refused?.message);
  });

test("a DPoP nonce is valid in its five-minute period and in the next period", async () => {
  const auth = guarded({ nonce: true });
  const { now: date } = Date;
  // Start of a period in which one DPoP nonce is valid. A period lasts five
  // minutes.
  const start = Math.ceil(date.call(Date) / 300_000) * 300_000;
  const at = (later: number): void => {
    Date.now = () => start + later;
  };
  try {
    at(0);
    const bound = await createBoundToken(key);
    for (const nonce of [undefined, "", "made up", 1]) {
      const refused = await refusal(auth, bound, proof(bound, {}, { nonce }));
      assert.is(refused?.code, "use_dpop_nonce");
    }
    const asked = await refusal(auth, bound, proof(bound));
    const nonce = asked?.headers["dpop-nonce"];
    assert.match(nonce ?? "", /^[\w-]{43}$/);
    for (const [later, holds] of [
      [0, true],
      [599_000, true],
      [601_000, false],
    ] as const) {
      at(later);
      const fresh = await createBoundToken(key);
      const refused = await refusal(auth, fresh, proof(fresh, {}, { nonce }));
      assert.is(refused === undefined, holds, `after ${later}`);
      if (refused) assert.is.not(refused.headers["dpop-nonce"], nonce);
    }
  } finally {
    Date.now = date;
  }
});

test("servers with the same secret accept each other's DPoP nonces", async () => {
  const token = await createBoundToken(key);
  const nonces: (string | undefined)[] = [];
  for (const nonce of ["a".repeat(32), "a".repeat(32), "b".repeat(32), true]) {
    const refused = await refusal(guarded({ nonce }), token, proof(token));
    nonces.push(refused?.headers["dpop-nonce"]);
  }
  assert.is(nonces[0], nonces[1]);
  assert.is(new Set(nonces).size, 3);
});

test("a DPoP proof is refused if its algorithm is not in the option `algorithms`, or its RSA key is too short", async () => {
  const bound = await createBoundToken(rsa);
  const ps = proof(bound, {}, {}, rsa, "PS256");
  assert.is(await refusal(guarded(), bound, ps), undefined);
  const es = guarded({ algorithms: ["ES256"] });
  const again = proof(bound, {}, {}, rsa, "PS256");
  assert.is((await refusal(es, bound, again))?.message, UNSUPPORTED);
  const weak = await createBoundToken(small);
  const short = proof(weak, {}, {}, small, "RS256");
  assert.is((await refusal(guarded(), weak, short))?.message, WRONG_KEY);
});

test("dpopProofs() throws for invalid options", () => {
  for (const [options, message] of [
    [{ algorithms: ["none"] }, /algorithms contains none/],
    [{ algorithms: ["HS256"] }, /algorithms contains HS256/],
    [{ window: 0 }, /window/],
    [{ window: Number.NaN }, /window/],
    [{ nonce: "short" }, /`nonce` must have/],
  ] as const)
    assert.throws(() => dpopProofs(options), message);
});

test("metadata and challenges contain the supported DPoP algorithms", () => {
  const { metadata, schemes } = guarded({ algorithms: ["ES256", "EdDSA"] });
  const algs = ["ES256", "EdDSA"];
  assert.equal(metadata?.["dpop_signing_alg_values_supported"], algs);
  assert.is(metadata?.["dpop_bound_access_tokens_required"], false);
  const scheme = { name: "DPoP", params: 'algs="ES256 EdDSA"' };
  assert.equal(schemes, [{ name: "Bearer" }, scheme]);
  const strict = guarded({ required: true });
  assert.is(strict.metadata?.["dpop_bound_access_tokens_required"], true);
  assert.equal(
    strict.schemes?.map(({ name }) => name),
    ["DPoP"],
  );
});

test.run();
