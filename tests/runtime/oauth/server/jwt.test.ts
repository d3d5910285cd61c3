/** Which tokens are taken, with `jose` for a second opinion. */
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
} from "../../../harness/oauth/tokens.js";
import { requirement } from "../../../harness/run/requirement.js";

const test = suite("oauth: tokens");

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

/** A token of the issuer's, as most are; members of the header, and claims. */
const made = (header: object = {}, claims: object = {}): string =>
  signToken(
    { alg: "ES256", kid: "es", ...header },
    createClaims(claims),
    "ES256",
    es.secret,
  );

const by = (
  alg: string,
  { secret, jwk }: typeof rsa,
  header: object = {},
): string =>
  signToken({ alg, kid: jwk["kid"], ...header }, createClaims(), alg, secret);

const good = made();
const [head = "", body = "", tail = ""] = good.split(".");
const signedText = (text: string): string => {
  const key = { key: es.secret, dsaEncoding: "ieee-p1363" } as const;
  const bytes = sign("sha256", Buffer.from(text), key);
  return `${text}.${bytes.toString("base64url")}`;
};
const spki = rsa.secret.export({ type: "pkcs8", format: "pem" }).toString();
/** The last character of a signature has bits that mean nothing. */
const respelled = `${tail.slice(0, -1)}${String.fromCharCode(tail.charCodeAt(tail.length - 1) + 1)}`;

/**
 * A token, and whether it is taken. `stricter`: jose takes it, and RFC 7519 does
 * not say that a server must.
 */
type Row = readonly [
  name: string,
  token: string,
  verdict: "taken" | "refused" | "stricter",
];

