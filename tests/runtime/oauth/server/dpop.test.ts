/** Tokens that are bound to a key, with `oauth4webapi` for a second opinion. */
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

const test = suite("oauth: proofs of a key");

const issuer = createKeyPair("ES256", { kid: "issuer" });
const JWKS = { keys: [issuer.jwk] };
const key = createKeyPair("ES256");
const other = createKeyPair("ES256");
const rsa = createKeyPair("RS256");
const small = createKeyPair("RS256", {}, 1024);

const tokenOf = (claims: object): string =>
  signToken(
    { alg: "ES256", kid: "issuer", typ: "at+jwt" },
    createClaims({ client_id: "c", jti: "j", ...claims }),
    "ES256",
    issuer.secret,
  );

const boundTo = async ({ jwk }: Pair): Promise<string> =>
  tokenOf({ cnf: { jkt: await calculateJwkThumbprint(jwk) } });

const athOf = (token: string): string =>
  createHash("sha256").update(token).digest("base64url");

let count = 0;

/** A proof that is taken, but for what a row changes. */
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
      ath: athOf(token),
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

/** Whether `oauth4webapi` takes them. */
async function isTaken(token: string, dpop: string): Promise<boolean> {
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

const secretOf = ({ secret }: Pair): object => secret.export({ format: "jwk" });

/** What a row changes of a proof; `stricter`: the other library takes it. */
type Row = readonly [
  name: string,
  make: (token: string) => string,
  verdict: string,
  stricter?: true,
];

const NOT_TAKEN = "The DPoP header is missing or contains no supported proof";
const NOT_SIGNED = "The DPoP proof is not signed with the key in its header";
const OTHER_REQUEST = "The DPoP proof is for another method or URL";
const NOT_NOW =
  "The DPoP proof is too old or from the future: check the clocks";
const NO_ID = "The jti of the DPoP proof is missing or too long";

const ROWS: readonly Row[] = [
  ["as it should be", (token) => proof(token), "taken"],
  [
    "for an address with a query",
    (token) => proof(token, {}, { htu: `${RESOURCE}?a=1` }),
    "taken",
  ],
  [
    "for the address in capitals",
    (token) => proof(token, {}, { htu: "HTTPS://MCP.example:443/mcp" }),
    "taken",
  ],
  [
    "that is a bit old",
    (token) => proof(token, {}, { iat: now() - 40 }),
    "taken",
  ],
  ["no JWS", () => "proof", NOT_TAKEN],
  ["two of them", (token) => `${proof(token)}, ${proof(token)}`, NOT_TAKEN],
  ["of another type", (token) => proof(token, { typ: "JWT" }), NOT_TAKEN],
  ["without a type", (token) => proof(token, { typ: undefined }), NOT_TAKEN],
  ["without a key", (token) => proof(token, { jwk: undefined }), NOT_TAKEN],
  ["with none", (token) => proof(token, { alg: "none" }), NOT_TAKEN],
  [
    "with a secret",
    (token) =>
      signToken(
        { typ: "dpop+jwt", alg: "HS256", jwk: { kty: "oct", k: "cw" } },
        { ath: athOf(token) },
        "",
        "s",
      ),
    NOT_TAKEN,
  ],
  ["with crit", (token) => proof(token, { crit: ["exp"] }), NOT_TAKEN],
  [
    "with a private key",
    (token) => proof(token, { jwk: secretOf(key) }),
    NOT_SIGNED,
  ],
  [
    "with another's signature",
    (token) => proof(token, { jwk: key.jwk }, {}, other),
    NOT_SIGNED,
  ],
  [
    "with another algorithm than its key's",
    (token) => proof(token, { jwk: rsa.jwk }),
    NOT_SIGNED,
  ],
  [
    "of another key",
    (token) => proof(token, {}, {}, other),
    "The DPoP proof is signed with another key than the token is bound to",
  ],
  [
    "for another method",
    (token) => proof(token, {}, { htm: "GET" }),
    OTHER_REQUEST,
  ],
  [
    "for the method in lower case",
    (token) => proof(token, {}, { htm: "post" }),
    OTHER_REQUEST,
  ],
  [
    "without a method",
    (token) => proof(token, {}, { htm: undefined }),
    OTHER_REQUEST,
  ],
  [
    "for another path",
    (token) => proof(token, {}, { htu: `${RESOURCE}/x` }),
    OTHER_REQUEST,
  ],
  [
    "for another host",
    (token) => proof(token, {}, { htu: "https://evil.example/mcp" }),
    OTHER_REQUEST,
  ],
  [
    "for another scheme",
    (token) => proof(token, {}, { htu: "http://mcp.example/mcp" }),
    OTHER_REQUEST,
  ],
  [
    "for a path alone",
    (token) => proof(token, {}, { htu: "/mcp" }),
    OTHER_REQUEST,
  ],
  [
    "without an address",
    (token) => proof(token, {}, { htu: undefined }),
    OTHER_REQUEST,
  ],
  [
    "for another token",
    (token) => proof(token, {}, { ath: athOf("other") }),
    "The DPoP proof is for another access token",
  ],
  [
    "for no token",
    (token) => proof(token, {}, { ath: undefined }),
    "The DPoP proof is for another access token",
  ],
  [
    "that is too old",
    (token) => proof(token, {}, { iat: now() - 400 }),
    NOT_NOW,
  ],
  [
    "of 90 seconds ago",
    (token) => proof(token, {}, { iat: now() - 90 }),
    NOT_NOW,
    true,
  ],
  [
    "from 90 seconds ahead",
    (token) => proof(token, {}, { iat: now() + 90 }),
    NOT_NOW,
    true,
  ],
  [
    "from far ahead",
    (token) => proof(token, {}, { iat: now() + 4_000 }),
    NOT_NOW,
  ],
  ["of no time", (token) => proof(token, {}, { iat: undefined }), NOT_NOW],
  [
    "of a time in words",
    (token) => proof(token, {}, { iat: String(now()) }),
    NOT_NOW,
  ],
  ["without jti", (token) => proof(token, {}, { jti: undefined }), NO_ID],
  ["with an empty jti", (token) => proof(token, {}, { jti: "" }), NO_ID, true],
  [
    "with a long jti",
    (token) => proof(token, {}, { jti: "x".repeat(257) }),
    NO_ID,
    true,
  ],
  [
    "with a jti that is a number",
    (token) => proof(token, {}, { jti: 1 }),
    NO_ID,
  ],
];

for (const [name, make, verdict, stricter = false] of ROWS)
  test(`a proof ${name}: ${verdict}`, async () => {
    const token = await boundTo(key);
    const dpop = make(token);
    const refused = await refusal(guarded(), token, dpop);
    assert.is(refused?.message ?? "taken", verdict);
    if (refused) assert.is(refused.code, "invalid_dpop_proof");
    const isOk = verdict === "taken" || stricter;
    assert.is(await isTaken(token, dpop), isOk, "oauth4webapi");
  });

test("a bound token without a proof, or in the wrong scheme", async () => {
  const token = await boundTo(key);
  const auth = guarded();
  const none = await refusal(auth, token, undefined);
  assert.is(none?.message, NOT_TAKEN);
  const bearer = await refusal(auth, token, proof(token), { scheme: "Bearer" });
  assert.is(
    bearer?.message,
    "The token is bound to a key: send it with the DPoP scheme and a proof",
  );
  assert.is(bearer?.code, "invalid_token");
});

test("a token that is not bound", async () => {
  const token = tokenOf({});
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

test("a proof is used once, by whichever request", async () => {
  const token = await boundTo(key);
  const auth = guarded();
  const dpop = proof(token);
  assert.is(await refusal(auth, token, dpop), undefined);
  const again = await refusal(auth, token, dpop);
  assert.is(again?.message, "The DPoP proof was already used");
  assert.is(await refusal(auth, token, proof(token)), undefined);
});

test("a proof that was refused takes no place", async () => {
  const token = await boundTo(key);
  const auth = guarded();
  const jti = "same";
  const foreign = proof(token, {}, { jti }, other);
  assert.ok(await refusal(auth, token, foreign));
  assert.is(await refusal(auth, token, proof(token, {}, { jti })), undefined);
});

test("the same jti of another key is another proof", async () => {
  const auth = guarded();
  for (const one of [key, other]) {
    const token = await boundTo(one);
    const dpop = proof(token, {}, { jti: "same" }, one);
    assert.is(await refusal(auth, token, dpop), undefined);
  }
});

test("a request is looked at again while its stream is open", async () => {
  const token = await boundTo(key);
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

test("one key cannot make the server forget the proofs of another", () => {
  const isNew = proofReplayCache(60);
  assert.ok(isNew("victim 1"));
  for (let n = 0; n < 99_999; n += 1) assert.ok(isNew(`flooder ${n}`));
  // There is no room left, and the flooder makes none.
  assert.not(isNew("flooder more"));
  assert.not(isNew("victim 1"));
  assert.ok(isNew("victim 2"));
  assert.not(isNew("victim 2"));
  assert.not(isNew("flooder 1"));
});

test("a proof is forgotten once it is too old to be used", async () => {
  const isNew = proofReplayCache(0.02);
  assert.ok(isNew("key 1"));
  assert.not(isNew("key 1"));
  const alive = setInterval(() => {}, 1_000);
  await new Promise((resolve) => setTimeout(resolve, 200));
  clearInterval(alive);
  assert.ok(isNew("key 1"));
});

test("processes that share what they remember", async () => {
  const token = await boundTo(key);
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

/** Where a request arrives, what clients call it, and whether a proof of that holds. */
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
  test(`${htu} at ${target} of ${resource}: ${holds}`, async () => {
    const token = await boundTo(key);
    const dpop = proof(token, {}, { htu });
    const refused = await refusal(guarded({}, resource), token, dpop, {
      target,
    });
    assert.is(refused === undefined, holds, refused?.message);
  });

test("a nonce is given out, and holds for as long again", async () => {
  const auth = guarded({ nonce: true });
  const { now: date } = Date;
  // At the beginning of a period of five minutes.
  const start = Math.ceil(date.call(Date) / 300_000) * 300_000;
  const at = (later: number): void => {
    Date.now = () => start + later;
  };
  try {
    at(0);
    const bound = await boundTo(key);
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
      const fresh = await boundTo(key);
      const refused = await refusal(auth, fresh, proof(fresh, {}, { nonce }));
      assert.is(refused === undefined, holds, `after ${later}`);
      if (refused) assert.is.not(refused.headers["dpop-nonce"], nonce);
    }
  } finally {
    Date.now = date;
  }
});

test("processes with one secret know each other's nonces", async () => {
  const token = await boundTo(key);
  const nonces: (string | undefined)[] = [];
  for (const nonce of ["a".repeat(32), "a".repeat(32), "b".repeat(32), true]) {
    const refused = await refusal(guarded({ nonce }), token, proof(token));
    nonces.push(refused?.headers["dpop-nonce"]);
  }
  assert.is(nonces[0], nonces[1]);
  assert.is(new Set(nonces).size, 3);
});

test("algorithms of proofs", async () => {
  const bound = await boundTo(rsa);
  const ps = proof(bound, {}, {}, rsa, "PS256");
  assert.is(await refusal(guarded(), bound, ps), undefined);
  const es = guarded({ algorithms: ["ES256"] });
  const again = proof(bound, {}, {}, rsa, "PS256");
  assert.is((await refusal(es, bound, again))?.message, NOT_TAKEN);
  const weak = await boundTo(small);
  const short = proof(weak, {}, {}, small, "RS256");
  assert.is((await refusal(guarded(), weak, short))?.message, NOT_SIGNED);
});

test("options that cannot be meant", () => {
  for (const [options, message] of [
    [{ algorithms: ["none"] }, /algorithms contains none/],
    [{ algorithms: ["HS256"] }, /algorithms contains HS256/],
    [{ window: 0 }, /window/],
    [{ window: Number.NaN }, /window/],
    [{ nonce: "short" }, /nonce must have/],
  ] as const)
    assert.throws(() => dpopProofs(options), message);
});

test("what the metadata and challenges say", () => {
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
