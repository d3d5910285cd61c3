import type { HttpStream } from "../types.js";

/**
 * Writes to a reader. If more than `maxWaiting` already waits for the reader,
 * closes its connection and returns false. The check comes before the write,
 * since after a write all of the text waits, even for a fast reader.
 */
export function writeWithin(
  stream: HttpStream,
  text: string,
  maxWaiting: number,
): boolean {
  if (stream.waiting > maxWaiting) {
    stream.destroy();
    return false;
  }
  stream.write(text);
  return true;
}