const ROWS: readonly Row[] = [
  ["ES256", good, "taken"],
  ["RS256", by("RS256", rsa), "taken"],
  ["RS384", by("RS384", rsa), "taken"],
  ["RS512", by("RS512", rsa), "taken"],
  ["PS256", by("PS256", rsa), "taken"],
  ["PS384", by("PS384", rsa), "taken"],
  ["PS512", by("PS512", rsa), "taken"],
  ["PS256 by a key that is for it", by("PS256", ps), "taken"],
  ["RS256 by a key for PS256", by("RS256", ps), "refused"],
  ["ES384", by("ES384", es384), "taken"],
  ["ES512", by("ES512", es512), "taken"],
  ["EdDSA", by("EdDSA", ed), "taken"],
  [
    "Ed25519",
    signToken(
      { alg: "Ed25519", kid: "ed" },
      createClaims(),
      "EdDSA",
      ed.secret,
    ),
    "taken",
  ],
  ["ES256 by a curve of ES384", by("ES256", es384), "refused"],
  ["ES384 by a curve of ES256", by("ES384", es), "refused"],
  ["a key of 1024 bits", by("RS256", weak), "refused"],
  ["a key for encryption", by("ES256", cipher), "refused"],
  ["a key that may sign alone", by("ES256", maker), "refused"],
  ["a key that is none", made({ kid: "broken" }), "refused"],
  ["alg none", `${enc({ alg: "none" })}.${body}.`, "refused"],
  ["alg none, signed", made({ alg: "none" }), "refused"],
  ["alg None", made({ alg: "None" }), "refused"],
  [
    "alg is absent",
    signToken({ kid: "es" }, createClaims(), "ES256", es.secret),
    "refused",
  ],
  ["alg is no text", made({ alg: ["ES256"] }), "refused"],
  ["alg in lower case", made({ alg: "es256" }), "refused"],
  ["alg is of another key", made({ alg: "RS256" }), "refused"],
  [
    "HS256 with the public key as the secret",
    signToken({ alg: "HS256", kid: "rsa" }, createClaims(), "", spki),
    "refused",
  ],
  [
    "HS256 with a secret of the set",
    signToken({ alg: "HS256", kid: "oct" }, createClaims(), "", "secret"),
    "refused",
  ],
  ["an unknown kid", made({ kid: "other" }), "refused"],
  ["kid of another key", made({ kid: "es384" }), "refused"],
  ["kid is a number", made({ kid: 7 }), "refused"],
  [
    "no kid, and one key fits",
    signToken({ alg: "ES512" }, createClaims(), "ES512", es512.secret),
    "taken",
  ],
  [
    "no kid, and several fit",
    signToken({ alg: "RS256" }, createClaims(), "RS256", rsa.secret),
    "refused",
  ],
  ["another's key by the same kid", by("ES256", stranger), "refused"],
  [
    "a key in the header",
    by("ES256", stranger, { jwk: stranger.jwk }),
    "refused",
  ],
  [
    "a key at jku",
    by("ES256", stranger, { jku: "https://evil.example" }),
    "refused",
  ],
  [
    "a key in the header that is not needed",
    made({ jwk: stranger.jwk }),
    "taken",
  ],
  ["crit that is unknown", made({ crit: ["exp"], exp: 1 }), "refused"],
  ["crit that is empty", made({ crit: [] }), "refused"],
  ["crit b64", made({ crit: ["b64"], b64: true }), "stricter"],
  ["b64 false", made({ crit: ["b64"], b64: false }), "refused"],
  ["typ at+jwt", made({ typ: "at+jwt" }), "taken"],
  ["typ application/at+jwt", made({ typ: "application/at+jwt" }), "taken"],
  ["typ JWT", made({ typ: "JWT" }), "taken"],
  ["typ of a proof", made({ typ: "dpop+jwt" }), "stricter"],
  ["typ in a list", made({ typ: ["JWT"] }), "stricter"],
  ["typ of a logout", made({ typ: "logout+jwt" }), "stricter"],
  [
    "payload of another token",
    `${head}.${enc(createClaims({ sub: "eve" }))}.${tail}`,
    "refused",
  ],
  [
    "header of another token",
    `${enc({ alg: "ES256", kid: "es", typ: "JWT" })}.${body}.${tail}`,
    "refused",
  ],
  [
    "a bit of the signature",
    `${head}.${body}.${tail[0] === "A" ? "B" : "A"}${tail.slice(1)}`,
    "refused",
  ],
  [
    "a signature that is cut off",
    `${head}.${body}.${tail.slice(0, -4)}`,
    "refused",
  ],
  ["no signature", `${head}.${body}.`, "refused"],
  ["two parts", `${head}.${body}`, "refused"],
  ["four parts", `${good}.${tail}`, "refused"],
  [
    "four parts, all signed",
    signedText(`${head}.${body}.${enc({})}`),
    "refused",
  ],
  ["five parts", `${good}.${tail}.${tail}`, "refused"],
  ["bits that mean nothing", `${head}.${body}.${respelled}`, "stricter"],
  ["padding", `${good}==`, "stricter"],
  ["Base64 with a slash", `${head}.${body}.${tail.slice(0, -1)}/`, "refused"],
  ["nothing", "", "refused"],
  ["no JSON", signToken("{", createClaims(), "ES256", es.secret), "refused"],
  [
    "claims are no JSON",
    signToken({ alg: "ES256", kid: "es" }, "ann", "ES256", es.secret),
    "refused",
  ],
  [
    "claims are a list",
    signToken({ alg: "ES256", kid: "es" }, "[]", "ES256", es.secret),
    "refused",
  ],
  ["expired", made({}, { exp: now() - 600 }), "refused"],
  ["expired by 90 seconds", made({}, { exp: now() - 90 }), "refused"],
  [
    "expired, within what clocks may differ",
    made({}, { exp: now() - 30 }),
    "taken",
  ],
  ["exp is absent", made({}, { exp: undefined }), "stricter"],
  ["exp is a text", made({}, { exp: String(now() + 600) }), "refused"],
  ["exp is null", made({}, { exp: null }), "refused"],
  ["valid from 90 seconds on", made({}, { nbf: now() + 90 }), "refused"],
  [
    "valid soon, within what clocks may differ",
    made({}, { nbf: now() + 30 }),
    "taken",
  ],
  ["nbf is a text", made({}, { nbf: "0" }), "refused"],
  ["issued in 90 seconds", made({}, { iat: now() + 90 }), "stricter"],
  ["issued soon", made({}, { iat: now() + 30 }), "taken"],
  ["iat is a text", made({}, { iat: "0" }), "refused"],
  ["another issuer", made({}, { iss: "https://other.example" }), "refused"],
  ["the issuer with a slash", made({}, { iss: `${ISSUER}/` }), "refused"],
  [
    "the issuer in capitals",
    made({}, { iss: "https://AUTH.example" }),
    "refused",
  ],
  ["issuers in a list", made({}, { iss: [ISSUER] }), "refused"],
  ["iss is absent", made({}, { iss: undefined }), "refused"],
  [
    "another audience",
    made({}, { aud: "https://other.example/mcp" }),
    "refused",
  ],
  ["the audience and a path", made({}, { aud: `${RESOURCE}/more` }), "refused"],
  [
    "the audience's origin",
    made({}, { aud: "https://mcp.example" }),
    "refused",
  ],
  [
    "several audiences",
    made({}, { aud: ["https://other.example", RESOURCE] }),
    "taken",
  ],
  ["no audience", made({}, { aud: [] }), "refused"],
  ["aud is absent", made({}, { aud: undefined }), "refused"],
];

