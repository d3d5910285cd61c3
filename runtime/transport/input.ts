import type { ProcessLike, TextReadable } from "./streams.js";

/** Number of bytes to read at a time. */
const CHUNK_SIZE = 65_536;

/** Standard input as Node implements it. */
interface StandardInput extends TextReadable {
  readonly fd?: number;
  readonly readableFlowing?: boolean | null;
  push(end: null): unknown;
}

/** Members of Node's built-in modules that are used here. */
interface Modules {
  readonly Socket: new (options: object) => TextReadable;
  readonly StringDecoder: new () => { write(bytes: Uint8Array): string };
}

/**
 * Passes the text of standard input to `take`. Returns the stream to pause.
 *
 * If standard input is a pipe that Node has not started to read, one buffer is
 * reused for all reads. A stream allocates a buffer for each read, which takes
 * a quarter of the time for short messages. `process.stdin` then only emits
 * `end`.
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
    // Standard input is a terminal, or the platform is not Node.
  }
  stdin.setEncoding("utf8");
  stdin.on("data", take);
  return stdin;
}
