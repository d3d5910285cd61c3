import type { HttpStream } from "../types.js";

/**
 * Writes a text to a stream. If more than `maxWaiting` characters or bytes are
 * already unread, closes the connection and returns false. The check comes
 * before the write, because directly after a write the whole text is unread,
 * even if the client reads fast.
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
