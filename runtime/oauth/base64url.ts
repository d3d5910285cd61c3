import { fromBase64, toBase64 } from "../json-rpc/messages/base64.js";
import type { Bytes } from "../json-rpc/messages/base64.js";

/** Base64 as addresses and tokens have it (RFC 4648, 5), without padding. */
export function base64Url(bytes: Uint8Array): string {
  return toBase64(bytes)
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

/** Undefined for what is not the one form that its bytes have. */
export function fromBase64Url(text: string): Bytes | undefined {
  if (!/^[\w-]+$/.test(text)) return undefined;
  const standard = text.replaceAll("-", "+").replaceAll("_", "/");
  return fromBase64(standard + "=".repeat(-text.length & 3));
}

/** As many random bytes, in Base64. */
export function randomText(bytes: number): string {
  return base64Url(crypto.getRandomValues(new Uint8Array(bytes)));
}

/** SHA-256 of a text, in Base64. */
export async function sha256(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  return base64Url(
    new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)),
  );
}
