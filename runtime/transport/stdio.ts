import { readInput } from "./input.js";
import { lineReader, LineWriter } from "./lines.js";
import { exitLater, processOf } from "./streams.js";
import type { Transport } from "./transport.js";

/** Options of `stdio`. */
export interface StdioOptions {
  /** Longest message that is taken, in characters. Default: 64 Mi. */
  readonly maxMessage?: number | undefined;
  /**
   * Keeps standard output clean: while the server runs, what the program
   * prints goes to standard error. Default: true.
   */
  readonly guard?: boolean | undefined;
  /**
   * Ends the process a second after the connection, should anything keep it
   * alive: for a program that does nothing else. Default: false.
   */
  readonly exit?: boolean | undefined;
}

/**
 * Serves the process's own standard streams, one JSON message a line. The end
 * of input and SIGTERM end the connection, once what was accepted is answered;
 * SIGTERM ends the process too, as it does without a listener.
 */
export function stdio({
  maxMessage,
  guard = true,
  exit = false,
}: StdioOptions = {}): Transport {
  const process = processOf("stdio()");
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
      // A client that is gone is no fault of the server.
      stdout.on("error", (problem: Error & { code?: string }) =>
        problem.code === "EPIPE" ? stop() : stop(problem),
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
