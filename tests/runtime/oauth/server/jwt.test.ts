/** Tests of the verification of JWT access tokens, compared with `jose`. */
import { sign } from "node:crypto";
import { createLocalJWKSet, jwtVerify } from "jose";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { jwt, type JwtOptions } from "../../../../runtime/oauth/server/jwt.js";
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
import { requirement } from "../../../harness/run/requirement.js";

const test = suite("oauth server: JWT");

const ALGORITHMS =
  "RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519".split(
    " ",
  );

const rsa = createKeyPair("RS256", { kid: "rsa" });
const ps = createKeyPair("RS256", { kid: "ps", alg: "PS256" });
const es = createKeyPair("ES256", {
  kid: "es",
  use: "sig",
  key_ops: ["verify"],
});
const es384 = createKeyPair("ES384", { kid: "es384" });
const es512 = createKeyPair("ES512", { kid: "es512" });
const ed = createKeyPair("EdDSA", { kid: "ed" });
const twin = createKeyPair("RS256", { kid: "twin" });
const weak = createKeyPair("RS256", { kid: "weak" }, 1024);
const cipher = createKeyPair("ES256", { kid: "cipher", use: "enc" });
const maker = createKeyPair("ES256", { kid: "maker", key_ops: ["sign"] });
const stranger = createKeyPair("ES256", { kid: "es" });
const all = [rsa, ps, es, es384, es512, ed, twin, weak, cipher, maker];
const JWKS = {
  keys: [
    ...all.map(({ jwk }) => jwk),
    { kty: "oct", kid: "oct", k: "c2VjcmV0" },
    { kty: "EC", crv: "P-256", kid: "broken", x: "AA", y: "AA" },
  ],
};

/**
 * Creates a JWT that is valid except for the given changes of its header and
 * claims.
 */
const made = (header: object = {}, claims: object = {}): string =>
  signToken(
    { alg: "ES256", kid: "es", ...header },
    createClaims(claims),
    "ES256",
    es.secret,
  );

/** Creates a JWT with valid claims and the given header. */
const signHeader = (
  header: { alg?: string; kid?: unknown },
  { secret }: Pair,
  alg = header.alg ?? "",
): string => signToken(header, createClaims(), alg, secret);

/**
 * Creates a JWT with valid claims, signed with the given key. The header
 * contains the `kid` of the key.
 */
const signBy = (alg: string, pair: Pair, header: object = {}): string =>
  signHeader({ alg, kid: pair.jwk["kid"], ...header }, pair);

const good = made();
const [head = "", body = "", tail = ""] = good.split(".");
const signText = (text: string): string => {
  const key = { key: es.secret, dsaEncoding: "ieee-p1363" } as const;
  const bytes = sign("sha256", Buffer.from(text), key);
  return `${text}.${bytes.toString("base64url")}`;
};
const spki = rsa.secret.export({ type: "pkcs8", format: "pem" }).toString();
/**
 * Another Base64 text of the signature `tail`. The last characters of the two
 * texts differ only in bits that Base64 decoders ignore.
 */
const respelled = `${tail.slice(0, -1)}${String.fromCharCode(tail.charCodeAt(tail.length - 1) + 1)}`;

const foreign = "https://other.example";

