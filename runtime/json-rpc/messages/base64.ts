/**
 * Type of the byte arrays that WebCrypto accepts. Since TypeScript 5.7, this
 * type is `Uint8Array` with a type argument. Earlier versions reject the type
 * argument, so the type is derived from a function.
 */
export type Bytes = ReturnType<typeof Uint8Array.of>;

/** Members of Node's `Buffer` that this module uses. */
interface Buffers {
  from(bytes: Uint8Array): { toString(encoding: "base64"): string };
}

/**
 * Encodes bytes as Base64 on every platform. Uses Node's `Buffer` if present,
 * because `Buffer` is more than 100 times faster than `btoa`.
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
 * Decodes Base64 text to bytes. Returns undefined if the text is not canonical
 * Base64: encoding the bytes again must give the same text.
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