function enc(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

const OPTIONS: JwtOptions = { issuer: ISSUER, audience: RESOURCE, jwks: JWKS };

/** Why a token is refused; undefined: it is taken. */
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

async function joseTakes(token: string): Promise<boolean> {
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

requirement(
  "1fb132a7ba3a",
  "0163a3d9b3d8",
  "b54c91db7193",
  "1ba9d052587c",
  "df3b9310d1cf",
  "03a4c8e6b8fc",
  "8f8288eeaa15",
  "5ce2554beae0",
  "d3489676cb28",
  "ce0b4047f3b7",
  "e40a47d344ed",
  "dd13dbc66d6f",
  "4397d2ae5820",
  "2ad2631358cc",
  "ab0320a5e140",
  "ddd198eeb45b",
  "64bb8c2cb28c",
  "0ba74f3a3663",
  "5463ce34e766",
  "d783a3870a77",
  "6f20499665aa",
  "e227a41c8494",
  "7d841417dbf9",
);
for (const [name, token, verdict] of ROWS)
  test(`${name}: ${verdict}`, async () => {
    const why = await refusal(token);
    assert.is(why === undefined, verdict === "taken", why);
    assert.is(await joseTakes(token), verdict !== "refused", "jose");
  });

test("what is said of a refusal tells nothing of the token", async () => {
  for (const [name, token, verdict] of ROWS) {
    if (verdict === "taken" || token === "") continue;
    const why = (await refusal(token)) ?? "";
    assert.match(why, /^The token [ -!#-[\]-~]+$/, name);
    for (const part of token.split("."))
      assert.not(part.length > 8 && why.includes(part), name);
  }
});

test("only the algorithms that are asked for", async () => {
  assert.is(await refusal(good, { algorithms: ["ES256"] }), undefined);
  const why = "The token is not a JWT with a supported signature algorithm";
  assert.is(await refusal(good, { algorithms: ["RS256"] }), why);
  for (const alg of ["none", "HS256", "es256", "RSA-OAEP"])
    assert.throws(
      () => jwt({ ...OPTIONS, algorithms: [alg] }),
      new RegExp(`algorithms contains ${alg}`),
    );
});

test("a type that is asked for has to be there", async () => {
  const type = "at+jwt";
  assert.is(await refusal(made({ typ: "at+jwt" }), { type }), undefined);
  const full = made({ typ: "application/at+JWT" });
  assert.is(await refusal(full, { type }), undefined);
  for (const token of [good, made({ typ: "JWT" }), made({ typ: null })])
    assert.is(
      await refusal(token, { type }),
      "The token has a typ header that is not accepted",
    );
});

test("how far clocks may differ is an option", async () => {
  const early = made({}, { nbf: now() + 90, iat: now() + 90 });
  const why = "The token is not valid yet: check the clocks";
  assert.is(await refusal(early), why);
  assert.is(await refusal(early, { skew: 120 }), undefined);
  const late = made({}, { exp: now() - 90 });
  assert.is(await refusal(late, { skew: 120 }), undefined);
  const over = made({}, { exp: now() - 1 });
  assert.is(await refusal(over, { skew: 0 }), "The token has expired");
});

test("a token that is too long is not read", async () => {
  const long = made({}, { more: "x".repeat(16_384) });
  const why = "The token is not a JWT with a supported signature algorithm";
  assert.is(await refusal(long), why);
});

test("each of several audiences is this server's", async () => {
  const audience = ["api://mcp", RESOURCE];
  for (const aud of audience)
    assert.is(await refusal(made({}, { aud }), { audience }), undefined);
});

requirement(
  "b54c91db7193",
  "95c06e3b9e59",
  "df3b9310d1cf",
  "d3489676cb28",
  "b745b9253e3c",
  "25944ff1bef5",
  "ac09bd431ddc",
  "5463ce34e766",
  "b92f75eb36c6",
  "7862a3224707",
);
test("options that cannot be meant", () => {
  const wrong: readonly (readonly [object, RegExp])[] = [
    [{ issuer: "auth.example" }, /issuer is "auth.example"/],
    [{ issuer: "http://auth.example" }, /issuer is .*https/],
    [{ jwks: "http://auth.example/keys" }, /jwks is .*https/],
    [{ audience: [] }, /audience is missing/],
    [{ audience: "" }, /audience is missing/],
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