/** JWTs by description, grouped by the expected verdict. */
const TOKENS = {
  accepted: {
    "signed with ES256": good,
    "signed with RS256": signBy("RS256", rsa),
    "signed with RS384": signBy("RS384", rsa),
    "signed with RS512": signBy("RS512", rsa),
    "signed with PS256": signBy("PS256", rsa),
    "signed with PS384": signBy("PS384", rsa),
    "signed with PS512": signBy("PS512", rsa),
    "signed with PS256 by a key for PS256": signBy("PS256", ps),
    "signed with ES384": signBy("ES384", es384),
    "signed with ES512": signBy("ES512", es512),
    "signed with EdDSA": signBy("EdDSA", ed),
    "signed with Ed25519": signHeader(
      { alg: "Ed25519", kid: "ed" },
      ed,
      "EdDSA",
    ),
    "without kid, when one key fits": signHeader({ alg: "ES512" }, es512),
    "with an unused key in its header": made({ jwk: stranger.jwk }),
    "of type at+jwt": made({ typ: "at+jwt" }),
    "of type application/at+jwt": made({ typ: "application/at+jwt" }),
    "of type JWT": made({ typ: "JWT" }),
    "of type AT+JWT": made({ typ: "AT+JWT" }),
    "that expired within the clock skew": made({}, { exp: now() - 30 }),
    "that becomes valid within the clock skew": made({}, { nbf: now() + 30 }),
    "issued ahead within the clock skew": made({}, { iat: now() + 30 }),
    "with several audiences": made({}, { aud: [foreign, RESOURCE] }),
  },
  refused: {
    "signed with RS256 by a key for PS256": signBy("RS256", ps),
    "signed with ES256 by a P-384 key": signBy("ES256", es384),
    "signed with ES384 by a P-256 key": signBy("ES384", es),
    "signed by an RSA key of 1024 bits": signBy("RS256", weak),
    "signed by a key for encryption": signBy("ES256", cipher),
    "signed by a key without the operation verify": signBy("ES256", maker),
    "with the kid of an invalid key": made({ kid: "broken" }),
    "with alg none and no signature": `${enc({ alg: "none" })}.${body}.`,
    "with alg none and a signature": made({ alg: "none" }),
    "with alg None": made({ alg: "None" }),
    "without alg": signHeader({ kid: "es" }, es, "ES256"),
    "whose alg is an array": made({ alg: ["ES256"] }),
    "whose alg is in lower case": made({ alg: "es256" }),
    "with the alg of another key": made({ alg: "RS256" }),
    "signed with HS256 and the public key as secret": signToken(
      { alg: "HS256", kid: "rsa" },
      createClaims(),
      "",
      spki,
    ),
    "signed with HS256 and a secret of the JWKS": signToken(
      { alg: "HS256", kid: "oct" },
      createClaims(),
      "",
      "secret",
    ),
    "with an unknown kid": made({ kid: "other" }),
    "with the kid of another key": made({ kid: "es384" }),
    "whose kid is a number": made({ kid: 7 }),
    "without kid, when several keys fit": signHeader({ alg: "RS256" }, rsa),
    "signed by a foreign key with a known kid": signBy("ES256", stranger),
    "signed by the key of its jwk header": signBy("ES256", stranger, {
      jwk: stranger.jwk,
    }),
    "with a jku header": signBy("ES256", stranger, {
      jku: "https://evil.example",
    }),
    "with an unknown crit header": made({ crit: ["exp"], exp: 1 }),
    "with an empty crit header": made({ crit: [] }),
    "with b64 false": made({ crit: ["b64"], b64: false }),
    "with the payload of another token": `${head}.${enc(createClaims({ sub: "eve" }))}.${tail}`,
    "with the header of another token": `${enc({ alg: "ES256", kid: "es", typ: "JWT" })}.${body}.${tail}`,
    "with a changed bit in its signature": `${head}.${body}.${tail[0] === "A" ? "B" : "A"}${tail.slice(1)}`,
    "with a truncated signature": `${head}.${body}.${tail.slice(0, -4)}`,
    "without a signature": `${head}.${body}.`,
    "of two parts": `${head}.${body}`,
    "of four parts": `${good}.${tail}`,
    "of four signed parts": signText(`${head}.${body}.${enc({})}`),
    "of five parts": `${good}.${tail}.${tail}`,
    "in Base64 instead of Base64url": `${head}.${body}.${tail.slice(0, -1)}/`,
    "that is empty": "",
    "whose header is not JSON": signToken(
      "{",
      createClaims(),
      "ES256",
      es.secret,
    ),
    "whose claims are not JSON": signToken(
      { alg: "ES256", kid: "es" },
      "ann",
      "ES256",
      es.secret,
    ),
    "whose claims are an array": signToken(
      { alg: "ES256", kid: "es" },
      "[]",
      "ES256",
      es.secret,
    ),
    "that expired 600 seconds ago": made({}, { exp: now() - 600 }),
    "that expired 90 seconds ago": made({}, { exp: now() - 90 }),
    "whose exp is a string": made({}, { exp: String(now() + 600) }),
    "whose exp is null": made({}, { exp: null }),
    "that is valid in 90 seconds": made({}, { nbf: now() + 90 }),
    "whose nbf is a string": made({}, { nbf: "0" }),
    "whose iat is a string": made({}, { iat: "0" }),
    "of another issuer": made({}, { iss: foreign }),
    "of the issuer with a slash": made({}, { iss: `${ISSUER}/` }),
    "of the issuer in capitals": made({}, { iss: "https://AUTH.example" }),
    "whose iss is an array": made({}, { iss: [ISSUER] }),
    "without iss": made({}, { iss: undefined }),
    "for another audience": made({}, { aud: `${foreign}/mcp` }),
    "for a path below the audience": made({}, { aud: `${RESOURCE}/more` }),
    "for the origin of the audience": made({}, { aud: "https://mcp.example" }),
    "with an empty aud": made({}, { aud: [] }),
    "without aud": made({}, { aud: undefined }),
  },
  /**
   * Tokens that jose accepts and this server refuses. RFC 7519 does not require
   * a server to accept them.
   */
  "refused, although jose accepts it": {
    "with b64 in its crit header": made({ crit: ["b64"], b64: true }),
    "of the type of DPoP proofs": made({ typ: "dpop+jwt" }),
    "whose typ is an array": made({ typ: ["JWT"] }),
    "of the type of logout tokens": made({ typ: "logout+jwt" }),
    "with unused bits set in its signature": `${head}.${body}.${respelled}`,
    "with Base64 padding": `${good}==`,
    "without exp": made({}, { exp: undefined }),
    "issued 90 seconds ahead": made({}, { iat: now() + 90 }),
  },
};

