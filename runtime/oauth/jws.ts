/** JSON Web Signatures (RFC 7515) by public keys: tokens, proofs, assertions. */
import { fromBase64Url, sha256 } from "./base64url.js";
import type { Bytes } from "../json-rpc/messages/base64.js";
import { isObject } from "../validation/guards.js";
import type { Document } from "./web.js";

/** Longest signed text that is read, in characters. */
const MAX_JWS = 16_384;

/** Least bits of an RSA key (RFC 7518, 3.3). */
const MIN_RSA_BITS = 2048;

/**
 * An algorithm, as WebCrypto is told of it and its keys. Only those with public
 * keys are known: `none`, and the ones with a secret that both sides have, are not.
 */
export interface JwsAlgorithm {
  readonly name: string;
  /** Members of a key that make it: all that is public of it, by the alphabet. */
  readonly members: readonly string[];
  /** What such a key has. */
  readonly key: { readonly kty: string; readonly crv?: string };
  readonly hash?: string;
  readonly namedCurve?: string;
  readonly saltLength?: number;
}

/** What `alg` stands for (RFC 7518, RFC 8037, RFC 9864); undefined: it is not known. */
export function jwsAlgorithm(alg: unknown): JwsAlgorithm | undefined {
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
  const of = { members: ["e", "kty", "n"], key: { kty: "RSA" }, hash };
  return family === "RS"
    ? { name: "RSASSA-PKCS1-v1_5", ...of }
    : { name: "RSA-PSS", ...of, saltLength: Number(size) / 8 };
}

/** A signed text that was taken apart; nothing of it is proven. */
export interface Jws {
  readonly header: Document;
  readonly payload: Document;
  /** What was signed, and how. */
  readonly input: string;
  readonly signature: Bytes;
}

/** Takes a JWT apart; undefined when it is none, or has parts unknown here. */
export function readJws(text: string): Jws | undefined {
  const parts = text.length <= MAX_JWS ? text.split(".") : [];
  if (parts.length !== 3) return undefined;
  const [header, payload, signature] = parts.map(fromBase64Url);
  const head = header && jsonOf(header);
  const body = payload && jsonOf(payload);
  // No extension of RFC 7515's `crit` is known here.
  if (!head || !body || !signature || "crit" in head) return undefined;
  const input = text.slice(0, text.lastIndexOf("."));
  return { header: head, payload: body, input, signature };
}

/** Whether a key is one for signatures by an algorithm. */
export function fitsAlgorithm(
  key: Document,
  alg: unknown,
  { key: of }: JwsAlgorithm,
): boolean {
  const { use, key_ops: operations } = key;
  return (
    key.kty === of.kty &&
    (of.crv === undefined || key.crv === of.crv) &&
    (key.alg === undefined || key.alg === alg) &&
    (use === undefined || use === "sig") &&
    (operations === undefined ||
      (Array.isArray(operations) && operations.includes("verify")))
  );
}

/** Keys as WebCrypto has them, with the `alg` that they were used for last. */
export type ImportedKeys = WeakMap<
  Document,
  {
    readonly alg: unknown;
    readonly imported: ReturnType<typeof crypto.subtle.importKey>;
  }
>;

/**
 * Whether the holder of a key signed. A key that is none signed nothing.
 *
 * @param known Keys that are used again: to import one takes as long as to verify.
 */
export async function isSignedBy(
  { header: { alg }, input, signature }: Jws,
  key: Document,
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

function importKey(key: Document, algorithm: JwsAlgorithm) {
  const own = publicKey(key, algorithm);
  return crypto.subtle.importKey("jwk", own, algorithm, false, ["verify"]);
}

/** SHA-256 of the public members of a key (RFC 7638). */
export function thumbprint(
  key: Document,
  algorithm: JwsAlgorithm,
): Promise<string> {
  return sha256(JSON.stringify(publicKey(key, algorithm)));
}

/** What is public of a key, and nothing else of it. */
function publicKey(key: Document, { members }: JwsAlgorithm) {
  return Object.fromEntries(members.map((name) => [name, String(key[name])]));
}

function jsonOf(bytes: Uint8Array): Document | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
