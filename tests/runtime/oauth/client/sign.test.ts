/** Tests of the JSON Web Tokens that a client signs, without a server. */
import { createHash, generateKeyPairSync, verify } from "node:crypto";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { dpop, privateKeyJwt } from "../../../../runtime/oauth/client/sign.js";

const test = suite("oauth client: signatures");

const URL_OF_TOKENS = "https://auth.example/token?tenant=a";

interface Decoded {
  readonly header: { readonly [name: string]: unknown };
  readonly payload: { readonly [name: string]: unknown };
}

function decode(token: string): Decoded {
  const [header, payload] = token
    .split(".", 2)
    .map((part) => JSON.parse(Buffer.from(part, "base64url").toString()));
  return { header, payload };
}

test("a DPoP proof contains the method, the URL without its query, and the hash of the token", async () => {
  const signer = dpop();
  const before = Math.floor(Date.now() / 1000);
  const proof = await signer.proof("POST", URL_OF_TOKENS, "access-1");
  const { header, payload } = decode(proof);
  const { iat, jti, ...claims } = payload;
  assert.equal(claims, {
    htm: "POST",
    htu: "https://auth.example/token",
    ath: createHash("sha256").update("access-1").digest("base64url"),
  });
  assert.ok(Number(iat) >= before && Number(iat) <= Date.now() / 1000);
  assert.equal([header["typ"], header["alg"]], ["dpop+jwt", "ES256"]);
  assert.equal(Object.keys(header["jwk"] as object).sort(), [
    "crv",
    "kty",
    "x",
    "y",
  ]);
  const next = decode(await signer.proof("POST", URL_OF_TOKENS));
  assert.is.not(next.payload["jti"], jti);
  assert.not.ok("ath" in next.payload);
  assert.equal(next.header["jwk"], header["jwk"]);
});

test("a DPoP proof contains only the nonce that its URL's origin has issued", async () => {
  const signer = dpop();
  signer.nonce("https://auth.example/register", "n1");
  const nonces = await Promise.all(
    [URL_OF_TOKENS, "https://mcp.example/token"].map(
      async (url) => decode(await signer.proof("POST", url)).payload["nonce"],
    ),
  );
  assert.equal(nonces, ["n1", undefined]);
});

test("a client assertion is signed with the given key and expires after a minute", async () => {
  const { privateKey, publicKey } = generateKeyPairSync("ec", {
    namedCurve: "P-256",
  });
  const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  const assertion = privateKeyJwt(pem, { keyId: "k1" });
  const token = await assertion("client-1", "https://auth.example");
  const { header, payload } = decode(token);
  assert.equal(header, { alg: "ES256", typ: "JWT", kid: "k1" });
  const { iat, exp, jti, ...claims } = payload;
  assert.equal(claims, {
    iss: "client-1",
    sub: "client-1",
    aud: "https://auth.example",
  });
  assert.is(Number(exp) - Number(iat), 60);
  assert.match(String(jti), /^[\w-]{22}$/);
  const [head, body, signature = ""] = token.split(".");
  const key = { key: publicKey, dsaEncoding: "ieee-p1363" as const };
  assert.ok(
    verify(
      "sha256",
      Buffer.from(`${head}.${body}`),
      key,
      Buffer.from(signature, "base64url"),
    ),
  );
});

test("privateKeyJwt() refuses an unknown signature algorithm", () => {
  assert.throws(
    () => privateKeyJwt("", { algorithm: "HS256" }),
    /The algorithm HS256 is not supported/,
  );
});

test.run();
