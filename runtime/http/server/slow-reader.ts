import type { HttpStream } from "../types.js";

/**
 * Writes to a reader, unless more than `maxWaiting` waits for it already: then
 * its connection is cut, and the answer is false. What waits is looked at
 * before, since right after a write all of it still waits, however fast the
 * reader is.
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
