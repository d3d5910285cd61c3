import type { ProcessLike, TextReadable } from "./streams.js";

/** Bytes that are read at a time. */
const CHUNK_SIZE = 65_536;

/** Standard input as Node has it. */
interface StandardInput extends TextReadable {
  readonly fd?: number;
  readonly readableFlowing?: boolean | null;
  push(end: null): unknown;
}

/** What is used of Node's own modules. */
interface Modules {
  readonly Socket: new (options: object) => TextReadable;
  readonly StringDecoder: new () => { write(bytes: Uint8Array): string };
}

/**
 * Gives the text of standard input to `take`; answers the stream to pause.
 *
 * Where it is a pipe of Node's that nobody reads from, it is read into one
 * buffer, over and over: for short messages a stream, which makes a new buffer
 * for each of them, is a quarter of all the work. `process.stdin` then tells
 * of the end alone.
 */
export function readInput(
  process: ProcessLike,
  take: (text: string) => void,
): TextReadable {
  const stdin = process.stdin as StandardInput;
  const module = (name: string): Modules =>
    process.getBuiltinModule?.(name) as Modules;
  try {
    const { Socket } = module("net");
    if (
      stdin instanceof Socket &&
      stdin.fd === 0 &&
      stdin.readableFlowing === null &&
      process.platform !== "win32"
    ) {
      const decoder = new (module("string_decoder").StringDecoder)();
      const onread = {
        buffer: new Uint8Array(CHUNK_SIZE),
        callback: (length: number, bytes: Uint8Array): void =>
          take(decoder.write(bytes.subarray(0, length))),
      };
      const input = new Socket({ fd: 0, writable: false, onread });
      input.on("end", () => {
        stdin.push(null);
        stdin.resume();
      });
      return input;
    }
  } catch {
    // A terminal, or another platform.
  }
  stdin.setEncoding("utf8");
  stdin.on("data", take);
  return stdin;
}
