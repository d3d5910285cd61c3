/**
 * Splits a stream of bytes into lines. Only the current block and the beginning
 * of an unfinished line are kept in memory.
 */
import { isUtf8 } from "node:buffer";
import { trafficError } from "./diagnostics.js";

/** Maximum length of a line in bytes. Longer lines are skipped and reported. */
export const MAX_LINE_BYTES = 32 * 1024 * 1024;

/**
 * Callbacks invoked by `readLines`. The argument `number` is the line number,
 * starting at 1.
 */
export interface LineReader {
  line(text: string, number: number): void;
  /** Callback invoked with the reason when a line is skipped. */
  refused(reason: string, number: number): void;
  /**
   * Callback invoked after each block, with the number of bytes that were read
   * so far. Reading continues when the returned promise resolves.
   */
  block?(bytes: number): void | Promise<void>;
}

/**
 * Reads a stream to its end and passes each line to `reader`.
 *
 * @param name Name of the stream in error messages.
 * @throws UserError if the first block is not UTF-8 text. Errors of the stream
 *   are thrown unchanged.
 */
export async function readLines(
  stream: AsyncIterable<Uint8Array>,
  name: string,
  reader: LineReader,
): Promise<void> {
  let held: Buffer[] = [];
  let size = 0;
  let number = 0;
  let bytes = 0;
  let skipping = false;

  /**
   * Passes each line of a block to the reader. The block must contain only
   * whole lines, but no line end after the last line.
   */
  const passLines = (block: Buffer): void => {
    for (let start = 0; start <= block.length;) {
      const found = block.indexOf(10, start);
      const end = found < 0 ? block.length : found;
      const line = block.subarray(start, end);
      if (isUtf8(line)) reader.line(line.toString("utf8"), ++number);
      else reader.refused("it is not UTF-8 text", ++number);
      start = end + 1;
    }
  };

  for await (const data of stream) {
    let chunk = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
    if (bytes === 0) {
      refuseBinary(chunk, name);
      if (chunk.subarray(0, 3).equals(BOM)) chunk = chunk.subarray(3);
    }
    bytes += data.byteLength;
    if (skipping) {
      const end = chunk.indexOf(10);
      if (end < 0) continue;
      reader.refused(`it is longer than ${MAX_LINE_BYTES} bytes`, ++number);
      skipping = false;
      chunk = chunk.subarray(end + 1);
    }
    const last = chunk.lastIndexOf(10);
    if (last >= 0) {
      passLines(Buffer.concat([...held, chunk.subarray(0, last)]));
      held = [];
      size = 0;
      chunk = chunk.subarray(last + 1);
    }
    if (chunk.length > 0) held.push(chunk);
    size += chunk.length;
    if (size > MAX_LINE_BYTES) {
      skipping = true;
      held = [];
      size = 0;
    }
    await reader.block?.(bytes);
  }
  if (skipping)
    reader.refused(`it is longer than ${MAX_LINE_BYTES} bytes`, ++number);
  else if (size > 0) passLines(Buffer.concat(held));
}

const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

function refuseBinary(chunk: Buffer, name: string): void {
  const [a = 0, b = 0] = chunk;
  if (a === 0x1f && b === 0x8b)
    throw trafficError("MCP500", `${name} is compressed.`, {
      fix: "Unpack the file first: gunzip -c FILE | mcp-codegen validate -",
    });
  if ((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff))
    throw trafficError("MCP500", `${name} is UTF-16 text.`, {
      fix: "Convert the file first: iconv -f UTF-16 -t UTF-8 FILE | mcp-codegen validate -",
    });
  const nul = chunk.indexOf(0);
  if (nul >= 0)
    throw trafficError("MCP500", `${name} is not text.`, {
      cause: `There is a NUL byte at offset ${nul}.`,
    });
}
