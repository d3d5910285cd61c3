import { fromBase64, toBase64 } from "../json-rpc/messages/base64.js";
import type { Bytes } from "../json-rpc/messages/base64.js";

/** Encodes bytes as Base64url without padding (RFC 4648, section 5). */
export function encodeBase64Url(bytes: Uint8Array): string {
  return toBase64(bytes)
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

/**
 * Decodes Base64url; returns `undefined` if the text is not the canonical
 * encoding of its bytes.
 */
export function decodeBase64Url(text: string): Bytes | undefined {
  if (!/^[\w-]+$/.test(text)) return undefined;
  const standard = text.replaceAll("-", "+").replaceAll("_", "/");
  return fromBase64(standard + "=".repeat(-text.length & 3));
}

/** Returns the given number of random bytes, encoded as Base64url. */
export function randomBase64Url(bytes: number): string {
  return encodeBase64Url(crypto.getRandomValues(new Uint8Array(bytes)));
}

/** Returns the SHA-256 digest of a text, encoded as Base64url. */
export async function sha256(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  return encodeBase64Url(
    new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)),
  );
}
