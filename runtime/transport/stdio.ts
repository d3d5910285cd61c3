import { readInput } from "./input.js";
import { lineReader, LineWriter } from "./lines.js";
import { exitLater, getProcess } from "./streams.js";
import type { Transport } from "./transport.js";

/**
 * Options of `stdio()`, the transport of a server over its standard streams.
 */
export interface StdioOptions {
  /**
   * Maximum length of a message from the client, in characters.
   *
   * @default 67_108_864
   */
  readonly maxMessage?: number | undefined;
  /**
   * Whether to redirect any other output of the program from standard output to
   * standard error while the server runs. MCP allows only messages on standard
   * output.
   *
   * @default true
   */
  readonly guard?: boolean | undefined;
  /**
   * Whether to end the process one second after the connection has ended, if
   * something else keeps the process running. Set this option if the program
   * only runs the server.
   *
   * @default false
   */
  readonly exit?: boolean | undefined;
}

/**
 * Returns a transport over the standard streams of the process, with one JSON
 * message per line. The end of input or SIGTERM ends the connection after all
 * accepted requests are answered. After SIGTERM, the process also exits.
 */
export function stdio({
  maxMessage,
  guard = true,
  exit = false,
}: StdioOptions = {}): Transport {
  const process = getProcess("stdio()");
  let writer: LineWriter | undefined;
  let stop: (problem?: Error) => void = () => {};
  return {
    start(receiver) {
      const { stdin, stdout, stderr } = process;
      const write = stdout.write;
      if (guard) stdout.write = (...all) => stderr.write(...all);
      writer = new LineWriter(
        stdout,
        (text, done) => write.call(stdout, text, done),
        (high) => (high ? input.pause() : input.resume()),
      );
      const read = lineReader(receiver, maxMessage);
      const input = readInput(process, (chunk) =>
        writer?.during(() => read(chunk)),
      );
      const ended = (): void => receiver.ended();
      const terminated = (): void => {
        exit = true;
        ended();
      };
      stop = (problem?: Error) => {
        writer = undefined;
        stdin.off("end", ended);
        input.pause();
        stdout.write = write;
        process.off("SIGTERM", terminated);
        if (exit) exitLater(process);
        receiver.closed(problem);
      };
      stdin.on("end", ended);
      input.on("error", stop);
      // The error EPIPE is not reported, because it only means that the client
      // has closed the stream.
      stdout.on("error", (problem: Error & { code?: string }) =>
        stop(problem.code === "EPIPE" ? undefined : problem),
      );
      process.on("SIGTERM", terminated);
    },

    send(message) {
      writer?.send(message);
    },

    async close() {
      const last = writer;
      writer = undefined;
      if (last === undefined) return;
      await last.finish();
      stop();
    },
  };
}
