/** JSON Web Tokens that a client signs: RFC 7515, by WebCrypto. */
import { fromBase64, type Bytes } from "../../json-rpc/messages/base64.js";
import { base64Url, randomText, sha256 } from "../base64url.js";
import { jwsAlgorithm, type JwsAlgorithm } from "../jws.js";
import type { ProofSigner } from "./options.js";
import type { ClientAssertion } from "./types.js";

/** A key of WebCrypto's. */
export type SigningKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/** The keys of `ES256`. */
const P256 = { name: "ECDSA", namedCurve: "P-256" };

/** How long an assertion may be used, in seconds. */
const ASSERTION_TTL = 60;

/** Options of {@link privateKeyJwt}. */
export interface PrivateKeyOptions {
  /** RS, PS or ES with 256, 384 or 512, or EdDSA. Default: `ES256`. */
  readonly algorithm?: string | undefined;
  /** `kid` of the key, where the authorization server has several. */
  readonly keyId?: string | undefined;
}

/**
 * Proves who a client is by a private key (RFC 7523, 2.2), for `assertion` of
 * `credentials`.
 *
 * @param key PKCS #8, in PEM.
 * @throws TypeError when the algorithm is none of those.
 */
export function privateKeyJwt(
  key: string,
  { algorithm = "ES256", keyId }: PrivateKeyOptions = {},
): ClientAssertion {
  const parameters = algorithmOf(algorithm);
  let imported: Promise<SigningKey> | undefined;
  return async (clientId, issuer) => {
    imported ??= crypto.subtle.importKey(
      "pkcs8",
      pemBytes(key),
      parameters,
      false,
      ["sign"],
    );
    const now = Math.floor(Date.now() / 1_000);
    return sign(
      await imported,
      parameters,
      {
        alg: algorithm,
        typ: "JWT",
        ...(keyId !== undefined && { kid: keyId }),
      },
      {
        iss: clientId,
        sub: clientId,
        aud: issuer,
        jti: randomText(16),
        iat: now,
        exp: now + ASSERTION_TTL,
      },
    );
  };
}

/**
 * Binds tokens to a key that never leaves WebCrypto, so that a token that was stolen
 * is of no use (RFC 9449). Without a pair of one's own, `ES256` is made for the
 * process: tokens in a store are then asked for anew after a restart.
 */
export function dpop(pair?: {
  readonly privateKey: SigningKey;
  readonly publicKey: SigningKey;
}): ProofSigner {
  const nonces = new Map<string, string>();
  let made: Promise<NonNullable<typeof pair>> | undefined;
  return {
    nonce(url, nonce) {
      nonces.set(new URL(url).origin, nonce);
    },
    async proof(method, url, token) {
      made ??= pair
        ? Promise.resolve(pair)
        : crypto.subtle.generateKey(P256, false, ["sign"]);
      const { privateKey, publicKey } = await made;
      const { crv, kty, x, y } = await crypto.subtle.exportKey(
        "jwk",
        publicKey,
      );
      const { origin, pathname } = new URL(url);
      const nonce = nonces.get(origin);
      return sign(
        privateKey,
        algorithmOf("ES256"),
        { typ: "dpop+jwt", alg: "ES256", jwk: { crv, kty, x, y } },
        {
          jti: randomText(16),
          htm: method,
          htu: origin + pathname,
          iat: Math.floor(Date.now() / 1_000),
          ...(token !== undefined && { ath: await sha256(token) }),
          ...(nonce !== undefined && { nonce }),
        },
      );
    },
  };
}

function algorithmOf(name: string): JwsAlgorithm {
  const algorithm = jwsAlgorithm(name);
  if (algorithm) return algorithm;
  throw new TypeError(`There is no algorithm ${name} here`);
}

async function sign(
  key: SigningKey,
  algorithm: JwsAlgorithm,
  header: object,
  claims: object,
): Promise<string> {
  const encoded = (value: object): string =>
    base64Url(new TextEncoder().encode(JSON.stringify(value)));
  const text = `${encoded(header)}.${encoded(claims)}`;
  const bytes = new TextEncoder().encode(text);
  const signature = await crypto.subtle.sign(algorithm, key, bytes);
  return `${text}.${base64Url(new Uint8Array(signature))}`;
}

/** @throws TypeError when it is no PEM. */
function pemBytes(pem: string): Bytes {
  const bytes = fromBase64(pem.replace(/-----[^-]+-----|\s/g, ""));
  if (bytes === undefined) throw new TypeError("The key is no PEM");
  return bytes;
}
