import { LineReader, LineWriter } from "./lines.js";
import { exitLater, processOf } from "./streams.js";
import type { Message } from "../connection/messages.js";
import type { ProcessLike } from "./streams.js";
import type { Receiver, Transport } from "./transport.js";

/** Options of `stdio`. */
export interface StdioOptions {
  /** Longest message that is taken, in characters. Default: 64 Mi. */
  readonly maxMessage?: number | undefined;
  /**
   * Keeps standard output clean: while the server runs, what the program
   * prints goes to standard error. Default: true.
   */
  readonly guard?: boolean | undefined;
}

/**
 * Serves the process's own standard streams, one JSON message a line. The end
 * of input and SIGTERM end the connection: what was accepted is answered, then
 * the process ends, by force when something else keeps it alive for a second.
 */
export function stdio(options: StdioOptions = {}): Transport {
  return new Stdio(processOf("stdio()"), options);
}

class Stdio implements Transport {
  readonly #process: ProcessLike;
  readonly #options: StdioOptions;
  #writer: LineWriter | undefined;
  #stop: (() => void) | undefined;
  #receiver: Receiver | undefined;

  constructor(process: ProcessLike, options: StdioOptions) {
    this.#process = process;
    this.#options = options;
  }

  start(receiver: Receiver): void {
    const process = this.#process;
    const { stdin, stdout, stderr } = process;
    const write = stdout.write;
    this.#receiver = receiver;
    if (this.#options.guard ?? true) {
      stdout.write = (text, callback) => stderr.write(text, callback);
    }
    const writer = new LineWriter(
      stdout,
      (text, done) => write.call(stdout, text, done),
      (high) => (high ? stdin.pause() : stdin.resume()),
    );
    const reader = new LineReader(receiver, this.#options.maxMessage);
    const data = (chunk: string): void =>
      writer.during(() => reader.push(chunk));
    const ended = (): void => receiver.ended();
    const broken = (problem: Error): void => {
      this.#release();
      receiver.closed(problem);
    };
    stdin.setEncoding("utf8");
    stdin.on("data", data);
    stdin.on("end", ended);
    stdin.on("error", broken);
    stdout.on("error", broken);
    process.on("SIGTERM", ended);
    this.#writer = writer;
    this.#stop = () => {
      stdin.off("data", data);
      stdin.off("end", ended);
      stdin.pause();
      stdout.write = write;
      process.off("SIGTERM", ended);
      exitLater(process);
    };
  }

  send(message: Message): void {
    this.#writer?.send(message);
  }

  async close(): Promise<void> {
    const writer = this.#writer;
    this.#writer = undefined;
    if (writer === undefined) return;
    await writer.finish();
    this.#release();
    this.#receiver?.closed();
  }

  #release(): void {
    this.#writer = undefined;
    this.#stop?.();
    this.#stop = undefined;
  }
}
