/**
 * JSON Web Signatures (RFC 7515) with public keys, for access tokens, DPoP
 * proofs and client assertions.
 */
import { decodeBase64Url, sha256 } from "./base64url.js";
import type { Bytes } from "../json-rpc/messages/base64.js";
import { isObject } from "../validation/guards.js";
import type { JsonDocument } from "./web.js";

/** Maximum length of a JWT, in characters. */
const MAX_JWT_LENGTH = 16_384;

/** Minimum size of an RSA key, in bits (RFC 7518, section 3.3). */
const MIN_RSA_BITS = 2048;

/**
 * Signature algorithm with its WebCrypto parameters. Only asymmetric algorithms
 * are supported: `none` and the HMAC algorithms are rejected.
 */
export interface JwsAlgorithm {
  readonly name: string;
  /**
   * Names of the public members of a JWK for this algorithm, in alphabetical
   * order as RFC 7638 requires for thumbprints.
   */
  readonly members: readonly string[];
  /** Members and values that a JWK must have for this algorithm. */
  readonly key: { readonly kty: string; readonly crv?: string };
  readonly hash?: string;
  readonly namedCurve?: string;
  readonly saltLength?: number;
}

/**
 * Returns the algorithm with the given JOSE name (RFC 7518, RFC 8037, RFC
 * 9864), or `undefined` if the algorithm is not supported.
 */
export function getJwsAlgorithm(alg: unknown): JwsAlgorithm | undefined {
  if (alg === "EdDSA" || alg === "Ed25519") {
    const key = { kty: "OKP", crv: "Ed25519" };
    return { name: "Ed25519", members: ["crv", "kty", "x"], key };
  }
  const [, family, size] =
    /^(RS|PS|ES)(256|384|512)$/.exec(typeof alg === "string" ? alg : "") ?? [];
  if (family === undefined || size === undefined) return undefined;
  const hash = `SHA-${size}`;
  if (family === "ES") {
    const crv = `P-${size === "512" ? 521 : size}`;
    const key = { kty: "EC", crv };
    const members = ["crv", "kty", "x", "y"];
    return { name: "ECDSA", members, key, hash, namedCurve: crv };
  }
  const rsa = { members: ["e", "kty", "n"], key: { kty: "RSA" }, hash };
  return family === "RS"
    ? { name: "RSASSA-PKCS1-v1_5", ...rsa }
    : { name: "RSA-PSS", ...rsa, saltLength: Number(size) / 8 };
}

/** Parsed JWT whose signature has not been verified yet. */
export interface Jws {
  readonly header: JsonDocument;
  readonly payload: JsonDocument;
  /**
   * Signed part of the token: the encoded header and payload, joined by a dot.
   */
  readonly input: string;
  readonly signature: Bytes;
}

/**
 * Parses a JWT. Returns `undefined` if the text is not a JWT, is too long, or
 * uses extensions that are not supported.
 */
export function parseJws(text: string): Jws | undefined {
  const parts = text.length <= MAX_JWT_LENGTH ? text.split(".") : [];
  if (parts.length !== 3) return undefined;
  const [header, payload, signature] = parts.map(decodeBase64Url);
  const head = header && decodeJsonObject(header);
  const body = payload && decodeJsonObject(payload);
  // RFC 7515, section 4.1.11: a token with an unsupported `crit` extension is
  // invalid. This library supports no such extension.
  if (!head || !body || !signature || "crit" in head) return undefined;
  const input = text.slice(0, text.lastIndexOf("."));
  return { header: head, payload: body, input, signature };
}

/** Returns whether a JWK may be used to verify signatures of this algorithm. */
export function fitsAlgorithm(
  key: JsonDocument,
  alg: unknown,
  { key: expected }: JwsAlgorithm,
): boolean {
  const { use, key_ops: operations } = key;
  return (
    key.kty === expected.kty &&
    (expected.crv === undefined || key.crv === expected.crv) &&
    (key.alg === undefined || key.alg === alg) &&
    (use === undefined || use === "sig") &&
    (operations === undefined ||
      (Array.isArray(operations) && operations.includes("verify")))
  );
}

/**
 * Cache of keys that were imported into WebCrypto. Each entry contains the name
 * of the algorithm for which the key was imported.
 */
export type ImportedKeys = WeakMap<
  JsonDocument,
  {
    readonly alg: unknown;
    readonly imported: ReturnType<typeof crypto.subtle.importKey>;
  }
>;

/**
 * Verifies the signature of a JWT. Returns `false` if the signature is invalid
 * or the key cannot be imported.
 *
 * @param known Cache of imported keys. The cache saves time, because importing
 *   a key takes as long as verifying a signature.
 */
export async function isSignedBy(
  { header: { alg }, input, signature }: Jws,
  key: JsonDocument,
  algorithm: JwsAlgorithm,
  known?: ImportedKeys,
): Promise<boolean> {
  let entry = known?.get(key);
  if (entry === undefined || entry.alg !== alg) {
    entry = { alg, imported: importKey(key, algorithm) };
    known?.set(key, entry);
  }
  try {
    const imported = await entry.imported;
    const { modulusLength = MIN_RSA_BITS } = imported.algorithm as {
      modulusLength?: number;
    };
    const bytes = new TextEncoder().encode(input);
    return (
      modulusLength >= MIN_RSA_BITS &&
      (await crypto.subtle.verify(algorithm, imported, signature, bytes))
    );
  } catch {
    return false;
  }
}

function importKey(key: JsonDocument, algorithm: JwsAlgorithm) {
  const publicKey = pickPublicMembers(key, algorithm);
  return crypto.subtle.importKey("jwk", publicKey, algorithm, false, [
    "verify",
  ]);
}

/** Returns the SHA-256 thumbprint of a JWK (RFC 7638). */
export function computeThumbprint(
  key: JsonDocument,
  algorithm: JwsAlgorithm,
): Promise<string> {
  return sha256(JSON.stringify(pickPublicMembers(key, algorithm)));
}

/** Returns a copy of a JWK with only its public members. */
function pickPublicMembers(key: JsonDocument, { members }: JwsAlgorithm) {
  return Object.fromEntries(members.map((name) => [name, String(key[name])]));
}

function decodeJsonObject(bytes: Uint8Array): JsonDocument | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