function enc(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

const OPTIONS: JwtOptions = { issuer: ISSUER, audience: RESOURCE, jwks: JWKS };

/**
 * Returns the reason why a token is refused, or undefined if the token is
 * accepted.
 */
async function refusal(
  token: string,
  options: Partial<JwtOptions> = {},
): Promise<string | undefined> {
  const { verify } = jwt({ ...OPTIONS, ...options });
  try {
    await verify(token, createRequest(`Bearer ${token}`));
    return undefined;
  } catch (error) {
    assert.is((error as { name: string }).name, "AuthError", String(error));
    return (error as Error).message;
  }
}

async function isValid(token: string): Promise<boolean> {
  try {
    await jwtVerify(token, createLocalJWKSet(JWKS as never), {
      issuer: ISSUER,
      audience: RESOURCE,
      algorithms: ALGORITHMS,
      clockTolerance: 60,
    });
    return true;
  } catch {
    return false;
  }
}

requirement(`
  1fb132a7ba3a 0163a3d9b3d8 b54c91db7193 1ba9d052587c df3b9310d1cf
  03a4c8e6b8fc 8f8288eeaa15 5ce2554beae0 d3489676cb28 ce0b4047f3b7
  e40a47d344ed dd13dbc66d6f 4397d2ae5820 2ad2631358cc ab0320a5e140
  ddd198eeb45b 64bb8c2cb28c 0ba74f3a3663 5463ce34e766 d783a3870a77
  6f20499665aa e227a41c8494 7d841417dbf9
`);
for (const [verdict, tokens] of Object.entries(TOKENS))
  for (const [title, token] of Object.entries(tokens))
    test(`a JWT ${title} is ${verdict}`, async () => {
      const why = await refusal(token);
      assert.is(why === undefined, verdict === "accepted", why);
      assert.is(await isValid(token), verdict !== "refused", "jose");
      if (why === undefined || token === "") return;
      // The reason of the refusal must not contain a part of the token.
      assert.match(why, /^The token [ -!#-[\]-~]+$/);
      for (const part of token.split("."))
        assert.not(part.length > 8 && why.includes(part));
    });

test("the `algorithms` option restricts the accepted algorithms", async () => {
  assert.is(await refusal(good, { algorithms: ["ES256"] }), undefined);
  const why = "The token is not a JWT with a supported signature algorithm";
  assert.is(await refusal(good, { algorithms: ["RS256"] }), why);
  for (const alg of ["none", "HS256", "es256", "RSA-OAEP"])
    assert.throws(
      () => jwt({ ...OPTIONS, algorithms: [alg] }),
      new RegExp(`algorithms contains ${alg}`),
    );
});

test("the type option sets the required typ header of a token", async () => {
  const type = "at+jwt";
  assert.is(await refusal(made({ typ: "at+jwt" }), { type }), undefined);
  const full = made({ typ: "application/at+JWT" });
  assert.is(await refusal(full, { type }), undefined);
  assert.is(await refusal(full, { type: "AT+JWT" }), undefined);
  for (const token of [good, made({ typ: "JWT" }), made({ typ: null })])
    assert.is(
      await refusal(token, { type }),
      "The token has a typ header that is not accepted",
    );
});

test("the skew option sets the tolerated difference of clocks in seconds", async () => {
  const early = made({}, { nbf: now() + 90, iat: now() + 90 });
  const why = "The token is not valid yet: check the clocks";
  assert.is(await refusal(early), why);
  assert.is(await refusal(early, { skew: 120 }), undefined);
  const late = made({}, { exp: now() - 90 });
  assert.is(await refusal(late, { skew: 120 }), undefined);
  const over = made({}, { exp: now() - 1 });
  assert.is(await refusal(over, { skew: 0 }), "The token has expired");
});

test("a token over 16 KiB is refused before it is parsed", async () => {
  const long = made({}, { more: "x".repeat(16_384) });
  const why = "The token is not a JWT with a supported signature algorithm";
  assert.is(await refusal(long), why);
});

test("a token for one of the audiences of the `audience` option is accepted", async () => {
  const audience = ["api://mcp", RESOURCE];
  for (const aud of audience)
    assert.is(await refusal(made({}, { aud }), { audience }), undefined);
});

requirement(`
  b54c91db7193 95c06e3b9e59 df3b9310d1cf d3489676cb28 b745b9253e3c
  25944ff1bef5 ac09bd431ddc 5463ce34e766 b92f75eb36c6 7862a3224707
`);
test("jwt() throws for invalid options", () => {
  const wrong: readonly (readonly [object, RegExp])[] = [
    [{ issuer: "auth.example" }, /issuer is "auth.example"/],
    [{ issuer: "http://auth.example" }, /issuer is .*https/],
    [{ jwks: "http://auth.example/keys" }, /jwks is .*https/],
    [{ audience: [] }, /`audience` is missing/],
    [{ audience: "" }, /`audience` is missing/],
    [{ audience: "api://mcp" }, /resource must be/],
    [{ resource: "mcp.example" }, /resource must be/],
    [{ skew: -1 }, /skew/],
    [{ skew: Number.NaN }, /skew/],
    [{ scopes: ["offline_access"] }, /offline_access/],
  ];
  for (const [more, message] of wrong)
    assert.throws(() => jwt({ ...OPTIONS, ...more }), message);
  jwt({ ...OPTIONS, issuer: "http://localhost:8080/realms/a" });
});

test.run();
