/** JSON Web Tokens that a client signs: RFC 7515, by WebCrypto. */
import { base64Url, randomText, sha256 } from "../base64url.js";
import type { ClientAssertion, ProofSigner } from "./options.js";

/** A key of WebCrypto's. */
export type SigningKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/** The parameters of WebCrypto for an algorithm, as it makes and uses keys. */
const ALGORITHMS: {
  readonly [name: string]: { name: string; hash: string; namedCurve?: string };
} = {
  ES256: { name: "ECDSA", hash: "SHA-256", namedCurve: "P-256" },
  ES384: { name: "ECDSA", hash: "SHA-384", namedCurve: "P-384" },
  RS256: { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" },
  RS384: { name: "RSASSA-PKCS1-v1_5", hash: "SHA-384" },
  RS512: { name: "RSASSA-PKCS1-v1_5", hash: "SHA-512" },
};

/** The keys of `ES256`. */
const P256 = { name: "ECDSA", namedCurve: "P-256" };

/** How long an assertion may be used, in seconds. */
const ASSERTION_TTL = 60;

/** Options of {@link privateKeyJwt}. */
export interface PrivateKeyOptions {
  /** `ES256`, `ES384`, `RS256`, `RS384` or `RS512`. Default: `ES256`. */
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
  const parameters = algorithmOf("ES256");
  const nonces = new Map<string, string>();
  let made: Promise<NonNullable<typeof pair>> | undefined;
  return {
    nonce(url, nonce) {
      const { origin } = new URL(url);
      if (nonces.get(origin) === nonce) return false;
      nonces.set(origin, nonce);
      return true;
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
        parameters,
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

function algorithmOf(name: string): { name: string; hash: string } {
  const parameters = Object.hasOwn(ALGORITHMS, name) && ALGORITHMS[name];
  if (parameters) return parameters;
  const known = Object.keys(ALGORITHMS).join(", ");
  throw new TypeError(`There is no algorithm ${name} here: ${known}`);
}

async function sign(
  key: SigningKey,
  algorithm: { name: string; hash: string },
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

/** What a PEM holds. */
function pemBytes(pem: string): Uint8Array<ArrayBuffer> {
  const text = atob(pem.replace(/-----[^-]+-----|\s/g, ""));
  return Uint8Array.from(text, (one) => one.charCodeAt(0));
}
