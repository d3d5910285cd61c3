/**
 * Bytes that WebCrypto accepts. TypeScript 5.7 made `Uint8Array` generic for
 * this; earlier versions reject the type argument.
 */
export type Bytes = ReturnType<typeof Uint8Array.of>;

/** Part of Node's `Buffer` that is used here. */
interface Buffers {
  from(bytes: Uint8Array): { toString(encoding: "base64"): string };
}

/**
 * Encodes bytes as Base64 on every platform. Node's `Buffer` is more than 100
 * times faster than `btoa`, so it is used if present.
 */
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

/**
 * Decodes Base64. Returns undefined unless the text is the canonical Base64 of
 * its bytes.
 */
export function fromBase64(text: string): Bytes | undefined {
  try {
    const binary = atob(text);
    const bytes = new Uint8Array(binary.length);
    for (let index = 0; index < binary.length; index += 1)
      bytes[index] = binary.charCodeAt(index);
    return toBase64(bytes) === text ? bytes : undefined;
  } catch {
    return undefined;
  }
}
