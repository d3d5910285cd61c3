/** JSON Web Tokens (RFC 7515) that a client signs with WebCrypto. */
import { fromBase64, type Bytes } from "../../json-rpc/messages/base64.js";
import { encodeBase64Url, randomBase64Url, sha256 } from "../base64url.js";
import { getJwsAlgorithm, type JwsAlgorithm } from "../jws.js";
import type { ProofSigner } from "./options.js";
import type { ClientAssertion } from "./types.js";

/** Type `CryptoKey` of WebCrypto. */
export type SigningKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/** WebCrypto parameters of `ES256` keys. */
const ES256_KEY = { name: "ECDSA", namedCurve: "P-256" };

/** Lifetime of a client assertion, in seconds. */
const ASSERTION_TTL = 60;

/** Options for {@link privateKeyJwt}. */
export interface PrivateKeyOptions {
  /**
   * Signature algorithm: `RS256` to `RS512`, `PS256` to `PS512`, `ES256` to
   * `ES512`, or `EdDSA`.
   * @default "ES256"
   */
  readonly algorithm?: string | undefined;
  /**
   * Value of the `kid` header. Required if the authorization server knows
   * several keys of the client.
   */
  readonly keyId?: string | undefined;
}

/**
 * Creates a client assertion signed with a private key (RFC 7523, section 2.2),
 * for `assertion` of {@link OAuthCredentials}.
 *
 * @param key Private key as PKCS #8 in PEM format.
 * @throws TypeError when the algorithm is not supported. The key itself is
 *   parsed on first use.
 * @example
 * oauth({
 *   credentials: { id: "my-client", assertion: privateKeyJwt(pem) },
 * });
 */
export function privateKeyJwt(
  key: string,
  { algorithm = "ES256", keyId }: PrivateKeyOptions = {},
): ClientAssertion {
  const parameters = requireAlgorithm(algorithm);
  let imported: Promise<SigningKey> | undefined;
  return async (clientId, issuer) => {
    imported ??= crypto.subtle.importKey(
      "pkcs8",
      decodePem(key),
      parameters,
      false,
      ["sign"],
    );
    const now = Math.floor(Date.now() / 1_000);
    return signJwt(
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
        jti: randomBase64Url(16),
        iat: now,
        exp: now + ASSERTION_TTL,
      },
    );
  };
}

/**
 * Creates a signer that binds tokens to a key (DPoP, RFC 9449), so that stolen
 * tokens cannot be used. Without `pair`, an `ES256` key pair is generated for
 * this process. After a restart, stored tokens then cannot be used, and the
 * client obtains new tokens.
 *
 * @param pair P-256 key pair of WebCrypto; the public key must be extractable.
 */
export function dpop(pair?: {
  readonly privateKey: SigningKey;
  readonly publicKey: SigningKey;
}): ProofSigner {
  const nonces = new Map<string, string>();
  let keys: Promise<NonNullable<typeof pair>> | undefined;
  return {
    nonce(url, nonce) {
      nonces.set(new URL(url).origin, nonce);
    },
    async proof(method, url, token) {
      keys ??= pair
        ? Promise.resolve(pair)
        : crypto.subtle.generateKey(ES256_KEY, false, ["sign"]);
      const { privateKey, publicKey } = await keys;
      const { crv, kty, x, y } = await crypto.subtle.exportKey(
        "jwk",
        publicKey,
      );
      const { origin, pathname } = new URL(url);
      const nonce = nonces.get(origin);
      return signJwt(
        privateKey,
        requireAlgorithm("ES256"),
        { typ: "dpop+jwt", alg: "ES256", jwk: { crv, kty, x, y } },
        {
          jti: randomBase64Url(16),
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

function requireAlgorithm(name: string): JwsAlgorithm {
  const algorithm = getJwsAlgorithm(name);
  if (algorithm) return algorithm;
  throw new TypeError(`The algorithm ${name} is not supported`);
}

async function signJwt(
  key: SigningKey,
  algorithm: JwsAlgorithm,
  header: object,
  claims: object,
): Promise<string> {
  const encoded = (value: object): string =>
    encodeBase64Url(new TextEncoder().encode(JSON.stringify(value)));
  const text = `${encoded(header)}.${encoded(claims)}`;
  const bytes = new TextEncoder().encode(text);
  const signature = await crypto.subtle.sign(algorithm, key, bytes);
  return `${text}.${encodeBase64Url(new Uint8Array(signature))}`;
}

/**
 * Decodes a key in PEM format.
 *
 * @throws TypeError when the text is not PEM.
 */
function decodePem(pem: string): Bytes {
  const bytes = fromBase64(pem.replace(/-----[^-]+-----|\s/g, ""));
  if (bytes === undefined)
    throw new TypeError("The private key is not in PEM format");
  return bytes;
}
