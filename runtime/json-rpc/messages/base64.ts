/**
 * Bytes that WebCrypto takes. TypeScript 5.7 gave `Uint8Array` a parameter for that,
 * which earlier ones do not know.
 */
export type Bytes = ReturnType<typeof Uint8Array.of>;

/** What is used of Node's `Buffer`. */
interface Buffers {
  from(bytes: Uint8Array): { toString(encoding: "base64"): string };
}

/** Base64 of bytes, on every platform. Node's own takes no hundredth of the time. */
export function toBase64(bytes: Uint8Array): string {
  const { Buffer } = globalThis as { readonly Buffer?: Buffers };
  if (Buffer) return Buffer.from(bytes).toString("base64");
  let binary = "";
  for (let start = 0; start < bytes.length; start += 0x8000) {
    binary += String.fromCharCode.apply(
      null,
      bytes.subarray(start, start + 0x8000) as unknown as number[],
    );
  }
  return btoa(binary);
}

/** Undefined for what is not the canonical Base64 of its bytes. */
export function fromBase64(text: string): Bytes | undefined {
  try {
    const binary = atob(text);
    const bytes = new Uint8Array(binary.length);
    for (let at = 0; at < binary.length; at += 1)
      bytes[at] = binary.charCodeAt(at);
    return toBase64(bytes) === text ? bytes : undefined;
  } catch {
    return undefined;
  }
}
