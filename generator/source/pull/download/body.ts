import type { IncomingMessage } from "node:http";
import { appearance } from "./appearance.js";
import { DownloadFailure, shownUrl } from "./failure.js";

/**
 * A response's bytes.
 *
 * @throws DownloadFailure when there are more than `maxBytes`, or the
 *   connection ends before the last of them.
 */
export async function readBody(
  response: IncomingMessage,
  url: URL,
  {
    maxBytes,
    onChunk,
  }: { readonly maxBytes: number; readonly onChunk: () => void },
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const announced = response.headers["content-length"];
  let size = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      onChunk();
      chunks.push(chunk);
      size += chunk.length;
      if (size > maxBytes || Number(announced) > maxBytes)
        throw tooLarge(url, maxBytes, announced, Buffer.concat(chunks));
    }
  } catch (error) {
    if (error instanceof DownloadFailure) throw error;
    throw new DownloadFailure(
      "truncated",
      `${shownUrl(url)} broke off after ${size} bytes${announced ? ` of ${announced}` : ""}.`,
      "The connection was closed before the end of the file.",
      true,
    );
  }
  return Buffer.concat(chunks);
}

function tooLarge(
  url: URL,
  maxBytes: number,
  announced: string | undefined,
  start: Buffer,
): DownloadFailure {
  const size = announced ? `${announced} bytes` : `more than ${maxBytes} bytes`;
  const looks = appearance(start);
  return new DownloadFailure(
    "too-large",
    `${shownUrl(url)} is too large: ${size}.`,
    `Upstream's file has ${maxBytes} bytes.${looks ? ` What came seems to be ${looks}.` : ""}`,
  );
}
