/** Creates keys of an issuer, and tokens with arbitrary headers and claims. */
import {
  createHmac,
  generateKeyPairSync,
  sign,
  type KeyObject,
} from "node:crypto";
import type { HttpRequest } from "../../../runtime/http/types.js";

export const ISSUER = "https://auth.example";
export const RESOURCE = "https://mcp.example/mcp";

/** Key pair: a private key, and the public key as a JWK. */
export interface Pair {
  readonly secret: KeyObject;
  readonly jwk: { readonly [name: string]: unknown };
}

/**
 * Creates a key pair for the algorithm `alg`. `more` contains additional
 * members of the JWK.
 */
export function createKeyPair(
  alg: string,
  more: object = {},
  bits = 2048,
): Pair {
  const curves: { [alg: string]: string } = {
    ES256: "P-256",
    ES384: "P-384",
    ES512: "P-521",
  };
  const namedCurve = curves[alg];
  const { publicKey, privateKey: secret } = namedCurve
    ? generateKeyPairSync("ec", { namedCurve })
    : alg === "EdDSA"
      ? generateKeyPairSync("ed25519")
      : generateKeyPairSync("rsa", { modulusLength: bits });
  return { secret, jwk: { ...publicKey.export({ format: "jwk" }), ...more } };
}

export const now = (): number => Math.floor(Date.now() / 1000);

/** Creates the claims of a valid access token. */
export const createClaims = (more: object = {}): object => ({
  iss: ISSUER,
  aud: RESOURCE,
  sub: "ann",
  exp: now() + 600,
  iat: now(),
  ...more,
});

const encode = (value: unknown): string =>
  Buffer.from(
    typeof value === "string" ? value : JSON.stringify(value),
  ).toString("base64url");

/**
 * Signs a token with the algorithm `alg`, even if the header of the token names
 * a different algorithm.
 */
export function signToken(
  header: object | string,
  payload: object | string,
  alg: string,
  secret: KeyObject | string,
): string {
  const input = `${encode(header)}.${encode(payload)}`;
  const bytes = Buffer.from(input);
  if (typeof secret === "string") {
    return `${input}.${createHmac("sha256", secret).update(bytes).digest("base64url")}`;
  }
  const hash = alg === "EdDSA" ? null : `sha${alg.slice(2)}`;
  const padded = alg.startsWith("PS")
    ? { padding: 6, saltLength: Number(alg.slice(2)) / 8 }
    : {};
  const key = { key: secret, dsaEncoding: "ieee-p1363" as const, ...padded };
  return `${input}.${sign(hash, bytes, key).toString("base64url")}`;
}

/** Creates an HTTP request with an Authorization header. */
export function createRequest(
  authorization: string,
  more: { readonly [name: string]: string } = {},
  target = "/mcp",
  method = "POST",
): HttpRequest {
  const headers: { [name: string]: string | undefined } = {
    authorization,
    ...more,
  };
  return {
    method,
    target,
    address: undefined,
    header: (name) => headers[name],
    body: () => {},
  };
}
